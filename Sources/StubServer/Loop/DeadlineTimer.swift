import CLibevent

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

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

  /// The same, or ``clear()`` for a deadline that never comes.
  func set(_ deadline: Duration?) {
    if let deadline { set(deadline) } else { clear() }
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
