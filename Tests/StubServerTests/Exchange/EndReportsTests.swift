import StubCore
import Testing

@testable import StubServer

@Suite struct EndReportsTests {
  /// What has been told, in order.
  private final class Told: Sendable {
    private let endings = Lock<[String]>([])

    var all: [String] { endings.withLock { $0 } }

    func report(_ name: String, _ ending: ResponseEnding = .completed) -> EndReport {
      EndReport(
        ResponseReport { ending in self.endings.withLock { $0.append("\(name) \(ending)") } },
        ending)
    }
  }

  @Test("The end of an exchange is told once all of its bytes have left the server")
  func sent() {
    let (reports, told) = (EndReports(), Told())
    reports.add(told.report("a"))
    reports.note(written: 10)
    reports.add(told.report("b"))
    reports.deliver(sent: 10_000)
    #expect(told.all == ["a \(ResponseEnding.completed)"])
    reports.add(told.report("c"))
    reports.note(written: 30)
    reports.deliver(sent: 29)
    #expect(told.all.count == 1)
    reports.deliver(sent: 30)
    #expect(
      told.all.dropFirst() == ["b \(ResponseEnding.completed)", "c \(ResponseEnding.completed)"])
    reports.deliver(sent: 1_000)
    #expect(told.all.count == 3)
  }

  @Test("What has not left the server when the connection ends was cut off, unless it had failed")
  func cutOff() {
    let (reports, told) = (EndReports(), Told())
    let failure = ResponseEnding.failed(.network(.networkConnectionLost))
    reports.add(told.report("a"))
    reports.note(written: 10)
    reports.add(told.report("b", failure))
    reports.cutOff()
    #expect(told.all == ["a \(ResponseEnding.cancelled)", "b \(failure)"])
    reports.cutOff()
    #expect(told.all.count == 2)
  }
}
