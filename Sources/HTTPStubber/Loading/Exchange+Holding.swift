import Dispatch
import StubCore

/// The place of a response that a gate holds.
struct HeldPlace {
  let gate: HTTPStubGate
  let number: Int
}

extension Exchange {
  /// Waits until the gate lets go; returns whether it holds the response.
  func hold(at gate: HTTPStubGate) -> Bool {
    let clock = endpoint.clock
    let number = gate.wait { [weak self] in
      // Read here, because the task's queue may get to it later.
      let time = clock.now
      guard let self else { return }
      self.life.proceed { self.release(from: gate, at: time) }
    }
    held = number.map { HeldPlace(gate: gate, number: $0) }
    if held == nil { player?.gateOpened(at: nil) }
    return held != nil
  }

  private func release(from gate: HTTPStubGate, at time: Duration) {
    guard held?.gate == gate else { return }
    held = nil
    player?.gateOpened(at: time)
    advance()
  }

  /// Is held no longer, because the task is over.
  func leaveGate() {
    if let held { held.gate.stopWaiting(held.number) }
    held = nil
  }
}

/// A plan that caller code is making.
struct PendingPlan {
  private let task: Task<Void, Never>

  init(
    _ make: @escaping @Sendable () async -> ResponsePlan,
    then use: @escaping @Sendable (ResponsePlan) -> Void
  ) {
    task = Task { use(await make()) }
  }

  /// Gives up the making, elsewhere.
  ///
  /// All sessions work below one queue. Whoever makes the plan may have a task of another session
  /// running; to cancel that one from the queue of this one would be a deadlock.
  func cancel() {
    callerCodeQueue.async { [task] in task.cancel() }
  }
}
