import Dispatch
import StubCore
import StubServer

extension Upstream {
  /// Loads a request, and blocks the thread until its end; `nil` when it was given up.
  func loadAndWait(_ request: ReceivedRequest) -> Interaction? {
    Waiting.result { await self.load(request) }
  }
}

/// Lets a thread wait for work that takes a while.
enum Waiting {
  /// Passes a task's result to the thread that waits for it.
  private final class Box<Value: Sendable>: Sendable {
    let value = Lock<Value?>(nil)
  }

  /// What the work gives; the thread is blocked until then.
  static func result<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value?
  ) -> Value? {
    let box = Box<Value>()
    let isDone = DispatchSemaphore(value: 0)
    Task {
      let value = await work()
      box.value.withLock { $0 = value }
      isDone.signal()
    }
    isDone.wait()
    return box.value.withLock { $0 }
  }
}
