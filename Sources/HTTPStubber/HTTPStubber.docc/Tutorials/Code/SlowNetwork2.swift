import Foundation
import HTTPStubber
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct SlowWeatherTests {
  @Test("A response that never comes is an error after a minute")
  func timeout() async throws {
    let clock = VirtualClock()
    let stubber = HTTPStubber(clock: clock)
    stubber.add(stub: HTTPStubRequest().stub { $0.fail(with: .neverAnswer) })

    let weather = Weather(session: stubber.session)
    let celsius = Task { try await weather.celsius(in: "Oslo") }
    try await stubber.journal.waitForRequests()
    clock.advance(by: .seconds(60))
    let error = await #expect(throws: URLError.self) { try await celsius.value }
    #expect(error?.code == .timedOut)
  }
}
