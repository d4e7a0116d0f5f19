import Dispatch
import StubCore
import StubServer

extension Upstream {
  /// Sends a request, and blocks the thread until the response is complete.
  ///
  /// - Returns: the interaction; `nil` if the request was canceled.
  func loadAndWait(_ request: ReceivedRequest) -> Interaction? {
    Waiting.result { await self.load(request) }
  }
}

/// Blocks a thread until asynchronous work is done.
enum Waiting {
  /// Holds the result of a task for the thread that waits for it.
  private final class Box<Value: Sendable>: Sendable {
    let value = Lock<Value?>(nil)
  }

  /// Starts the work, and blocks the thread until its result is known.
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
