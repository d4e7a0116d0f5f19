extension StubSet {
  /// Lets a recorder take requests that no stub answers; the one added last is asked first.
  package func add(recorder: any ExchangeRecorder) {
    update { $0.recorders.append(recorder) }
  }

  /// Asks that recorder no more; exchanges under way are still reported to it.
  package func remove(recorder: any ExchangeRecorder) {
    update { $0.recorders.removeAll { $0 === recorder } }
  }
}

extension StubSet.Contents {
  /// The recorder that takes the request at this point of the decision.
  func recorder(for request: ReceivedRequest, beforeStubs: Bool) -> (any ExchangeRecorder)? {
    recorders.last { $0.wants(request, beforeStubs: beforeStubs) }
  }
}
