import StubCore
import Testing

@testable import StubServer

@Suite struct EndReportsTests {
  /// What has been told, in order.
  private final class Told: Sendable {
    private let endings = Lock<[String]>([])

    var all: [String] { endings.withLock { $0 } }

    /// A whole response of so many bytes, without a head, up to a place.
    func report(
      _ name: String, _ count: Int = 0, to place: Int = 0, _ ending: ResponseEnding = .completed,
      isSilent: Bool = false
    ) -> EndReport {
      var tally = SentTally()
      tally.addWhole(count, body: count, to: place)
      return EndReport(
        ResponseReport(following: { sent in
          self.endings.withLock { $0.append("\(name) \(sent.bodyCount) \(sent.state)") }
        }),
        SentResponse(
          status: 200, count: count, of: count, hasBegun: true, ending: ending,
          isSilent: isSilent), tally, number: 1)
    }
  }

  @Test("The end of an exchange is told once all of its bytes have left the server")
  func sent() {
    let (reports, told) = (EndReports(), Told())
    reports.add(told.report("a"))
    reports.note(written: 10)
    reports.add(told.report("b"))
    reports.deliver(sent: 10_000)
    #expect(told.all == ["a 0 complete"])
    reports.add(told.report("c"))
    reports.note(written: 30)
    reports.deliver(sent: 29)
    #expect(told.all.count == 1)
    reports.deliver(sent: 30)
    #expect(told.all.dropFirst() == ["b 0 complete", "c 0 complete"])
    reports.deliver(sent: 1_000)
    #expect(told.all.count == 3)
  }

  @Test(
    "Of what has not left the server when the connection ends, only the bytes that have are told")
  func cutOff() {
    let (reports, told) = (EndReports(), Told())
    let failure = ResponseEnding.failed(.network(.networkConnectionLost))
    reports.add(told.report("a", 10, to: 10))
    reports.note(written: 10)
    reports.add(told.report("b", 5, to: 12, failure))
    reports.note(written: 12)
    reports.add(told.report("c", 0, to: 0, failure))
    reports.cutOff(sent: 8)
    #expect(told.all == ["a 8 clientLeft", "b 1 clientLeft", "c 0 failed"])
    reports.cutOff(sent: 8)
    #expect(told.all.count == 3)
  }

  @Test("The departure of a client that waits for a silent response is reported once, and later")
  func silence() {
    for leaves in [true, false] {
      let (reports, told) = (EndReports(), Told())
      reports.add(
        told.report("a", 3, to: 3, .failed(.network(.timedOut)), isSilent: true))
      reports.note(written: 3)
      reports.deliver(sent: 3)
      #expect(told.all == ["a 3 silent"])
      if leaves { reports.clientLeft(1) }
      reports.cutOff(sent: 3)
      #expect(told.all == ["a 3 silent", "a 3 clientLeft"])
    }
  }
}
