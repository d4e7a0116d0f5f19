import StubCore
import StubLanguages
public import StubPlatform

/// The clock of a listener's responses: the system's time, unless it is held or advanced.
///
///     listener.clock.hold()
///     listener.clock.advance(by: .seconds(30))
///
/// Delays, the pace of bodies, slow links and the durations of faults use this clock. Time limits
/// for clients always use the system's clock. The clock never goes backwards.
public final class ListenerClock: Sendable {
  private struct State {
    /// The time by which this clock is ahead of the monotonic clock; negative if it is behind.
    var lead = Duration.zero
    /// The time at which the clock is held; `nil` while it runs.
    var heldAt: Duration?
    var onChange: @Sendable () -> Void = {}

    var now: Duration { heldAt ?? MonotonicClock.now + lead }
  }

  private let state = Lock(State())
  /// Whether the clock was ever held, released or advanced.
  ///
  /// Every response checks this, and most clocks are never changed.
  private let isOwn = AtomicBool(false)

  /// Creates a clock that shows the same time as the system's clock.
  public init() {}

  /// The time since a fixed moment, by this clock.
  var now: Duration {
    isOwn.load() ? state.withLock { $0.now } : MonotonicClock.now
  }

  /// Returns when this clock reaches `time`, as a time on the monotonic clock; `nil` if it is held
  /// before that.
  func deadline(of time: Duration) -> Duration? {
    guard isOwn.load() else { return time }
    return state.withLock { state in
      if let held = state.heldAt { time <= held ? .zero : nil } else { time - state.lead }
    }
  }

  /// The date and time of day by this clock, for `TemplateEnvironment`.
  public var date: Date { Date(timeIntervalSinceNow: lead.seconds) }

  /// The time by which this clock is ahead of the system's clock; negative if it is behind.
  public var lead: Duration {
    isOwn.load() ? state.withLock { $0.now - MonotonicClock.now } : .zero
  }

  /// Whether the clock is held.
  public var isHeld: Bool { state.withLock { $0.heldAt != nil } }

  /// Holds the clock, and with it every response that waits for a time.
  public func hold() {
    change { state in
      if state.heldAt == nil { state.heldAt = state.now }
    }
  }

  /// Lets the clock run again from the time at which it was held.
  public func release() {
    change { state in
      guard let held = state.heldAt.take() else { return }
      state.lead = held - MonotonicClock.now
    }
  }

  /// Moves the clock forward, whether it runs or is held; everything due by the new time happens at
  /// once.
  ///
  /// - Parameter duration: 0 to a million days; other values are clamped.
  public func advance(by duration: Duration) {
    let duration = min(max(.zero, duration), .seconds(86_400 * 1_000_000))
    change { state in
      if let held = state.heldAt {
        state.heldAt = min(held + duration, Self.end)
      } else {
        state.lead = min(state.lead + duration, Self.end)
      }
    }
  }

  /// A time later than any delay, and far from the limits of `Duration`.
  private static let end = Duration.seconds(86_400 * 1_000_000_000)

  /// Sets the closure to call after each change of the clock, in place of the previous closure.
  func onChange(_ closure: @escaping @Sendable () -> Void) {
    state.withLock { $0.onChange = closure }
  }

  private func change(_ body: (inout State) -> Void) {
    let tell = state.withLock { state in
      body(&state)
      return state.onChange
    }
    isOwn.store(true)
    tell()
  }
}

/// Runs tasks, such as sending webhooks, at times of a listener's clock and outside its threads.
package final class ListenerAppointments: StubClock {
  private struct Appointment {
    let time: Duration
    let work: @Sendable () -> Void
  }

  private struct State {
    var appointments: [Int: Appointment] = [:]
    var lastNumber = 0

    /// Removes and returns the appointment with this number, if it is due at `now`.
    mutating func take(_ number: Int, at now: Duration) -> Appointment? {
      guard let time = appointments[number]?.time, time <= now else { return nil }
      return appointments.removeValue(forKey: number)
    }
  }

  private let clock: ListenerClock
  private let state = Lock(State())

  init(_ clock: ListenerClock) { self.clock = clock }

  var time: Duration { clock.now }

  func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) {
    let number = state.withLock { state in
      state.lastNumber += 1
      state.appointments[state.lastNumber] = Appointment(time: time, work: work)
      return state.lastNumber
    }
    wait(for: time, number)
  }

  /// Recomputes the waits, because the clock was held, released or advanced.
  func clockChanged() {
    for (number, appointment) in state.withLock({ $0.appointments }) {
      wait(for: appointment.time, number)
    }
  }

  private func wait(for time: Duration, _ number: Int) {
    guard let deadline = clock.deadline(of: time) else { return }
    let system = SystemClock()
    let rest = max(.zero, deadline - MonotonicClock.now)
    system.schedule(at: system.now + rest) { [weak self] in self?.wake(number) }
  }

  private func wake(_ number: Int) {
    let now = now
    if let appointment = state.withLock({ $0.take(number, at: now) }) { return appointment.work() }
    // The clock may have changed, or the system's timer may have fired a little early.
    if let time = state.withLock({ $0.appointments[number]?.time }) { wait(for: time, number) }
  }
}
