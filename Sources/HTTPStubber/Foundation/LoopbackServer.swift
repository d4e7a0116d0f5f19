#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import StubCore
import StubPlatform

/// A server on 127.0.0.1 that answers one request and then closes.
///
/// The path of the request cannot be guessed.
final class LoopbackServer: Sendable {
  let port: UInt16
  let path: String
  private let body: PlannedBody
  private let listener: Int32

  /// The timeout for the request, and for sending each piece of the response, in milliseconds.
  private static let patience: Int32 = 10_000

  /// Opens the socket.
  ///
  /// - Throws: `URLError` if no socket can be opened.
  init(serving body: PlannedBody) throws {
    self.body = body
    path = UUID().uuidString
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        listener >= 0 && bind(listener, address, length) == 0 && listen(listener, 4) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard isListening else {
      let reason = String(cString: strerror(errno))
      if listener >= 0 { close(listener) }
      throw URLError(
        .cannotCreateFile, for: nil,
        "cannot open a socket on 127.0.0.1 for a download: \(reason); raise the limit of open files, "
          + "or answer downloads with the listener")
    }
  }

  /// Serves the request on a new thread.
  func start() {
    Thread.detachNewThread {
      self.serve()
      close(self.listener)
    }
  }

  private func serve() {
    // Other programs on this machine may connect first; only a request for the right
    // path is answered.
    for _ in 0..<16 {
      guard Self.waits(for: POLLIN, on: listener) else { return }
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { continue }
      defer { close(connection) }
      guard readHead(from: connection).hasPrefix("GET /\(path) ") else { continue }
      answer(connection)
      return
    }
  }

  private func readHead(from connection: Int32) -> String {
    var head: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while head.count < 64 * 1_024, Self.waits(for: POLLIN, on: connection) {
      let count = recv(connection, &buffer, buffer.count, 0)
      if count <= 0 { break }
      head += buffer[..<count]
      if head.suffix(4) == [13, 10, 13, 10] { break }
    }
    return String(decoding: head, as: UTF8.self)
  }

  private func answer(_ connection: Int32) {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n"
    guard let open = try? BodyReader(body), Self.write(Data(head.utf8), to: connection) else {
      return
    }
    var sent = 0
    while sent < body.count {
      let range = sent..<min(sent + PlanSteps.largestStep, body.count)
      guard let data = try? open.read(range), Self.write(data, to: connection) else { return }
      sent = range.upperBound
    }
  }

  private static func write(_ data: Data, to connection: Int32) -> Bool {
    data.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        guard waits(for: POLLOUT, on: connection) else { return false }
        let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
        let count = send(
          connection, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }
  }

  private static func waits(for event: Int32, on descriptor: Int32) -> Bool {
    var subject = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    while true {
      let count = poll(&subject, 1, patience)
      if count < 0, errno == EINTR { continue }
      return count > 0
    }
  }
}
#endif
