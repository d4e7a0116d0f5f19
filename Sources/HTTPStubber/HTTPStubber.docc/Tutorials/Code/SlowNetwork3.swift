import HTTPStubber
import Testing

@Suite struct SlowWeatherTests {
  @Test("An old phone in the countryside gets the report")
  func edge() async throws {
    let clock = VirtualClock()
    let stubber = HTTPStubber(clock: clock)
    stubber.network = .edge
    stubber.add(stub: HTTPStubRequest().stub(for: .get, .json(["celsius": 4.5])))

    let weather = Weather(session: stubber.session)
    async let celsius = weather.celsius(in: "Oslo")
    try await stubber.journal.waitForRequests()
    clock.advance(by: .seconds(1))
    #expect(try await celsius == 4.5)
  }
}
