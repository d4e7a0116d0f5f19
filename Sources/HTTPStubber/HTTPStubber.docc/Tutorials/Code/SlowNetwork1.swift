import HTTPStubber
import Testing

@Suite struct SlowWeatherTests {
  @Test("A late response is still read")
  func late() async throws {
    let clock = VirtualClock()
    let stubber = HTTPStubber(clock: clock)
    stubber.add(
      stub: HTTPStubRequest()
        .stub(for: .get, .json(["celsius": 4.5]).delayed(by: 30)))

    let weather = Weather(session: stubber.session)
    async let celsius = weather.celsius(in: "Oslo")
    try await stubber.journal.waitForRequests()
    clock.advance(by: .seconds(30))
    #expect(try await celsius == 4.5)
  }
}
