import CLinux
import Glibc

/// Says which of many sockets can be read or written.
final class Poller {
  private let descriptor: Int32
  private var events = [epoll_event](repeating: epoll_event(), count: 512)

  init() { descriptor = epoll_create1(0) }

  deinit { close(descriptor) }

  /// Reports the socket with this number from now on.
  func add(_ socket: Int32, number: Int, isWriter: Bool = false) {
    var event = epoll_event()
    event.events = EPOLLIN.rawValue | (isWriter ? EPOLLOUT.rawValue : 0)
    event.data.u64 = UInt64(number)
    epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event)
  }

  /// Stops reporting that a socket can be written.
  func endWriting(_ socket: Int32, number: Int) {
    var event = epoll_event()
    event.events = EPOLLIN.rawValue
    event.data.u64 = UInt64(number)
    epoll_ctl(descriptor, EPOLL_CTL_MOD, socket, &event)
  }

  func remove(_ socket: Int32) { epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, nil) }

  /// Waits this long at most and reports each socket that is ready.
  func wait(milliseconds: Int, _ body: (_ number: Int, _ canWrite: Bool) throws -> Void) rethrows {
    let count = epoll_wait(descriptor, &events, Int32(events.count), Int32(milliseconds))
    guard count > 0 else { return }
    for event in events[..<Int(count)] {
      try body(Int(event.data.u64), event.events & EPOLLOUT.rawValue != 0)
    }
  }
}
