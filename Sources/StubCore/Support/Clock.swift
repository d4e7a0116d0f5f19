import Dispatch

/// The source of time for in-process responses: real by default, advanced by hand in tests.
public protocol StubClock: Sendable {
  /// Time since some fixed moment of this clock.
  var now: Duration { get }

  /// Runs `work` once when `time` has come, at once when it has passed; on any thread.
  func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void)
}

/// Real time, kept by the operating system's monotonic clock.
public struct SystemClock: StubClock {
  /// The clock of the system; all of them agree.
  public init() {}

  public var now: Duration { .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds)) }

  public func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) {
    // Less than what the number can hold, for times that never come.
    let nanoseconds = UInt64(Swift.min(Swift.max(0, time.seconds * 1e9), 9e18))
    DispatchQueue.global(qos: .userInitiated).asyncAfter(
      deadline: DispatchTime(uptimeNanoseconds: nanoseconds), execute: work)
  }
}

/// Time that stands still until a test advances it, so that a 30 s delay costs nothing.
public final class VirtualClock: StubClock {
  private struct Appointment {
    let time: Duration
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

  public var now: Duration { state.withLock { $0.now } }

  public func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) {
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
    let end = now + duration
    while let appointment = state.withLock({ $0.next(until: end) }) { appointment.work() }
    state.withLock { $0.now = Swift.max($0.now, end) }
  }

  /// How many pieces of work are waiting for their time, without the ends of time limits for code of your own.
  public var waiting: Int { state.withLock { $0.appointments.lazy.filter { !$0.isLimit }.count } }
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
