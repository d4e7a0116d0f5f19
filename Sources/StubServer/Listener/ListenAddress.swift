import StubCore

/// An address on which a listener accepts connections.
public enum ListenAddress: Sendable, Hashable {
  /// An IPv4 or IPv6 address or `localhost`, and a port; with port 0, the system picks a free one.
  case tcp(host: String, port: Int)
  /// An address and a port for TLS; with port 0, the system picks a free one.
  case tls(host: String, port: Int, configuration: TLSConfiguration = TLSConfiguration())
  /// The path of a Unix socket, shorter than 104 bytes.
  case unix(path: String)
}

extension ListenAddress: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tcp(let host, let port), .tls(let host, let port, _):
      "\(host.contains(":") ? "[\(host)]" : host):\(port)"
    case .unix(let path): "unix:\(path)"
    }
  }

  /// The base URL for clients on this machine; 0.0.0.0 and `::` become the loopback address.
  public var url: String {
    let scheme: String
    switch self {
    case .unix: return description
    case .tcp: scheme = "http"
    case .tls: scheme = "https"
    }
    switch host {
    case "0.0.0.0": return "\(scheme)://127.0.0.1:\(port ?? 0)"
    case "::": return "\(scheme)://[::1]:\(port ?? 0)"
    default: return "\(scheme)://\(description)"
    }
  }

  /// The host; `nil` for a Unix socket.
  var host: String? {
    switch self {
    case .tcp(let host, _), .tls(let host, _, _): host
    case .unix: nil
    }
  }

  /// Whether only programs on this machine can reach the address.
  package var isLocal: Bool {
    host.map { ["localhost", "::1", "[::1]"].contains($0) || $0.hasPrefix("127.") } ?? true
  }

  /// Returns whether a connection from this machine to `host` reaches this address.
  ///
  /// The answer uses no DNS, so it is `false` for names other than `localhost`.
  func isReached(at host: String) -> Bool {
    let hosts = Self.addresses(of: host)
    switch self.host {
    case "0.0.0.0", "::", "[::]":
      return hosts.contains { address in IPAddress.loopback.contains { $0.contains(address) } }
    case let own?: return !hosts.isDisjoint(with: Self.addresses(of: own))
    case nil: return false
    }
  }

  /// Returns the IP addresses of a host that is an IP address or `localhost`; none for other names.
  private static func addresses(of host: String) -> Set<IPAddress> {
    let names = host == "localhost" ? ["127.0.0.1", "::1"] : [host.filter { !"[]".contains($0) }]
    return Set(names.compactMap { IPAddress($0)?.reached })
  }

  /// The port; `nil` for a Unix socket.
  public var port: Int? {
    switch self {
    case .tcp(_, let port), .tls(_, let port, _): port
    case .unix: nil
    }
  }

  /// The TLS settings; `nil` for a plain address.
  var tls: TLSConfiguration? {
    if case .tls(_, _, let configuration) = self { configuration } else { nil }
  }
}

/// The error for an address on which the listener could not listen.
package struct ListenError: DescribedError, Sendable, Hashable {
  /// The requested address.
  package let address: ListenAddress
  /// The reason why the address cannot be used, and the remedy.
  package let description: String
  /// The system's error number; 0 if no system call failed.
  let systemError: Int32

  init(
    _ address: ListenAddress, _ problem: String, try remedy: String? = nil, systemError: Int32 = 0
  ) {
    self.address = address
    self.systemError = systemError
    description = "cannot listen on \(address): \(problem)\(remedy.map { "; \($0)" } ?? "")"
  }
}

/// The addresses of a listener, and their base URLs, set when it starts.
final class OwnAddresses: Sendable {
  private let addresses = Lock<[ListenAddress]>([])
  private let urls = Lock<[(scheme: String, url: String)]>([])

  /// Stores the listener's addresses.
  func set(_ addresses: [ListenAddress]) {
    let urls = addresses.filter { $0.port != nil }
      .map { (scheme: $0.tls == nil ? "http" : "https", url: $0.url) }
    self.urls.withLock { $0 = urls }
    self.addresses.withLock { $0 = addresses }
  }

  /// Returns whether a URL leads to the listener; a URL without a host does.
  func contain(_ url: RequestURL) -> Bool {
    guard let host = url.host else { return true }
    return addresses.withLock { $0 }.contains {
      $0.port == url.effectivePort && $0.isReached(at: host)
    }
  }

  /// Returns the first base URL with this scheme, or the first of all; `nil` before the listener
  /// serves.
  func url(scheme: String?) -> String? {
    let urls = urls.withLock { $0 }
    return (urls.first { scheme == nil || $0.scheme == scheme } ?? urls.first)?.url
  }
}
