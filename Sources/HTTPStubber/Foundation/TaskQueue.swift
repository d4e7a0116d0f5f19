import Foundation

/// Where the calls of one task's client have to be made: one after the other, never elsewhere.
///
/// The loading system does not lock its table of tasks: a call from another queue crashes the process
/// under load.
struct TaskQueue: Sendable {
  /// Runs the work later; the pieces run in the order they are handed in.
  let run: @Sendable (@escaping @Sendable () -> Void) -> Void
}

extension TaskQueue {
  init(_ queue: DispatchQueue) {
    run = { queue.async(execute: $0) }
  }
}

/// Where caller code runs: matchers, responders, hooks.
///
/// Never on the task's own queue: all sessions share one there, so that a closure that blocks would
/// stop every session of the process, and one that makes a task would deadlock.
let callerCodeQueue = DispatchQueue.global(qos: .userInitiated)
