/// Many requests that wait at once for responses with a fixed delay.
///
/// They are sent one after the other over half of the delay, so that all of them wait at once and
/// neither side has to do everything at one moment.
final class Delays {
  /// Milliseconds.
  private let delay: Int
  private let clients: [Client]
  private let poller = Poller()
  private var buffer = [UInt8](repeating: 0, count: 4_096)

  init(port: UInt16, delay: Int, waiting: Int) throws {
    self.delay = delay
    clients = try (0..<waiting).map { _ in try Client(port: port) }
    for (number, client) in clients.enumerated() { poller.add(client.socket, number: number) }
    Clock.sleep(nanoseconds: 300_000_000)
  }

  /// When each response was due and when it began.
  func run() throws -> [DelayedAnswer] {
    let request = Array("GET \(Rules.path(delay: delay)) HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    let count = clients.count
    let spread = Int64(delay) * 500_000
    let start = Clock.now
    var sent: [Int64] = []
    var answers = [DelayedAnswer?](repeating: nil, count: count)
    var answered = 0
    let limit = start + Int64(delay) * 1_000_000 + 10_000_000_000
    while answered < count, Clock.now < limit {
      let now = Clock.now
      while sent.count < count, start + spread * Int64(sent.count) / Int64(count) <= now {
        sent.append(try clients[sent.count].send(request))
      }
      try poller.wait(milliseconds: sent.count < count ? 1 : 100) { number, _ in
        guard try clients[number].receive(into: &buffer) ?? 0 > 0, answers[number] == nil,
          number < sent.count
        else { return }
        answers[number] = DelayedAnswer(
          due: sent[number] + Int64(delay) * 1_000_000, came: Clock.now)
        answered += 1
      }
    }
    guard answered == count else {
      throw MeasurementError(
        expected: "\(count) responses", found: "\(answered)", remedy: "see the server's output")
    }
    return answers.compactMap { $0 }
  }
}

/// When a response was due and when it came, on `Clock`.
struct DelayedAnswer {
  let due: Int64
  let came: Int64

  /// How much too late (or, below 0, too early) it was, in milliseconds, less the time for which a
  /// processor was away meanwhile.
  func error(less absences: Absences = Absences()) -> Double {
    (came - due - (came > due ? absences.overlap(due, came) : 0)).milliseconds
  }
}
