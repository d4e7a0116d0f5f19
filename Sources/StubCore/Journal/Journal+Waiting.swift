extension Journal {
  /// Waits until that many requests have arrived that all these matchers accept; never polls.
  ///
  /// Requests that are in the journal already count.
  ///
  /// - Throws: `VerificationFailure` when the time is over first, `CancellationError` when cancelled.
  @discardableResult
  public func waitForRequests(
    count: Int = 1, matching matchers: any HTTPStubMatcher..., timeout: Duration = .seconds(10)
  ) async throws -> [ReceivedRequest] {
    if count <= 0 { return [] }
    let waiter = RequestWaiter(count: count) { request in
      matchers.allSatisfy { $0.evaluate(request, for: .stubRequest).isMatch }
    }
    register(waiter)
    defer { unregister(waiter) }
    let alarm = Task {
      try await Task.sleep(for: timeout)
      waiter.settle(
        .failure(
          VerificationFailure(
            expected: "\(count) requests within \(timeout)", found: String(waiter.seen.count),
            requests: entries.map(\.request))))
    }
    defer { alarm.cancel() }
    return try await withTaskCancellationHandler {
      try await waiter.wait()
    } onCancel: {
      waiter.settle(.failure(CancellationError()))
    }
  }
}
