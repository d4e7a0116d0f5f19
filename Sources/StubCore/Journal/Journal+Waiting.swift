extension Journal {
  /// Waits, without polling, until `count` requests that all these matchers accept have arrived.
  ///
  /// Requests that are already in the journal count.
  ///
  /// - Throws: An error if the timeout comes first, `CancellationError` if the task is cancelled.
  @discardableResult
  public func waitForRequests(
    count: Int = 1, matching matchers: any HTTPStubMatcher..., timeout: Duration = .seconds(10),
    fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) async throws -> [ReceivedRequest] {
    if count <= 0 { return [] }
    let waiter = RequestWaiter(count: count) { $0.verdict(of: matchers).isMatch }
    register(waiter)
    defer { unregister(waiter) }
    let alarm = Task {
      // `clampedToDelayRange` limits the time, because `sleep` ends the process if it overflows.
      try await Task.sleep(for: timeout.clampedToDelayRange)
      waiter.settle(
        .failure(
          VerificationFailure(
            "expected \(count) \(count == 1 ? "request" : "requests") within \(timeout), "
              + "got \(waiter.seen.count)", requests: entries.map(\.request),
            at: CallSite(fileID, filePath, line, column))))
    }
    defer { alarm.cancel() }
    return try await withTaskCancellationHandler {
      try await waiter.wait()
    } onCancel: {
      waiter.settle(.failure(CancellationError()))
    }
  }
}

/// A wait for a number of requests, which ends with the last request needed.
final class RequestWaiter: Sendable {
  private struct State {
    var seen: [ReceivedRequest] = []
    var continuation: CheckedContinuation<[ReceivedRequest], any Error>?
    var result: Result<[ReceivedRequest], any Error>?
  }

  private let count: Int
  private let fits: @Sendable (ReceivedRequest) -> Bool
  private let state = Lock(State())

  init(count: Int, where fits: @escaping @Sendable (ReceivedRequest) -> Bool) {
    self.count = count
    self.fits = fits
  }

  func see(_ request: ReceivedRequest) {
    guard fits(request) else { return }
    let enough = state.withLock { state in
      state.seen.append(request)
      return state.seen.count >= count ? state.seen : nil
    }
    if let enough { settle(.success(enough)) }
  }

  /// The requests seen so far.
  var seen: [ReceivedRequest] { state.withLock { $0.seen } }

  /// Ends the wait; only the first call has an effect.
  func settle(_ result: Result<[ReceivedRequest], any Error>) {
    let continuation: CheckedContinuation<[ReceivedRequest], any Error>? = state.withLock { state in
      guard state.result == nil else { return nil }
      state.result = result
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(with: result)
  }

  func wait() async throws -> [ReceivedRequest] {
    try await withCheckedThrowingContinuation { continuation in
      let settled = state.withLock { state in
        if state.result == nil { state.continuation = continuation }
        return state.result
      }
      if let settled { continuation.resume(with: settled) }
    }
  }
}

/// A closure that is notified of changes, in a class so that it can be identified and removed.
package final class Observer<Change: Sendable>: Sendable {
  package let tell: @Sendable (Change) -> Void

  /// Creates an observer; the closure must return quickly.
  package init(_ tell: @escaping @Sendable (Change) -> Void) { self.tell = tell }
}
