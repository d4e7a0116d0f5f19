extension StubSet {
  /// Lets a recorder take requests that no stub answers; the one added last is asked first.
  package func add(recorder: any ExchangeRecorder, id: RecorderID) {
    update { $0.recorders.append((id, recorder)) }
  }

  /// Asks that recorder no more; exchanges under way are still reported to it.
  package func remove(recorder id: RecorderID) {
    update { $0.recorders.removeAll { $0.id == id } }
  }
}

/// Tells the recorders of a set apart.
package final class RecorderID: Sendable, Equatable {
  package init() {}

  package static func == (left: RecorderID, right: RecorderID) -> Bool { left === right }
}

extension StubSet.Contents {
  /// The recorder that takes the request at this point of the decision.
  func recorder(for request: ReceivedRequest, beforeStubs: Bool) -> (any ExchangeRecorder)? {
    recorders.last { $0.recorder.wants(request, beforeStubs: beforeStubs) }?.recorder
  }
}
