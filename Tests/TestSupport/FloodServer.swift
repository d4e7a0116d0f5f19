package import Foundation
import StubLanguages

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A real server on 127.0.0.1 that answers one request with a long body, and tells when its client
/// has stopped reading.
package final class FloodServer: Sendable {
  package struct Unavailable: Error {}

  package let url: String
  /// No two of its megabytes are alike.
  package let body: Data
  /// How long nothing may go out before the client counts as one that has stopped, in seconds.
  private static let patience = 2
  private let stops: AsyncStream<Int>
  private let continuation: AsyncStream<Int>.Continuation

  /// - Parameter megabytes: The length of the body, in units of 2²⁰ bytes.
  /// - Throws: `Unavailable` when there is no free port.
  package init(megabytes: Int) throws {
    let noise = (0..<1 << 17).map { _ in UInt64.random(in: 0...UInt64.max) }
    let megabyte = noise.withUnsafeBytes { Data($0) }
    body = (0..<UInt64(megabytes)).reduce(into: Data()) { body, number in
      body += megabyte.dropLast(8)
      withUnsafeBytes(of: number) { body += $0 }
    }
    (stops, continuation) = AsyncStream.makeStream()
    #if canImport(Darwin)
    let listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 1) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard isListening else {
      close(listener)
      throw Unavailable()
    }
    url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    Thread.detachNewThread { self.serve(listener) }
  }

  /// How many bytes had gone out when the client stopped reading, or when there were no more.
  package func firstStop() async -> Int {
    for await count in stops { return count }
    return body.count
  }

  private func serve(_ listener: Int32) {
    let connection = accept(listener, nil, nil)
    close(listener)
    defer {
      close(connection)
      continuation.finish()
    }
    var request = [UInt8](repeating: 0, count: 65_536)
    guard read(connection, &request, request.count) > 0 else { return }
    var time = timeval(tv_sec: Self.patience, tv_usec: 0)
    setsockopt(
      connection, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    let head = Data("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n".utf8)
    guard send(head, to: connection) else { return }
    _ = send(body, to: connection) { continuation.yield($0) }
  }

  /// Sends all of it; `stopped` is told how much is out each time that nothing more goes out.
  private func send(
    _ data: Data, to connection: Int32, _ stopped: (Int) -> Void = { _ in }
  ) -> Bool {
    data.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let rest = bytes[sent...].prefix(65_536)
        let count = write(
          connection, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count > 0 {
          sent += count
        } else if errno == EAGAIN {
          stopped(sent)
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }
}
