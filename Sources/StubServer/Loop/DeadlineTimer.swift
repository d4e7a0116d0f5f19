import CLibevent
import StubPlatform

/// The monotonic clock, on which timers are set, and the calendar clock.
enum MonotonicClock {
  private static let origin = SuspendingClock.now

  /// The time since a fixed moment; it never goes backwards.
  static var now: Duration { SuspendingClock.now - origin }

  /// Seconds since 1970, by the system's calendar clock.
  static var secondsSince1970: Int { time(nil) }
}

/// A timer that calls back once after its deadline; moving the deadline to a later time is cheap.
final class DeadlineTimer {
  private static let longest = Duration.seconds(365 * 86_400)

  private let loop: EventLoop
  private var event: OpaquePointer?
  /// When the callback is due, on the monotonic clock; `nil` if the timer is not set.
  private(set) var deadline: Duration?
  /// The time when libevent wakes, which may be before the deadline.
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

  /// Sets the deadline; `nil` stops the timer.
  func set(_ deadline: Duration?) {
    if let deadline { set(deadline) } else { clear() }
  }

  func clear() { deadline = nil }

  private func arm(_ time: Duration) {
    // The limit of one year keeps the sum inside libevent from overflowing.
    let wait = min(max(.zero, time - MonotonicClock.now), Self.longest)
    let microseconds = Int64(wait / .microseconds(1)) + 1
    wakeUp = time
    // libevent counts from a time it has cached, which is too early after other work.
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
