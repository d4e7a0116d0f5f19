import StubTesting
import Testing

@Suite struct RecordedWeatherTests {
  @Test(
    "The temperature of a city is read",
    .cassette("oslo", matching: [.method, .path], failing: [.unused, .unmatched]))
  func celsius() async throws {
    let weather = Weather(session: HTTPStubber.current.session)
    #expect(try await weather.celsius(in: "Oslo") == 4.5)
  }
}
