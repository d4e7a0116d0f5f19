import Foundation

/// The queue on which all calls to a task's client must be made, one after another.
///
/// The loading system does not lock its table of tasks, so calls from another queue would crash the
/// process under load.
struct TaskQueue: Sendable {
  /// Adds work to the queue, on which it runs in the order of the calls.
  let run: @Sendable (@escaping @Sendable () -> Void) -> Void
}

extension TaskQueue {
  init(_ queue: DispatchQueue) {
    run = { queue.async(execute: $0) }
  }
}

/// The queue for caller code, such as matchers, responders and hooks.
///
/// It must not be a task's own queue, because the task queues of all sessions share one target
/// queue. A closure that blocks there would stop every session of the process, and a closure that
/// creates a task would deadlock.
let callerCodeQueue = DispatchQueue.global(qos: .userInitiated)
