import StubTesting
import Testing

@Suite(.cassette("oslo", matching: [.method, .path], failing: [.unused, .unmatched]))
struct RecordedWeatherTests {
  @Test("The temperature of a city is read")
  func celsius() async throws {
    let weather = Weather(session: HTTPStubber.current.session)
    #expect(try await weather.celsius(in: "Oslo") == 4.5)
  }

  @Test(
    "A city that has sunk is unknown",
    .stubs { HTTPStubRequest().match(path: "/reports/Atlantis").stub(.status(.notFound)) })
  func unknownCity() async throws {
    let weather = Weather(session: HTTPStubber.current.session)
    await #expect(throws: Weather.UnknownCity.self) {
      try await weather.celsius(in: "Atlantis")
    }
  }
}
