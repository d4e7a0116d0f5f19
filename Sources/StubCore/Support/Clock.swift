import Dispatch

/// The source of time for responses: the real time, or a time that a test advances.
package protocol StubClock: Sendable {
  /// The time since a fixed moment of this clock.
  var time: Duration { get }

  /// Runs `work` once, at `time` and on any thread; if that time has passed, runs it at once.
  func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void)
}

extension StubClock {
  /// The current time, which is the same as ``time``.
  package var now: Duration { time }
}

/// The real time, from the operating system's monotonic clock.
package struct SystemClock: StubClock {
  /// Creates a system clock; all system clocks show the same time.
  package init() {}

  package var time: Duration { .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds)) }

  package func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) {
    // The value is limited, because times that stand for "never" exceed the range.
    let nanoseconds = UInt64(Swift.min(Swift.max(0, time.seconds * 1e9), 9e18))
    DispatchQueue.global(qos: .userInitiated).asyncAfter(
      deadline: DispatchTime(uptimeNanoseconds: nanoseconds), execute: work)
  }
}

/// A clock that stands still until a test advances it, so that a delay of 30 s takes no time.
///
/// The class is also a Swift `Clock`. So code with a configurable clock, for example for the wait
/// between retries, can use the same time as the stubs.
public final class VirtualClock: StubClock, Clock {
  /// A moment of a virtual clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was created.
    public let offset: Duration

    /// Returns the moment that is later by `duration`.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the time from this moment to `other`.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Appointment {
    let time: Duration
    /// The code that waits, and that can be cancelled; `nil` for other work.
    var sleeper: Sleeper?
    let isLimit: Bool
    let work: @Sendable () -> Void
  }

  private struct State {
    var now = Duration.zero
    /// The appointments by time, latest first, so that the next one is at the end.
    var appointments: [Appointment] = []

    mutating func add(_ appointment: Appointment) {
      let time = appointment.time
      var (low, high) = (0, appointments.count)
      while low < high {
        let middle = (low + high) / 2
        if appointments[middle].time > time { low = middle + 1 } else { high = middle }
      }
      appointments.insert(appointment, at: low)
    }

    /// Removes and returns the first appointment that is due by `time`; of several with the same
    /// time, the one that was added first.
    mutating func next(until time: Duration) -> Appointment? {
      guard let last = appointments.last, last.time <= time else { return nil }
      now = Swift.max(now, last.time)
      return appointments.removeLast()
    }
  }

  private let state = Lock(State())

  /// Creates a clock that shows 0 until a test advances it.
  public init() {}

  package var time: Duration { state.withLock { $0.now } }

  /// The current time of the clock.
  public var now: Instant { Instant(offset: time) }

  /// The resolution, 0, so that every duration counts.
  public var minimumResolution: Duration { .zero }

  /// Waits until a test has advanced the clock to the deadline.
  ///
  /// - Throws: `CancellationError` if the task is cancelled first.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let sleeper = Sleeper()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard sleeper.begin(continuation) else { return }
        schedule(
          Appointment(time: deadline.offset, sleeper: sleeper, isLimit: false) {
            sleeper.end(.success(()))
          })
      }
    } onCancel: {
      state.withLock { $0.appointments.removeAll { $0.sleeper === sleeper } }
      sleeper.end(.failure(CancellationError()))
    }
  }

  package func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) {
    schedule(Appointment(time: time, isLimit: false, work: work))
  }

  fileprivate func schedule(limitAt time: Duration, _ work: @escaping @Sendable () -> Void) {
    schedule(Appointment(time: time, isLimit: true, work: work))
  }

  private func schedule(_ appointment: Appointment) {
    let runsNow = state.withLock { state in
      if appointment.time <= state.now { return true }
      state.add(appointment)
      return false
    }
    if runsNow { appointment.work() }
  }

  /// Advances the clock by `duration`, and runs all work that becomes due, in the order of its
  /// time.
  public func advance(by duration: Duration) {
    let end = time + duration
    while let appointment = state.withLock({ $0.next(until: end) }) { appointment.work() }
    state.withLock { $0.now = Swift.max($0.now, end) }
  }

  /// The number of pieces of work that wait for a time, except the time limits of responders.
  public var waiting: Int { state.withLock { $0.appointments.lazy.filter { !$0.isLimit }.count } }
}

/// A piece of code that waits, and continues once: at its time, or when it is cancelled.
private final class Sleeper: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Void, any Error>?
    var result: Result<Void, any Error>?
  }

  private let state = Lock(State())

  /// Starts the wait; if it has already ended, continues at once.
  ///
  /// - Returns: whether the code has to wait.
  func begin(_ continuation: CheckedContinuation<Void, any Error>) -> Bool {
    let result = state.withLock { state in
      if state.result == nil { state.continuation = continuation }
      return state.result
    }
    if let result { continuation.resume(with: result) }
    return result == nil
  }

  func end(_ result: Result<Void, any Error>) {
    let continuation = state.withLock { state in
      defer { state.continuation = nil }
      if state.result == nil { state.result = result }
      return state.continuation
    }
    continuation?.resume(with: result)
  }
}

extension StubClock {
  /// Runs `work` at the end of a time limit, which ``VirtualClock/waiting`` does not count.
  package func schedule(limitAt time: Duration, _ work: @escaping @Sendable () -> Void) {
    if let clock = self as? VirtualClock {
      clock.schedule(limitAt: time, work)
    } else {
      schedule(at: time, work)
    }
  }
}
