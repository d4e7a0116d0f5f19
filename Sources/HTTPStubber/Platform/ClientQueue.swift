import Foundation

/// Where the calls of one task's client have to be made: one after the other, never elsewhere.
struct ClientQueue: Sendable {
  /// Runs the work later; the pieces run in the order they are handed in.
  let run: @Sendable (@escaping @Sendable () -> Void) -> Void
}

extension ClientQueue {
  init(_ queue: DispatchQueue) {
    run = { queue.async(execute: $0) }
  }

  #if !canImport(FoundationNetworking)
  /// The thread that called `startLoading`, which is where Apple's loading system wants its calls.
  static var current: ClientQueue {
    // A run loop can be handed work from any thread.
    nonisolated(unsafe) let runLoop = CFRunLoopGetCurrent()
    let mode = RunLoop.current.currentMode ?? .default
    return ClientQueue { work in
      CFRunLoopPerformBlock(runLoop, mode.rawValue as CFString, work)
      CFRunLoopWakeUp(runLoop)
    }
  }
  #endif
}

/// Where caller code runs: matchers, responders, hooks.
///
/// Never on the task's own queue: all sessions share one there, so that a closure that blocks would
/// stop every session of the process, and one that makes a task would deadlock.
let callerCodeQueue = DispatchQueue.global(qos: .userInitiated)
