import StubTesting
import Testing

@Suite struct RecordedWeatherTests {
  @Test("The temperature of a city is read", .cassette("oslo"))
  func celsius() async throws {
    let weather = Weather(session: HTTPStubber.current.session)
    #expect(try await weather.celsius(in: "Oslo") == 4.5)
  }
}
