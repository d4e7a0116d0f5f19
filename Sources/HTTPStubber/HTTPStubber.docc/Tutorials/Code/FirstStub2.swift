import HTTPStubber
import Testing

@Suite struct WeatherTests {
  @Test("The temperature of a city is read")
  func celsius() async throws {
    let stubber = HTTPStubber()
    stubber.add(
      stub: HTTPStubRequest()
        .match(URL: "https://weather.example/reports/Oslo")
        .stub(for: .get, .json(["celsius": 4.5])))
    let weather = Weather(session: stubber.session)
    #expect(try await weather.celsius(in: "Oslo") == 4.5)
  }
}
