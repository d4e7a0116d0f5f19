import StubCore

/// The report on the end of a response: its sent part, and the function that receives the report.
struct EndReport {
  let number: Int
  /// The number of the connection's output bytes up to the end of the response; `.max` while its
  /// last bytes are about to be written.
  fileprivate(set) var end: Int
  fileprivate let tell: ResponseReport
  /// The response as it is reported if all written bytes leave the server.
  fileprivate let sent: SentResponse
  private let tally: SentTally

  init(
    _ tell: ResponseReport, _ sent: SentResponse, _ tally: SentTally, number: Int,
    end: Int = .max
  ) {
    (self.tell, self.sent, self.tally) = (tell, sent, tally)
    (self.number, self.end) = (number, end)
  }

  /// Whether the client waits for more bytes, which are never sent.
  var isSilent: Bool { sent.newEnding != nil && !sent.isOver }

  /// Reports the end of a response when only `count` bytes of the connection's output have left.
  ///
  /// A fault that ends the response is reported as its ending, unless some bytes before the fault
  /// have not left.
  func deliverCutOff(sent count: Int, isBehindOutput: Bool, since end: Int64) {
    let isBroken = if case .failed = sent.ending { !isBehindOutput } else { false }
    let cut = sent.cut(to: count, by: tally, isBroken: isBroken)
    tell(isBroken ? cut : cut.left(at: end))
  }

  /// Reports that the client, which was waiting for more bytes, has closed the connection.
  func deliverLeft() { tell(sent.afterClientLeft) }
}

extension SentResponse {
  /// Returns the part of the response within the first `count` bytes of the connection's output.
  ///
  /// Its ending is that the client has left, unless a fault ended the response earlier.
  fileprivate func cut(to count: Int, by tally: SentTally, isBroken: Bool) -> SentResponse {
    SentResponse(
      status: tally.hasHead(sent: count) ? status : nil, count: tally.bodyCount(sent: count),
      of: plannedBodyCount, hasBegun: tally.hasBegun(sent: count), firstByte: firstByte,
      ending: isBroken ? ending : .cancelled, connectionEnding: isBroken ? connectionEnding : nil)
  }
}

/// The exchanges of a connection that have ended, but have bytes that have not left the server yet.
///
/// The journal, the log and the hooks learn from these reports that a response has ended.
final class EndReports {
  @exclusivity(unchecked) private var waiting: [EndReport] = []
  /// The reports of stalled responses that were delivered, but whose clients still wait for more
  /// bytes.
  private var silent: [EndReport] = []

  /// Adds the report of an exchange that has ended.
  func add(_ report: consuming EndReport?) {
    if let report = report.take() { waiting.append(report) }
  }

  /// Notes that all exchanges added so far end within the first `count` bytes of output.
  func note(written count: Int) {
    var index = waiting.count - 1
    while index >= 0, waiting[index].end == .max {
      waiting[index].end = count
      index -= 1
    }
  }

  /// Reports the exchanges that end within the first `count` bytes, which have left the server.
  func deliver(sent count: Int) {
    guard !waiting.isEmpty, waiting[0].end <= count else { return }
    // Mostly there is one report; `removeLast` keeps the array's memory for the next one.
    if waiting.count == 1 { return deliver(waiting.removeLast()) }
    let sent = waiting.prefix { $0.end <= count }
    waiting.removeFirst(sent.count)
    for report in sent { deliver(report) }
  }

  /// Reports the end of a response that has left the server completely.
  private func deliver(_ report: EndReport) {
    if report.isSilent { silent.append(report) }
    report.tell(report.sent)
  }

  /// Reports that the client of the stalled response of exchange `number` has left.
  func clientLeft(_ number: Int) {
    guard let place = silent.firstIndex(where: { $0.number == number }) else { return }
    silent.remove(at: place).deliverLeft()
  }

  /// Reports all remaining exchanges when the connection ends.
  ///
  /// Only the first `count` bytes of the connection's output have left the server. The client ended
  /// its side at `end`, in nanoseconds since 1970; with 0, it did not, and the journal sets the
  /// time.
  func cutOff(sent count: Int, since end: Int64 = 0) {
    let (rest, left) = (waiting, silent)
    (waiting, silent) = ([], [])
    for report in rest {
      report.deliverCutOff(
        sent: count, isBehindOutput: report.end != .max && report.end > count, since: end)
    }
    for report in left { report.deliverLeft() }
  }
}
