import CLibevent

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// One libevent base: runs the events of the handles made on it, on the thread that calls `run()`.
///
/// Confined to that thread; other threads reach it through a `Mailbox`.
final class EventLoop {
  /// Bytes that are read from a socket at once, and that a buffer may have to be kept.
  static let bufferSize = 64 * 1_024

  let base: OpaquePointer
  /// What a socket is read into; the bytes mean something only while that socket is served.
  let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 16)
  /// A buffer for the output of the next socket that has some.
  var spareOutput = ByteQueue()

  /// - Throws: `EventLoopError` when the system has no more descriptors.
  init() throws(EventLoopError) {
    guard let configuration = event_config_new() else { throw EventLoopError() }
    defer { event_config_free(configuration) }
    // The coarse clock is up to 4 ms off, which is as long as a whole step of a paced body.
    event_config_set_flag(configuration, Int32(EVENT_BASE_FLAG_PRECISE_TIMER.rawValue))
    guard let base = event_base_new_with_config(configuration) else { throw EventLoopError() }
    self.base = base
  }

  deinit {
    event_base_free(base)
    scratch.deallocate()
  }

  /// Runs events until `stop()`.
  func run() { event_base_loop(base, EVLOOP_NO_EXIT_ON_EMPTY) }

  /// Ends `run()` after the events that are due.
  func stop() { event_base_loopexit(base, nil) }
}

/// An event loop that could not be made.
package struct EventLoopError: Error, Sendable, Hashable, CustomStringConvertible {
  package var description: String {
    "cannot make an event loop: no file descriptors or memory left; raise `ulimit -n`"
  }
}

/// The clocks of an event loop.
enum MonotonicClock {
  private static let origin = SuspendingClock.now

  /// Time since some fixed moment; never set back.
  static var now: Duration { SuspendingClock.now - origin }

  /// Seconds since 1970, by the calendar.
  static var secondsSince1970: Int { time(nil) }
}

/// Calls back once when its deadline has come; moving the deadline back costs nothing.
final class DeadlineTimer {
  private static let longest = Duration.seconds(365 * 86_400)

  private let loop: EventLoop
  private var event: OpaquePointer?
  /// When the callback is due, on the monotonic clock; `nil` while there is nothing to wait for.
  private(set) var deadline: Duration?
  /// When libevent will wake, which may be earlier than the deadline.
  private var wakeUp: Duration?
  var onDeadline: (() -> Void)?

  init(on loop: EventLoop) {
    self.loop = loop
    event = event_new(
      loop.base, -1, 0,
      { _, _, context in
        guard let context else { return }
        Unmanaged<DeadlineTimer>.fromOpaque(context).takeUnretainedValue().wake()
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { if let event { event_free(event) } }

  func set(_ deadline: Duration) {
    self.deadline = deadline
    if let wakeUp, wakeUp <= deadline { return }
    arm(deadline)
  }

  func clear() { deadline = nil }

  private func arm(_ time: Duration) {
    // More than a year is as good as never, and keeps the sum inside libevent from overflowing.
    let wait = min(max(.zero, time - MonotonicClock.now), Self.longest)
    let microseconds = Int64(wait / .microseconds(1)) + 1
    wakeUp = time
    // libevent counts from when it last woke, which is too early after other work since.
    event_base_update_cache_time(loop.base)
    event_add_after(event, microseconds / 1_000_000, microseconds % 1_000_000)
  }

  private func wake() {
    wakeUp = nil
    guard let deadline else { return }
    guard deadline <= MonotonicClock.now else { return arm(deadline) }
    self.deadline = nil
    onDeadline?()
  }
}

/// Calls back whenever a descriptor, which it does not own, has something to read.
final class Watch {
  private let loop: EventLoop
  private var event: OpaquePointer?
  private let onReadable: () -> Void

  init(_ descriptor: Int32, on loop: EventLoop, onReadable: @escaping () -> Void) {
    self.loop = loop
    self.onReadable = onReadable
    event = event_new(
      loop.base, descriptor, Int16(EV_READ | EV_PERSIST),
      { _, _, context in
        guard let context else { return }
        Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue().onReadable()
      }, Unmanaged.passUnretained(self).toOpaque())
    event_add(event, nil)
  }

  deinit { if let event { event_free(event) } }
}
