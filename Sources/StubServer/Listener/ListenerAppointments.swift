import StubCore

/// A listener's clock for what is done on none of its threads, such as sending webhooks.
package final class ListenerAppointments: StubClock {
  private struct Appointment {
    let time: Duration
    let work: @Sendable () -> Void
  }

  private struct State {
    var appointments: [Int: Appointment] = [:]
    var lastNumber = 0

    /// Takes out an appointment that is due at this time.
    mutating func take(_ number: Int, at now: Duration) -> Appointment? {
      guard let time = appointments[number]?.time, time <= now else { return nil }
      return appointments.removeValue(forKey: number)
    }
  }

  private let clock: ListenerClock
  private let state = Lock(State())

  init(_ clock: ListenerClock) { self.clock = clock }

  var now: Duration { clock.now }

  func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) {
    let number = state.withLock { state in
      state.lastNumber += 1
      state.appointments[state.lastNumber] = Appointment(time: time, work: work)
      return state.lastNumber
    }
    wait(for: time, number)
  }

  /// Looks again when the appointments are due, as the clock was held, released or advanced.
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
    // The clock has changed since, or the system's wakes a little early.
    if let time = state.withLock({ $0.appointments[number]?.time }) { wait(for: time, number) }
  }
}
