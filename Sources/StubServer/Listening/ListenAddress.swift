#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Where a listener can be reached.
public enum ListenAddress: Sendable, Hashable {
  /// An IPv4 or IPv6 address or `localhost`, and a port; port 0 takes a free one.
  case tcp(host: String, port: Int)
  /// The same, with TLS.
  case tls(host: String, port: Int, configuration: TLSConfiguration = TLSConfiguration())
  /// The path of a unix socket, shorter than 104 bytes.
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

  /// The URL to reach it by, the loopback address standing in for "any address".
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

  private var host: String? {
    switch self {
    case .tcp(let host, _), .tls(let host, _, _): host
    case .unix: nil
    }
  }

  /// Whether only programs on this machine can reach it, over the loopback.
  var isLocal: Bool {
    host.map { ["localhost", "::1", "[::1]"].contains($0) || $0.hasPrefix("127.") } ?? true
  }

  /// `nil` for a unix socket.
  public var port: Int? {
    switch self {
    case .tcp(_, let port), .tls(_, let port, _): port
    case .unix: nil
    }
  }

  /// How TLS is spoken; `nil` for a plain address.
  var tls: TLSConfiguration? {
    if case .tls(_, _, let configuration) = self { configuration } else { nil }
  }
}

/// An address on which it was not possible to listen.
public struct ListenError: Error, Sendable, Hashable, CustomStringConvertible {
  public let address: ListenAddress
  /// Why the address cannot be used, and what to do.
  public let description: String
  /// The system's error number; 0 when it was not asked.
  let systemError: Int32

  init(
    _ address: ListenAddress, _ problem: String, try remedy: String? = nil, systemError: Int32 = 0
  ) {
    self.address = address
    self.systemError = systemError
    description = "cannot listen on \(address): \(problem)\(remedy.map { "; \($0)" } ?? "")"
  }
}

/// A socket that accepts connections; who holds it must close it.
struct BoundSocket: Sendable {
  var descriptor: Int32
  /// With the port that was taken.
  var address: ListenAddress
  /// Whether the system spreads connections over several sockets with this address.
  var isSpread = false
  /// Device and node of a unix socket's file, to know it again.
  var file: FileIdentity?
  /// The TCP address, while the socket does not listen on purpose.
  var name: SocketName?
  /// What connections speak TLS with; `nil` for plain ones.
  var tls: TLSContext?

  /// The listener's own port; `nil` for a unix socket.
  var port: Int? { address.port }

  /// Connections that wait to be accepted; the system may allow fewer.
  static let backlog: Int32 = 1_024

  /// Binds all sockets of an address, one for each loop where the system can spread connections.
  ///
  /// - Throws: `ListenError` naming the address and the remedy.
  static func bind(
    _ address: ListenAddress, loops: Int, tls: TLSContext? = nil
  ) throws(ListenError) -> [BoundSocket] {
    switch address {
    case .unix(let path):
      return [try UnixSocket.bind(path)]
    case .tcp(let host, let port):
      return try bind(host, port, loops: loops)
    case .tls(let host, let port, let configuration):
      tls?.prepare(names: host == "localhost" ? [host] : [host, "localhost"])
      return try bind(host, port, loops: loops).map { socket in
        var socket = socket
        socket.address = .tls(
          host: host, port: socket.port ?? port, configuration: configuration)
        socket.tls = tls
        return socket
      }
    }
  }

  private static func bind(
    _ host: String, _ port: Int, loops: Int
  ) throws(ListenError) -> [BoundSocket] {
    if host == "localhost" { return try TCPSocket.bindLocalhost(port: port, loops: loops) }
    return try TCPSocket.bind(host: host, port: port, loops: loops)
  }

  /// The error for the system's last failed call.
  static func failure(_ address: ListenAddress) -> ListenError {
    let code = errno
    return switch (code, address) {
    case (EADDRINUSE, .tcp(_, let port)):
      ListenError(
        address, "port \(port) is in use",
        try: "use another port, or stop the other program (lsof -i :\(port) shows it)",
        systemError: code)
    case (EACCES, .tcp):
      ListenError(address, "no permission", try: "use a port above 1023", systemError: code)
    case (EADDRNOTAVAIL, _), (EAFNOSUPPORT, _):
      ListenError(
        address, "this machine does not have that address", systemError: code)
    default:
      ListenError(
        address, String(cString: strerror(code)), systemError: code)
    }
  }
}
