import Dispatch
import StubCore

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
