import Foundation
import StubCore

/// Whether a task runs, stands still or is over, and the work that waits for it.
///
/// Used on the task's own queue, but for ``proceed(_:)``, which is the way there.
final class TaskLife: @unchecked Sendable {
  enum Phase {
    case running
    /// The end is decided and in the journal; the client gets it next.
    case ending
    case over
  }

  let queue: TaskQueue
  private(set) var phase = Phase.running
  private var isSuspended = false
  private var backlog: [@Sendable () -> Void] = []

  init(_ queue: TaskQueue) { self.queue = queue }

  /// Runs work on the task's own queue, unless the task is ending or over by then.
  func proceed(_ work: @escaping @Sendable () -> Void) {
    queue.run {
      if self.phase == .running { self.whenResumed(work) }
    }
  }

  /// Runs work at once or, while the task is suspended, when it is resumed.
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

  /// Ends the task: `report` runs as caller code, then `tell` on the task's queue.
  ///
  /// The journal and the hooks come first, so that a client that hears the end finds it there.
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

  /// Ends the task without a word.
  ///
  /// - Returns: whether it was running until now.
  @discardableResult
  func stop() -> Bool {
    defer { phase = .over }
    backlog = []
    return phase == .running
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
  /// All sessions work below one queue, and caller code may run a task of another session: cancelling
  /// that one from this queue would be a deadlock.
  func cancel() {
    callerCodeQueue.async { [task] in task.cancel() }
  }
}
