import HTTPStubber
import Testing

@Suite struct BrokenWeatherTests {
  @Test("A lost connection is tried again, three times in all", arguments: [2, 3])
  func retry(losses: Int) async throws {
    let stubber = HTTPStubber()
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get) { response in
        response.body = #"{"celsius": 4.5}"#
        response.fail(with: .reset(after: .percent(50)), first: losses)
      })

    let celsius = try? await Weather(session: stubber.session).celsius(in: "Oslo")
    #expect(celsius == (losses < 3 ? 4.5 : nil))
    try stubber.journal.verify(count: 3)
  }
}
