import Foundation
import StubCore

/// The state of a task (running, suspended or over), and the work to do when it resumes.
///
/// All members are used on the task's own queue, except ``proceed(_:)``, which adds work to this
/// queue.
final class TaskState: @unchecked Sendable {
  enum Phase {
    case running
    /// The ending is known, and the journal is being notified before the client.
    case ending
    case over
  }

  let queue: TaskQueue
  private(set) var phase = Phase.running
  private var isSuspended = false
  private var backlog: [@Sendable () -> Void] = []

  init(_ queue: TaskQueue) { self.queue = queue }

  /// Runs work on the task's own queue, unless the task has already begun to end.
  ///
  /// If the task is suspended, the work runs when it resumes.
  func proceed(_ work: @escaping @Sendable () -> Void) {
    queue.run {
      if self.phase == .running { self.whenResumed(work) }
    }
  }

  /// Runs work immediately; if the task is suspended, when it resumes.
  func whenResumed(_ work: @escaping @Sendable () -> Void) {
    if isSuspended { backlog.append(work) } else { work() }
  }

  func suspend() { isSuspended = true }

  func resume() {
    guard isSuspended else { return }
    isSuspended = false
    let work = backlog
    backlog = []
    for piece in work { proceed(piece) }
  }

  /// Ends the task: runs `report` on the queue for caller code, and then `tell` on the task's own
  /// queue.
  ///
  /// The journal and the hooks are notified first, so that a client that sees the end also finds it
  /// in the journal.
  func end(report: @escaping @Sendable () -> Void, tell: @escaping @Sendable () -> Void) {
    guard phase == .running else { return }
    phase = .ending
    callerCodeQueue.async {
      report()
      self.queue.run {
        guard self.phase == .ending else { return }
        self.phase = .over
        tell()
      }
    }
  }

  /// Ends the task without notifying anyone.
  ///
  /// - Returns: Whether the task was running.
  @discardableResult
  func stop() -> Bool {
    defer { phase = .over }
    backlog = []
    return phase == .running
  }
}

/// A plan that caller code has begun to make.
struct PendingPlan {
  private let task: Task<Void, Never>

  init(
    _ make: @escaping @Sendable () async -> ResponsePlan,
    then use: @escaping @Sendable (ResponsePlan) -> Void
  ) {
    task = Task { use(await make()) }
  }

  /// Cancels the making of the plan, on another queue.
  ///
  /// All sessions share one underlying queue, and caller code may run a task of another session
  /// there. Cancelling such a task from this queue would be a deadlock.
  func cancel() {
    callerCodeQueue.async { [task] in task.cancel() }
  }
}
