import StubCore

/// How an exchange ended, and where that is reported.
struct EndReport {
  private let tell: ResponseReport
  private let ending: ResponseEnding

  init(_ tell: ResponseReport, _ ending: ResponseEnding) {
    self.tell = tell
    self.ending = ending
  }

  /// Tells of the end now that all of the response is out.
  func deliver() { tell(ending) }

  /// Tells of the end although the client has not got all of the response.
  func deliverCutOff() {
    if case .failed = ending { tell(ending) } else { tell(.cancelled) }
  }
}

/// The exchanges of a connection that have ended, each waiting for its last byte to leave the server.
///
/// This is where a request is done: journal, log and hooks hear of it from here.
final class EndReports {
  /// With the count of bytes of the connection that includes its last; `.max` while that is unknown.
  @exclusivity(unchecked) private var waiting: [(end: Int, report: EndReport)] = []

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
    if waiting.count == 1 { return waiting.removeLast().report.deliver() }
    let sent = waiting.prefix { $0.end <= count }
    waiting.removeFirst(sent.count)
    for entry in sent { entry.report.deliver() }
  }

  /// Tells of the rest, as nothing is sent any more.
  func cutOff() {
    let rest = waiting
    waiting = []
    for entry in rest { entry.report.deliverCutOff() }
  }
}
