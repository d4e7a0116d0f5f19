import Foundation
import StubCore
import TestSupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A server on 127.0.0.1 that plays the script of a fault to each client, byte for byte.
///
/// It knows sockets and nothing of this library's hosts, so that they can be compared to it. It
/// serves until the process ends, so that no other server gets its port while a test uses it.
struct ScriptServer {
  struct Unavailable: Error {}

  let port: UInt16

  init(_ plan: ResponsePlan) throws {
    let listener = socket(AF_INET, Self.stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 1_024) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard isListening else { throw Unavailable() }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        if connection < 0 { return }
        Thread.detachNewThread { Self.play(plan, on: connection) }
      }
    }
  }

  #if canImport(Darwin)
  private static let stream = SOCK_STREAM
  #else
  private static let stream = Int32(SOCK_STREAM.rawValue)
  #endif

  private static func play(_ plan: ResponsePlan, on connection: Int32) {
    readHead(connection)
    let head = plan.head.map(Self.bytes) ?? []
    let body: [UInt8] = if case .data(let data) = plan.body { Array(data) } else { [] }
    var (headSent, bodySent) = (0, 0)
    for step in plan.fault?.steps ?? [.head, .body(.all), .finish] {
      switch step {
      case .wait(let duration):
        usleep(UInt32(duration / .microseconds(1)))
      case .head:
        send(head[headSent...], connection)
        headSent = head.count
      case .headBytes(let count):
        let end = min(count, head.count)
        send(head[headSent..<end], connection)
        headSent = end
      case .dribbledHead(let interval):
        while headSent < head.count {
          send(head[headSent...headSent], connection)
          headSent += 1
          usleep(UInt32(interval / .microseconds(1)))
        }
      case .body(let share):
        let end =
          switch share {
          case .bytes(let count): min(count, body.count)
          case .percent(let percent): Int(Double(body.count) * percent / 100)
          case .time, .all: body.count
          }
        send(body[bodySent..<end], connection)
        bodySent = end
      case .raw(let data):
        send(Array(data)[...], connection)
      case .finish, .end(.close), .end(.goAway):
        close(connection)
        return
      case .end(.halfClose):
        shutdown(connection, Int32(SHUT_WR))
        waitForEnd(connection)
      case .end(.stall):
        waitForEnd(connection)
      case .end(.reset), .end(.resetStream):
        var noLinger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
          connection, SOL_SOCKET, SO_LINGER, &noLinger, socklen_t(MemoryLayout<linger>.size))
        close(connection)
        return
      }
    }
    close(connection)
  }

  private static func bytes(of head: ResponseHead) -> [UInt8] {
    var text = "HTTP/1.1 \(head.status.rawValue) \(head.reasonPhrase)\r\n"
    for field in head.headers.fields { text += "\(field.name.rawName): \(field.value)\r\n" }
    return Array(text.utf8) + Array(head.rawLines) + Array("\r\n".utf8)
  }

  private static func send(_ bytes: ArraySlice<UInt8>, _ connection: Int32) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  private static func readHead(_ connection: Int32) {
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while !text.contains("\r\n\r\n") {
      let count = read(connection, &buffer, buffer.count)
      if count <= 0 { return }
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
  }

  private static func waitForEnd(_ connection: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while read(connection, &buffer, buffer.count) > 0 {}
  }
}
