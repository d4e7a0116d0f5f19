import Dispatch
import StubCore
import StubServer

extension Upstream {
  /// Sends a request, and blocks the thread until its end; `nil` if it was canceled.
  func loadAndWait(_ request: ReceivedRequest) -> Interaction? {
    Waiting.result { await self.load(request) }
  }
}

/// Blocks a thread until asynchronous work is done.
enum Waiting {
  /// Passes a task's result to the waiting thread.
  private final class Box<Value: Sendable>: Sendable {
    let value = Lock<Value?>(nil)
  }

  /// Returns the result of the work; the thread is blocked until then.
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
