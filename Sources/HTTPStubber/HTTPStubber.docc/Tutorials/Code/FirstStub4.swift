import HTTPStubber
import Testing

@Suite struct WeatherTests {
  @Test("The temperature of a city is read")
  func celsius() async throws {
    let stubber = HTTPStubber()
    stubber.add(
      stub: HTTPStubRequest()
        .match(URI: "https://weather.example/reports/{city}")
        .stub(for: .get, .status(.notFound)))
    stubber.add(
      stub: HTTPStubRequest()
        .match(URL: "https://weather.example/reports/Oslo")
        .stub(for: .get, .json(["celsius": 4.5])))
    let weather = Weather(session: stubber.session)
    #expect(try await weather.celsius(in: "Oslo") == 4.5)
    await #expect(throws: Weather.UnknownCity.self) {
      try await weather.celsius(in: "Atlantis")
    }
    try stubber.journal.verify(count: 1, matching: .path("/reports/Oslo"))
    try stubber.journal.verifyOrder(.path("/reports/Oslo"), .path("/reports/Atlantis"))
  }
}
