import StubCore
import Synchronization

/// Makes certificates for the names that clients ask for, once for each name.
final class CertificateMint: Sendable {
  private struct Request: Sendable, Hashable {
    var name: String
    var flaw: CertificateFlaw?
  }

  private struct Store {
    var identities: [Request: TLSIdentity] = [:]
    var order: [Request] = []
  }

  /// Certificates that are kept; the oldest goes first.
  static let capacity = 1_024

  private static let day = 86_400
  /// Days a certificate is valid, the one before now included; some clients accept no more than 398.
  private static let validity = 397

  private let authority: LocalAuthority
  /// One key for all: making one costs more than signing.
  private let key: PrivateKey
  private let store = Mutex(Store())

  init(_ authority: LocalAuthority) throws(OpenSSLProblem) {
    self.authority = authority
    key = try PrivateKey.make()
  }

  /// The identity for a host name or an IP address.
  func identity(
    for name: String, flaw: CertificateFlaw? = nil
  ) throws(OpenSSLProblem) -> TLSIdentity {
    let request = Request(name: name, flaw: flaw)
    if let known = store.withLock({ $0.identities[request] }),
      flaw != nil || !known.certificate.isExpired
    {
      return known
    }
    // Made outside the lock; two threads may do it at once for a new name, and either one will do.
    let identity = TLSIdentity(certificate: try certificate(request), key: key)
    store.withLock { store in
      if store.identities.updateValue(identity, forKey: request) == nil {
        store.order.append(request)
      }
      if store.order.count > Self.capacity {
        store.identities[store.order.removeFirst()] = nil
      }
    }
    return identity
  }

  private func certificate(_ request: Request) throws(OpenSSLProblem) -> Certificate {
    let name = request.flaw == .wrongHost ? "wrong-host.invalid" : request.name
    var draft = CertificateDraft(
      use: .server(names: Self.names(for: name)), commonName: name, start: -Self.day,
      end: (Self.validity - 1) * Self.day)
    switch request.flaw {
    case .expired: (draft.start, draft.end) = (-30 * Self.day, -Self.day)
    case .notYetValid: (draft.start, draft.end) = (Self.day, 30 * Self.day)
    case .selfSigned: return try draft.sign(for: key, by: nil)
    case .wrongHost, nil: break
    }
    return try draft.sign(for: key, by: (authority.certificate, authority.key))
  }

  /// The name, and for this machine its other names.
  private static func names(for name: String) -> [String] {
    let local = ["localhost", "127.0.0.1", "::1"]
    if name == "localhost" || IPAddress.isOne(name) {
      return [name] + local.filter { $0 != name }
    }
    return [name]
  }
}
