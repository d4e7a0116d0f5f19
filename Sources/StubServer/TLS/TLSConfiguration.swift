public import StubCore

/// The TLS settings of a listener's address.
///
///     var configuration = TLSConfiguration()
///     configuration.certificate = .files(certificate: "server.pem", key: "server-key.pem")
///     let listener = try Listener(
///       stubs: stubs, addresses: [.tls(host: "127.0.0.1", port: 8443, configuration: configuration)])
public struct TLSConfiguration: Sendable, Hashable {
  /// The source of the certificate that clients get.
  public var certificate = TLSCertificateSource.minted
  /// The folder of the local authority that issues certificates.
  ///
  /// `nil` stands for the user's default folder: `$STUBBER_CA_DIRECTORY`, or `stubber/ca` in the
  /// user's data folder (`$XDG_DATA_HOME`, `~/.local/share`; on macOS
  /// `~/Library/Application Support`).
  public var authorityDirectory: String?
  /// The lowest TLS version (default: TLS 1.2).
  public var minimumVersion = TLSVersion.tls12
  /// The highest TLS version (default: TLS 1.3).
  public var maximumVersion = TLSVersion.tls13
  /// The application protocols that the server accepts, the preferred one first (RFC 7301).
  ///
  /// A client that offers only other protocols is refused. If the list is empty, the client's offer
  /// is ignored.
  public var applicationProtocols = ["h2", "http/1.1", "http/1.0"]
  /// Whether clients are asked for a certificate, or even have to send one (default: not asked).
  public var clientCertificates = ClientCertificatePolicy.ignored
  /// The fault for every client; `nil` for none.
  public var fault: TLSFault?
  /// The faults for clients that ask for one of these servers (SNI); they take precedence over
  /// `fault`.
  public var faultsByServerName: [String: TLSFault] = [:]

  /// Creates the default settings.
  ///
  /// They are certificates of the local authority for any name, TLS 1.2 and 1.3, HTTP/2 and
  /// HTTP/1.1.
  public init() {}

  /// Returns the fault for a client that asks for server `name`, in lower case; `nil` for none.
  func fault(forServerName name: String?) -> TLSFault? {
    guard let name, !faultsByServerName.isEmpty else { return fault }
    return faultsByServerName.first { $0.key.lowercasedASCII() == name }?.value ?? fault
  }
}

/// The source of a server's certificate.
public enum TLSCertificateSource: Sendable, Hashable {
  /// The local authority issues a certificate for each name that clients ask for.
  case minted
  /// Two PEM files: the certificate followed by the intermediate certificates, and the private key.
  case files(certificate: String, key: String)
}

/// Whether clients are asked for a certificate, or even have to send one.
public enum ClientCertificatePolicy: Sendable, Hashable {
  /// Clients are not asked for a certificate.
  case ignored
  /// Clients are asked for a certificate, but may send none.
  ///
  /// A certificate must be from an authority in the PEM file.
  case requested(authorities: String)
  /// Clients must send a certificate from an authority in the PEM file.
  case required(authorities: String)

  /// The PEM file of the authorities; `nil` if no certificate is requested.
  var authorities: String? {
    switch self {
    case .ignored: nil
    case .requested(let file), .required(let file): file
    }
  }
}

/// A version of TLS.
public enum TLSVersion: String, Sendable, Hashable, CaseIterable, Comparable {
  /// TLS 1.2 (RFC 5246).
  case tls12 = "1.2"
  /// TLS 1.3 (RFC 8446).
  case tls13 = "1.3"

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The error for unusable TLS settings: a file, a version or the local authority is invalid.
package struct TLSConfigurationError: DescribedError, Sendable, Hashable {
  /// The file or setting, its problem, and what to do.
  package let description: String

  /// Creates an error from its parts.
  ///
  /// - Parameters:
  ///   - subject: The file or setting.
  ///   - problem: The problem.
  ///   - remedy: What to do, unless it is obvious.
  init(_ subject: String, _ problem: String, try remedy: String? = nil) {
    description = "\(subject): \(problem)\(remedy.map { "; \($0)" } ?? "")"
  }
}
