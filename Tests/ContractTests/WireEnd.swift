import Foundation

/// How a connection ends after one request: what came before an orderly end, or a reset.
enum WireEnd: Sendable, Equatable {
  case end(String)
  case reset

  init(of host: String, path: String, port: Int) throws {
    let request = try OpenRequest(to: host, path: path, port: port)
    self = try request.readToEnd()
  }
}

/// A request that has been sent, on a connection that closes when this is let go.
final class OpenRequest {
  private let socket: Int32

  init(to host: String, path: String, port: Int) throws {
    socket = try SocketClient.connect(port)
    try SocketClient.write(Data("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8), to: socket)
  }

  deinit { close(socket) }

  /// Whether the other side has neither sent anything nor ended the connection.
  var hasNothingToRead: Bool {
    var byte: UInt8 = 0
    return recv(socket, &byte, 1, Int32(MSG_DONTWAIT)) < 0 && errno == EAGAIN
  }

  func readToEnd() throws -> WireEnd {
    var all = Data()
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == ECONNRESET { return .reset }
      if count < 0 { throw SocketClient.Failure(reason: "no end of the connection: \(errno)") }
      if count == 0 { return .end(String(decoding: all, as: UTF8.self)) }
      all += buffer[..<count]
    }
  }
}
