import StubCore

/// The reports on the progress and the end of a response.
extension Exchange {
  /// The least time between two reports of progress.
  private static let reportInterval = Duration.milliseconds(100)

  /// Reports that the first byte, or the rest of the head, is about to be written.
  ///
  /// The report comes before the client can have the byte,
  /// because the client may look for it at once.
  func noteStart(isHeadWhole: Bool) {
    if firstByte > 0, !isHeadWhole { return }
    if firstByte == 0 { firstByte = Journal.now }
    report?(
      SentResponse(
        status: isHeadWhole ? plan.status : nil, count: 0, of: plannedCount, hasBegun: true,
        firstByte: firstByte))
  }

  /// The planned size of the body in bytes; `nil` if only a real server knows it.
  private var plannedCount: Int? {
    guard let played, hasBody else { return 0 }
    return played.isPlain || played.tail == nil ? played.bodyCount : nil
  }

  /// Returns the part of the response within the first `count` bytes of the connection's output.
  func sent(
    _ count: Int, _ ending: ResponseEnding? = nil, _ fault: FaultEnding? = nil
  ) -> SentResponse {
    SentResponse(
      status: tally.hasHead(sent: count) ? plan.status : nil, count: tally.bodyCount(sent: count),
      of: plannedCount, hasBegun: tally.hasBegun(sent: count), firstByte: firstByte,
      ending: ending, connectionEnding: fault, isSilent: fault == .stall)
  }

  /// Reports the progress after `count` bytes of the connection's output.
  ///
  /// Nothing is reported if the next bytes are due soon, unless the last report is old.
  func reportProgress(sent count: Int) {
    guard let report, tally.written > 0 else { return }
    let bytes = tally.bodyCount(sent: count)
    guard bytes > told?.count ?? 0 else { return }
    let now = MonotonicClock.now
    let isResting = nextStep.map { $0 - now >= Self.reportInterval } ?? true
    guard isResting || told.map({ now - $0.at >= Self.reportInterval }) ?? true else { return }
    told = (now, bytes)
    report(sent(count))
  }

  /// Returns the report of the end, to be delivered after the last byte has left; `nil` if none is
  /// needed.
  ///
  /// The response lies within the first `written` bytes of the connection's output.
  func end(
    _ ending: ResponseEnding, _ fault: FaultEnding? = nil, written: Int = .max
  ) -> EndReport? {
    report.take().map {
      EndReport($0, sent(written, ending, fault), tally, number: number, end: written)
    }
  }
}
