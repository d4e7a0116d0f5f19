import StubCore

/// Exchanges that have ended, each waiting for its last byte to leave the server.
struct HTTP2Reports {
  /// Bytes handed to the socket so far.
  private var written = 0
  private var fresh: [Connection.Report] = []
  private var waiting: [(end: Int, report: Connection.Report)] = []

  /// Notes the end of an exchange whose last frame is the next to be written.
  mutating func add(_ report: Connection.Report) { fresh.append(report) }

  mutating func wrote(_ count: Int) {
    written += count
    for report in fresh { waiting.append((written, report)) }
    fresh = []
  }

  /// Takes those whose bytes have left a socket with this many still to send.
  mutating func takeSent(unsent: Int) -> [Connection.Report] {
    if unsent == 0 { return takeAll() }
    let sent = written - unsent
    let count = waiting.prefix { $0.end <= sent }.count
    guard count > 0 else { return [] }
    let reports = waiting.prefix(count).map(\.report)
    waiting.removeFirst(count)
    return reports
  }

  mutating func takeAll() -> [Connection.Report] {
    let all = waiting.map(\.report) + fresh
    (waiting, fresh) = ([], [])
    return all
  }
}
