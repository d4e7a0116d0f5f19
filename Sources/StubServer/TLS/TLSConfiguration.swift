public import StubCore

/// How a listener speaks TLS on an address.
///
///     var configuration = TLSConfiguration()
///     configuration.certificate = .files(certificate: "server.pem", key: "server-key.pem")
///     let listener = try Listener(
///       stubs: stubs, addresses: [.tls(host: "127.0.0.1", port: 8443, configuration: configuration)])
public struct TLSConfiguration: Sendable, Hashable {
  /// Where the certificate comes from that clients are shown.
  public var certificate = TLSCertificateSource.minted
  /// The folder of the local authority that mints certificates; `nil` for the user's own one, in
  /// `$STUBBER_CA_DIRECTORY`, or `stubber/ca` in the user's data folder (`$XDG_DATA_HOME`,
  /// `~/.local/share`; on macOS `~/Library/Application Support`).
  public var authorityDirectory: String?
  /// The oldest version that is spoken (default: TLS 1.2).
  public var minimumVersion = TLSVersion.tls12
  /// The newest version that is spoken (default: TLS 1.3).
  public var maximumVersion = TLSVersion.tls13
  /// The names of application protocols to agree on, the most wanted first (RFC 7301).
  ///
  /// A client that asks for others only is refused. Empty to ignore what clients ask for.
  public var applicationProtocols = ["h2", "http/1.1", "http/1.0"]
  /// Whether clients must show a certificate (default: they are not asked).
  public var clientCertificates = ClientCertificatePolicy.ignored
  /// What goes wrong on purpose, for every client.
  public var fault: TLSFault?
  /// What goes wrong for clients that ask for a server by this name, instead of `fault`.
  public var faultsByServerName: [String: TLSFault] = [:]

  /// Certificates of the local authority for any name, TLS 1.2 and 1.3, HTTP/2 and HTTP/1.1.
  public init() {}

  /// The fault for a client that asks for the name, in lower case, or for none.
  func fault(forServerName name: String?) -> TLSFault? {
    guard let name, !faultsByServerName.isEmpty else { return fault }
    return faultsByServerName.first { $0.key.lowercasedASCII() == name }?.value ?? fault
  }
}

/// Where the certificate of a server comes from.
public enum TLSCertificateSource: Sendable, Hashable {
  /// Made for each name that clients ask for, by an authority that is created once.
  case minted
  /// Two PEM files: the certificate followed by those between it and its root, and its key.
  case files(certificate: String, key: String)
}

/// Whether clients must present a certificate.
public enum ClientCertificatePolicy: Sendable, Hashable {
  /// Not asked for.
  case ignored
  /// Asked for; a client may have none, but one that it shows must come from the PEM file's
  /// authorities.
  case requested(authorities: String)
  /// Required, and from one of the authorities in the PEM file.
  case required(authorities: String)

  /// The PEM file of the authorities; `nil` where none is asked for.
  var authorities: String? {
    switch self {
    case .ignored: nil
    case .requested(let file), .required(let file): file
    }
  }
}

/// A version of TLS.
public enum TLSVersion: String, Sendable, Hashable, CaseIterable, Comparable {
  /// RFC 5246.
  case tls12 = "1.2"
  /// RFC 8446.
  case tls13 = "1.3"

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A TLS set-up that cannot be used: a file, a version or the local authority is wrong.
package struct TLSConfigurationError: DescribedError, Sendable, Hashable {
  /// What is wrong with which file or setting, and what to do.
  package let description: String

  /// - Parameters:
  ///   - subject: The file or setting.
  ///   - problem: What is wrong with it.
  ///   - remedy: What to do, where that is not obvious.
  init(_ subject: String, _ problem: String, try remedy: String? = nil) {
    description = "\(subject): \(problem)\(remedy.map { "; \($0)" } ?? "")"
  }
}
