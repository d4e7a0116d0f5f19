import HTTPStubber
import Testing

@Suite struct WeatherTests {
  @Test("Without a stub, the request fails")
  func noStub() async throws {
    let stubber = HTTPStubber()
    let weather = Weather(session: stubber.session)
    await #expect(throws: (any Error).self) { try await weather.celsius(in: "Oslo") }
  }
}
