import Testing

@testable import StubServer

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Two sockets that are connected with each other; closed when it is let go of.
final class SocketPair {
  let near: Int32
  let far: Int32
  private var owned: [Int32]

  init() throws {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
    let type = Int32(SOCK_STREAM.rawValue)
    #else
    let type = SOCK_STREAM
    #endif
    try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
    (near, far) = (ends[0], ends[1])
    owned = ends
  }

  deinit { for end in owned { Descriptor.close(end) } }

  /// The near end, for somebody who closes it.
  func takeNear() -> Int32 {
    owned = [far]
    return near
  }

  /// Sends from the far end.
  func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = send(far, bytes, bytes.count, 0)
  }

  /// What has come to the far end, at most that many bytes.
  func read(atMost count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let count = recv(far, &bytes, count, Int32(MSG_DONTWAIT))
    return Array(bytes.prefix(max(count, 0)))
  }
}

extension EventLoop {
  /// Runs the events that are due.
  func runOnce() {
    stop()
    run()
  }
}
