/// Where a listener can be reached.
public enum ListenAddress: Sendable, Hashable {
  /// An IPv4 or IPv6 address or `localhost`, and a port; port 0 takes a free one.
  case tcp(host: String, port: Int)
  /// The path of a unix socket, shorter than 104 bytes.
  case unix(path: String)
}

extension ListenAddress: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tcp(let host, let port): "\(host.contains(":") ? "[\(host)]" : host):\(port)"
    case .unix(let path): "unix:\(path)"
    }
  }

  /// The URL to reach it by, the loopback address standing in for "any address".
  var url: String {
    switch self {
    case .tcp("0.0.0.0", let port): "http://127.0.0.1:\(port)"
    case .tcp("::", let port): "http://[::1]:\(port)"
    case .tcp, .unix: if case .unix = self { description } else { "http://\(description)" }
    }
  }
}

/// An address on which it was not possible to listen.
public struct ListenError: Error, Sendable, Hashable, CustomStringConvertible {
  public let address: ListenAddress
  /// What was expected, what was found and what to try.
  public let description: String
  /// The system's error number; 0 when it was not asked.
  let systemError: Int32

  init(
    _ address: ListenAddress, expected: String, found: String, try remedy: String,
    systemError: Int32 = 0
  ) {
    self.address = address
    self.systemError = systemError
    description = "cannot listen on \(address): expected \(expected), found \(found); \(remedy)"
  }
}
