import Dispatch

/// The source of time for in-process responses: real by default, advanced by hand in tests.
package protocol StubClock: Sendable {
  /// The time since some fixed moment of this clock.
  var time: Duration { get }

  /// Runs `work` once when `time` has come, at once when it has passed; on any thread.
  func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void)
}

extension StubClock {
  /// The ``time``.
  package var now: Duration { time }
}

/// Real time, kept by the operating system's monotonic clock.
package struct SystemClock: StubClock {
  /// The clock of the system; all of them agree.
  package init() {}

  package var time: Duration { .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds)) }

  package func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) {
    // Less than what the number can hold, for times that never come.
    let nanoseconds = UInt64(Swift.min(Swift.max(0, time.seconds * 1e9), 9e18))
    DispatchQueue.global(qos: .userInitiated).asyncAfter(
      deadline: DispatchTime(uptimeNanoseconds: nanoseconds), execute: work)
  }
}

/// Time that stands still until a test advances it, so that a 30 s delay costs nothing.
///
/// It is also a clock of Swift's: code that waits by a `Clock` of its choice, such as between two tries, can
/// share the time of the stubs.
public final class VirtualClock: StubClock, Clock {
  /// A moment of a virtual clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public let offset: Duration

    /// The moment that much later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time from this moment to the other.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Appointment {
    let time: Duration
    /// The wait of code, which can be given up; `nil` for other work.
    var sleeper: Sleeper?
    let isLimit: Bool
    let work: @Sendable () -> Void
  }

  private struct State {
    var now = Duration.zero
    /// The latest first, so that the next one due is at the end.
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

    /// Takes out the earliest appointment that is due by `time`; ties go by order of making.
    mutating func next(until time: Duration) -> Appointment? {
      guard let last = appointments.last, last.time <= time else { return nil }
      now = Swift.max(now, last.time)
      return appointments.removeLast()
    }
  }

  private let state = Lock(State())

  /// A clock that stands at 0 until a test advances it.
  public init() {}

  package var time: Duration { state.withLock { $0.now } }

  /// The moment at which the clock stands.
  public var now: Instant { Instant(offset: time) }

  /// The shortest wait that is told from none: any.
  public var minimumResolution: Duration { .zero }

  /// Waits until a test has advanced the clock so far.
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

  /// Moves time forward, running what falls due in the order of its time.
  public func advance(by duration: Duration) {
    let end = time + duration
    while let appointment = state.withLock({ $0.next(until: end) }) { appointment.work() }
    state.withLock { $0.now = Swift.max($0.now, end) }
  }

  /// How many pieces of work are waiting for their time, without the ends of time limits for code of your own.
  public var waiting: Int { state.withLock { $0.appointments.lazy.filter { !$0.isLimit }.count } }
}

/// Code that waits, which goes on once: when its time has come, or when it is cancelled.
private final class Sleeper: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Void, any Error>?
    var result: Result<Void, any Error>?
  }

  private let state = Lock(State())

  /// Begins to wait.
  ///
  /// - Returns: whether the end is still to come.
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
  /// Runs `work` when a time limit is over, mostly for nothing, as what it is for is done long before.
  package func schedule(limitAt time: Duration, _ work: @escaping @Sendable () -> Void) {
    if let clock = self as? VirtualClock {
      clock.schedule(limitAt: time, work)
    } else {
      schedule(at: time, work)
    }
  }
}
