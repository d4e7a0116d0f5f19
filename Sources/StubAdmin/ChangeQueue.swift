import Dispatch

/// Where stubs and their files are changed: one change after another, each as a whole.
///
/// A change looks at what is there, writes files and changes several tables, so that two at once would lose
/// some of it. It may take long, and those that wait for it hold no thread that answers requests.
struct ChangeQueue: Sendable {
  private let queue = DispatchQueue(label: "changes of stubs")

  /// Makes a change when it is its turn.
  func run<Outcome: Sendable>(
    _ change: @escaping @Sendable () throws(AdminRefusal) -> Outcome
  ) async throws(AdminRefusal) -> Outcome {
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Outcome, AdminRefusal>, Never>) in
      queue.async { continuation.resume(returning: Result(catching: change)) }
    }
    return try result.get()
  }

  /// Makes a change on a thread that may wait; never from within another change.
  func wait(for change: () -> Void) { queue.sync(execute: change) }
}
