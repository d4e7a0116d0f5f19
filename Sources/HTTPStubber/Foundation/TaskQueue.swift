import Foundation

/// The queue for calls to a task's client, which must be made there, one after the other.
///
/// The loading system does not lock its table of tasks: calls from another queue crash the process
/// under load.
struct TaskQueue: Sendable {
  /// Runs the work later; work runs in the order of the calls.
  let run: @Sendable (@escaping @Sendable () -> Void) -> Void
}

extension TaskQueue {
  init(_ queue: DispatchQueue) {
    run = { queue.async(execute: $0) }
  }
}

/// The queue for caller code: matchers, responders, hooks.
///
/// It must not be the task's own queue. All sessions share one queue there, so a closure that
/// blocks would stop every session of the process, and a closure that makes a task would deadlock.
let callerCodeQueue = DispatchQueue.global(qos: .userInitiated)
