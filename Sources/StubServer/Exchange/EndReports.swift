import StubCore

/// What an exchange has sent when it ended, and where that is reported.
struct EndReport {
  let number: Int
  private let tell: ResponseReport
  /// What was sent, if all of it leaves the server.
  private let sent: SentResponse
  private let tally: SentTally

  init(_ tell: ResponseReport, _ sent: SentResponse, _ tally: SentTally, number: Int) {
    (self.tell, self.sent, self.tally, self.number) = (tell, sent, tally, number)
  }

  /// Whether the client waits for more, which never comes.
  var isSilent: Bool { sent.newEnding != nil && !sent.isOver }

  /// Tells of the end now that all of the response is out.
  func deliver() { tell(sent) }

  /// Tells of the end although only so many bytes of the connection's output have left.
  ///
  /// An end that broke the response off has come all the same, unless it was still to come behind bytes that
  /// the client has not taken.
  func deliverCutOff(sent count: Int, isBehindOutput: Bool, since end: Int64) {
    let isBroken = if case .failed = sent.ending { !isBehindOutput } else { false }
    let cut = sent.cut(to: count, by: tally, isBroken: isBroken)
    tell(isBroken ? cut : cut.left(at: end))
  }

  /// Tells that the client has left that waited for more.
  func deliverLeft() { tell(sent.afterClientLeft) }
}

extension SentResponse {
  /// The part of it that is within so many bytes of the connection's output; unless it was broken off before,
  /// its client has left.
  fileprivate func cut(to count: Int, by tally: SentTally, isBroken: Bool) -> SentResponse {
    SentResponse(
      status: tally.hasHead(sent: count) ? status : nil, count: tally.bodyCount(sent: count),
      of: plannedBodyCount, hasBegun: tally.hasBegun(sent: count), firstByte: firstByte,
      ending: isBroken ? ending : .cancelled, connectionEnding: isBroken ? connectionEnding : nil)
  }
}

/// The exchanges of a connection that have ended, each waiting for its last byte to leave the server.
///
/// This is where a request is done: journal, log and hooks hear of it from here.
final class EndReports {
  /// With the count of bytes of the connection that includes its last; `.max` while that is unknown.
  @exclusivity(unchecked) private var waiting: [(end: Int, report: EndReport)] = []
  /// Those that were told of, but whose clients still wait for more.
  private var silent: [EndReport] = []

  /// Adds an exchange whose last bytes are about to be written or have been.
  func add(_ report: EndReport?) {
    if let report { waiting.append((.max, report)) }
  }

  /// Notes that the last bytes of all that was added are among this many.
  func note(written count: Int) {
    var index = waiting.count - 1
    while index >= 0, waiting[index].end == .max {
      waiting[index].end = count
      index -= 1
    }
  }

  /// Tells of the exchanges whose last bytes are among this many that have left the server.
  func deliver(sent count: Int) {
    guard let first = waiting.first, first.end <= count else { return }
    // Mostly there is one, which is taken so that its memory stays for the next.
    if waiting.count == 1 { return deliver(waiting.removeLast().report) }
    let sent = waiting.prefix { $0.end <= count }
    waiting.removeFirst(sent.count)
    for entry in sent { deliver(entry.report) }
  }

  private func deliver(_ report: EndReport) {
    if report.isSilent { silent.append(report) }
    report.deliver()
  }

  /// Tells of an exchange that has ended in silence that its client has left.
  func clientLeft(_ number: Int) {
    guard let place = silent.firstIndex(where: { $0.number == number }) else { return }
    silent.remove(at: place).deliverLeft()
  }

  /// Tells of the rest, as nothing is sent any more: only this many bytes have left.
  ///
  /// The client has sent nothing since `end`, in nanoseconds since 1970; 0 for now.
  func cutOff(sent count: Int, since end: Int64 = 0) {
    let (rest, left) = (waiting, silent)
    (waiting, silent) = ([], [])
    for (place, report) in rest {
      report.deliverCutOff(
        sent: count, isBehindOutput: place != .max && place > count, since: end)
    }
    for report in left { report.deliverLeft() }
  }
}
