import StubTesting
import Testing

@Suite(
  .cassette(
    "oslo", matching: [.method, .path], failing: [.unused, .unmatched],
    options: CassetteOptions(
      recording: RecordingConfiguration(filters: [.headers("Set-Cookie", "X-Station")]))))
struct RecordedWeatherTests {
  @Test("The temperature of a city is read")
  func celsius() async throws {
    let weather = Weather(session: HTTPStubber.current.session)
    #expect(try await weather.celsius(in: "Oslo") == 4.5)
  }
}
