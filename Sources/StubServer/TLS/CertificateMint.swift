import COpenSSL
import StubCore

/// Issues certificates for the names that clients ask for, and keeps them.
final class CertificateMint: Sendable {
  private struct Request: Sendable, Hashable {
    var name: String
    var flaw: CertificateFlaw?
  }

  private struct Store {
    var identities: [Request: TLSIdentity] = [:]
    var order: [Request] = []
  }

  /// The number of certificates that are kept; if there are more, the oldest is evicted.
  static let capacity = 1_024

  private static let day = 86_400
  /// The validity of a certificate in days, which begins a day before its creation.
  ///
  /// Some clients accept at most 398 days.
  private static let validity = 397

  private let authority: LocalAuthority
  /// The key that all certificates share, because creating a key costs more than signing a
  /// certificate.
  private let key: PrivateKey
  private let store = Lock(Store())

  init(_ authority: LocalAuthority) throws(OpenSSLProblem) {
    self.authority = authority
    key = try PrivateKey.make()
  }

  /// Returns the identity for a host name or an IP address; a certificate is created if none is
  /// kept.
  func identity(
    for name: String, flaw: CertificateFlaw? = nil
  ) throws(OpenSSLProblem) -> TLSIdentity {
    let request = Request(name: name, flaw: flaw)
    if let known = store.withLock({ $0.identities[request] }),
      flaw != nil || !known.certificate.isExpired
    {
      return known
    }
    // The certificate is created outside the lock. Two threads may do this for a new name at once;
    // both results can be used.
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

  /// Returns the names for the certificate of a server named `name`.
  ///
  /// For an IP address or `localhost`, they include the names and addresses of the loopback
  /// interface.
  private static func names(for name: String) -> [String] {
    let local = ["localhost", "127.0.0.1", "::1"]
    if name == "localhost" || IPAddress(name) != nil {
      return [name] + local.filter { $0 != name }
    }
    return [name]
  }
}

/// The contents of a certificate before it is signed.
struct CertificateDraft: Sendable, Hashable {
  enum Use: Sendable, Hashable {
    /// The certificate signs certificates of servers, but not of other authorities.
    case authority
    /// The certificate identifies a server with these host names and IP addresses.
    case server(names: [String])
  }

  /// The longest common name that RFC 5280, appendix A.1, allows.
  private static let longestName = 64
  /// OpenSSL's constant for text in ASCII or UTF-8.
  private static let textForm = MBSTRING_FLAG
  private static let organization = "stubber"

  var use: Use
  var commonName: String
  /// The start of validity in seconds from now; negative for the past.
  var start: Int
  /// The end of validity in seconds from now.
  var end: Int

  /// Creates and signs the certificate.
  ///
  /// The certificate of an authority has no issuer, and is signed with its own `key`.
  func sign(
    for key: PrivateKey, by issuer: (certificate: Certificate, key: PrivateKey)?
  ) throws(OpenSSLProblem) -> Certificate {
    guard let handle = X509_new() else { throw .take() }
    let certificate = Certificate(owning: handle)
    let isSigned =
      X509_set_version(handle, 2) == 1 && setSerialNumber(handle) && setSubject(handle)
      && X509_gmtime_adj(X509_getm_notBefore(handle), start) != nil
      && X509_gmtime_adj(X509_getm_notAfter(handle), end) != nil
      && X509_set_issuer_name(
        handle, X509_get_subject_name(issuer?.certificate.handle ?? handle)) == 1
      && X509_set_pubkey(handle, key.handle) == 1
      && addExtensions(handle, issuer: issuer?.certificate.handle ?? handle)
      && X509_sign(handle, (issuer?.key ?? key).handle, EVP_sha256()) > 0
    guard isSigned else { throw .take() }
    return certificate
  }

  private func setSerialNumber(_ handle: OpaquePointer) -> Bool {
    // The number must be positive and below 2^63, and not 0 (RFC 5280 §4.1.2.2).
    let number = UInt64.random(in: 1...UInt64(Int64.max))
    return ASN1_INTEGER_set_uint64(X509_get_serialNumber(handle), number) == 1
  }

  private func setSubject(_ handle: OpaquePointer) -> Bool {
    guard let name = X509_get_subject_name(handle) else { return false }
    var isSet = add("O", Self.organization, to: name)
    if commonName.utf8.count <= Self.longestName {
      isSet = isSet && add("CN", commonName, to: name)
    }
    return isSet
  }

  private func add(_ field: String, _ value: String, to name: OpaquePointer) -> Bool {
    let bytes = Array(value.utf8)
    return X509_NAME_add_entry_by_txt(
      name, field, Self.textForm, bytes, Int32(bytes.count), -1, 0) == 1
  }

  private func addExtensions(_ handle: OpaquePointer, issuer: OpaquePointer) -> Bool {
    let extensions: [(Int32, String)]
    switch use {
    case .authority:
      extensions = [
        (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"),
        (NID_key_usage, "critical,keyCertSign,cRLSign"),
        (NID_subject_key_identifier, "hash"),
      ]
    case .server(let names):
      extensions = [
        (NID_basic_constraints, "critical,CA:FALSE"),
        (NID_key_usage, "critical,digitalSignature"),
        (NID_ext_key_usage, "serverAuth"),
        (NID_subject_alt_name, names.map(Self.alternativeName).joined(separator: ",")),
        (NID_subject_key_identifier, "hash"),
        (NID_authority_key_identifier, "keyid"),
      ]
    }
    return extensions.allSatisfy { X509_add_ext_text(handle, issuer, $0.0, $0.1) == 1 }
  }

  private static func alternativeName(_ name: String) -> String {
    "\(IPAddress(name) != nil ? "IP" : "DNS"):\(name)"
  }
}
