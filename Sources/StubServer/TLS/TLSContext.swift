import COpenSSL
import StubCore

/// The OpenSSL context for the TLS connections of an address, which is created before binding.
///
/// Any thread may create sessions from a context that no longer changes.
final class TLSContext: @unchecked Sendable {
  let handle: OpaquePointer
  let configuration: TLSConfiguration
  /// The certificate and the key, if the configuration names their files; otherwise `nil`.
  private let files: TLSIdentity?
  /// The object that issues certificates; `nil` until a certificate has to be issued.
  private let mint = Lock<CertificateMint?>(nil)
  /// The certificate file of the local authority; `nil` if no authority was needed at the start.
  private let authorityPath: String?
  /// The faults that can change while the listener serves.
  private let conditions: ListenerConditions?
  /// The clock for the delays of handshakes.
  let clock: ListenerClock
  /// Warnings about settings that can be used although they have a problem.
  let warnings: [String]
  /// The names of the accepted application protocols as bytes, the preferred one first.
  private let protocols: [[UInt8]]
  /// The receiver of problems of failed handshakes.
  let onProblem: @Sendable (String) -> Void

  /// Creates the context of a configuration.
  ///
  /// - Throws: `TLSConfigurationError` if versions, files or the authority are invalid.
  init(
    _ configuration: TLSConfiguration, faults conditions: ListenerConditions? = nil,
    onProblem: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(TLSConfigurationError) {
    OpenSSLLibrary.prepare
    guard configuration.minimumVersion <= configuration.maximumVersion else {
      throw TLSConfigurationError(
        "TLS versions",
        "the minimum \(configuration.minimumVersion.rawValue) is higher than the maximum "
          + configuration.maximumVersion.rawValue)
    }
    self.configuration = configuration
    self.conditions = conditions
    clock = conditions?.clock ?? ListenerClock()
    self.onProblem = onProblem
    protocols = try configuration.applicationProtocols.map(Self.encoded)
    switch configuration.certificate {
    case .files(let certificate, let key):
      let identity = try CertificateFiles.identity(certificate: certificate, key: key)
      files = identity
      warnings = CertificateFiles.warnings(identity, file: certificate)
    case .minted:
      files = nil
      warnings = []
    }
    let faults =
      Array(configuration.faultsByServerName.values) + [configuration.fault].compactMap(\.self)
      + (conditions?.faults.tls.map(\.fault) ?? [])
    if files == nil || faults.contains(where: { $0.certificate != nil }) {
      let authority = try LocalAuthority(directory: configuration.authorityDirectory)
      let new = try Self.mint(authority)
      mint.withLock { $0 = new }
      authorityPath = authority.certificatePath
    } else {
      authorityPath = nil
    }
    guard let handle = SSL_CTX_new(TLS_server_method()) else {
      throw Self.failure(OpenSSLProblem.take())
    }
    self.handle = handle
    // All stored properties are set here, so that a failure below frees the handle.
    try setUp()
  }

  deinit { SSL_CTX_free(handle) }

  /// The file that clients need in order to trust this server: its certificate file,
  /// or the authority's.
  var certificateToTrust: String? {
    if case .files(let certificate, _) = configuration.certificate { return certificate }
    return authorityPath
  }

  /// Returns the fault for a client.
  ///
  /// Call this once for each client, because each call counts.
  func fault(for hello: ClientHello) -> TLSFault? {
    conditions?.nextTLSFault(forServerName: hello.serverName)
      ?? configuration.fault(forServerName: hello.serverName)
  }

  /// Returns the identity for a client that asks for the server `name`, or is connected to the
  /// address `name`.
  ///
  /// - Throws: `TLSConfigurationError` for the authority, `OpenSSLProblem` for the certificate.
  func identity(for name: String, flaw: CertificateFlaw?) throws -> TLSIdentity {
    if flaw == nil, let files { return files }
    return try currentMint().identity(for: name, flaw: flaw)
  }

  /// Returns the object that issues certificates, which is created if only a later fault needs it.
  private func currentMint() throws -> CertificateMint {
    if let mint = mint.withLock({ $0 }) { return mint }
    let new = try Self.mint(LocalAuthority(directory: configuration.authorityDirectory))
    mint.withLock { $0 = new }
    return new
  }

  /// Issues the certificates that clients will probably ask for, so that no client has to wait.
  func prepare(names: [String]) {
    for name in names { _ = try? identity(for: name, flaw: configuration.fault?.certificate) }
  }

  private static func mint(
    _ authority: LocalAuthority
  ) throws(TLSConfigurationError) -> CertificateMint {
    do throws(OpenSSLProblem) {
      return try CertificateMint(authority)
    } catch {
      throw failure(error)
    }
  }

  private static func encoded(_ name: String) throws(TLSConfigurationError) -> [UInt8] {
    let bytes = Array(name.utf8)
    guard (1...255).contains(bytes.count) else {
      throw TLSConfigurationError(
        "application protocols",
        "a name must have 1 to 255 bytes, not \(bytes.count)", try: "use http/1.1 or h2")
    }
    return bytes
  }

  private static func failure(_ problem: OpenSSLProblem) -> TLSConfigurationError {
    TLSConfigurationError(
      "TLS", "\(problem)", try: "check that OpenSSL 3.0 or later is installed")
  }

  private func setUp() throws(TLSConfigurationError) {
    SSL_CTX_set_listener_options(handle)
    let isSet =
      SSL_CTX_set_minimum_version(handle, configuration.minimumVersion.number) == 1
      && SSL_CTX_set_maximum_version(handle, configuration.maximumVersion.number) == 1
      // A session with a client certificate can be resumed only if it has a session ID context.
      && SSL_CTX_set_session_id_context(handle, [1], 1) == 1
    guard isSet else { throw Self.failure(OpenSSLProblem.take()) }
    SSL_CTX_set_client_hello_cb(handle, TLSSession.onClientHello, nil)
    if !protocols.isEmpty {
      SSL_CTX_set_alpn_select_cb(
        handle, TLSSession.onProtocols, Unmanaged.passUnretained(self).toOpaque())
    }
    try askForCertificates()
  }

  private func askForCertificates() throws(TLSConfigurationError) {
    guard let file = configuration.clientCertificates.authorities else { return }
    _ = try CertificateFiles.certificates(in: file)
    // This flag allows trust in an intermediate authority without its issuer.
    guard SSL_CTX_load_verify_file(handle, file) == 1, let names = SSL_load_client_CA_file(file),
      X509_STORE_set_flags(SSL_CTX_get_cert_store(handle), UInt(X509_V_FLAG_PARTIAL_CHAIN)) == 1
    else { throw Self.failure(OpenSSLProblem.take()) }
    // Requests for client certificates name these authorities.
    SSL_CTX_set_client_CA_list(handle, names)
    var mode = SSL_VERIFY_PEER
    if case .required = configuration.clientCertificates {
      mode |= SSL_VERIFY_FAIL_IF_NO_PEER_CERT
    }
    SSL_CTX_set_verify(handle, mode, nil)
  }

  /// Returns the most preferred protocol that the client offers, as a range of the offer.
  func choose(from offer: Span<UInt8>) -> Range<Int>? {
    for wanted in protocols {
      var index = 0
      while index < offer.count {
        let range = index + 1..<index + 1 + Int(offer[index])
        guard range.upperBound <= offer.count else { break }
        if range.count == wanted.count,
          range.indices.allSatisfy({ offer[$0] == wanted[$0 - range.lowerBound] })
        {
          return range
        }
        index = range.upperBound
      }
    }
    return nil
  }
}

extension TLSVersion {
  /// The number of this version in TLS messages (RFC 8446 §4.1.2).
  fileprivate var number: Int32 {
    switch self {
    case .tls12: TLS1_2_VERSION
    case .tls13: TLS1_3_VERSION
    }
  }
}
