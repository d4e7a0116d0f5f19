import StubCore
import Testing

@Suite struct ResponseIntervalTests {
  @Test(
    "A response goes out at once, later, at a speed or spread over a time",
    arguments: [
      (.immediate, ResponseTiming(beforeHead: .seconds(1))),
      (.delayedBy(.seconds(2)), ResponseTiming(beforeHead: .seconds(3))),
      (.withSpeed(.speedEdge), ResponseTiming(beforeHead: .seconds(1), body: .rate(16_000))),
      (.spreadOver(.seconds(2)), ResponseTiming(beforeHead: .seconds(1), body: .over(.seconds(2)))),
      (.spreadOver(.seconds(-2)), ResponseTiming(beforeHead: .seconds(1), body: .rate(2_000))),
    ] as [(HTTPStubResponseInterval, ResponseTiming)])
  func timing(interval: HTTPStubResponseInterval, timing: ResponseTiming) {
    let response = HTTPStubResponse()
    response.delay = .seconds(1)
    response.responseTime = interval
    #expect(response.specification.timing == timing)
  }
}
