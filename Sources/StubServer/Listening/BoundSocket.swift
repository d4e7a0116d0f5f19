#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

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

  /// The listener's own port; `nil` for a unix socket.
  var port: Int? {
    if case .tcp(_, let port) = address { port } else { nil }
  }

  /// Connections that wait to be accepted; the system may allow fewer.
  static let backlog: Int32 = 1_024

  /// Binds all sockets of an address, one for each loop where the system can spread connections.
  ///
  /// - Throws: `ListenError` naming the address and the remedy.
  static func bind(_ address: ListenAddress, loops: Int) throws(ListenError) -> [BoundSocket] {
    switch address {
    case .unix(let path):
      return [try UnixSocket.bind(path)]
    case .tcp("localhost", let port):
      return try TCPSocket.bindLocalhost(port: port, loops: loops)
    case .tcp(let host, let port):
      return try TCPSocket.bind(host: host, port: port, loops: loops)
    }
  }

  /// The error for the system's last failed call.
  static func failure(_ address: ListenAddress) -> ListenError {
    let code = errno
    return switch (code, address) {
    case (EADDRINUSE, .tcp(_, let port)):
      ListenError(
        address, expected: "port \(port) to be free", found: "it in use",
        try: "stop the other program (`lsof -i :\(port)` shows it) or choose another port;"
          + " port 0 takes a free one", systemError: code)
    case (EACCES, .tcp(_, let port)):
      ListenError(
        address, expected: "permission to use port \(port)", found: "none",
        try: "choose a port above 1023", systemError: code)
    case (EADDRNOTAVAIL, _), (EAFNOSUPPORT, _):
      ListenError(
        address, expected: "an address of this machine", found: "another",
        try: "use 127.0.0.1, or 0.0.0.0 for all addresses", systemError: code)
    default:
      ListenError(
        address, expected: "a socket to bind",
        found: "the error: \(String(cString: strerror(code)))",
        try: "choose another address", systemError: code)
    }
  }
}
