import CoreTestSupport
import StubCore
import Testing

@Suite("Delays beyond all reason")
struct LongestDelayTests {
  /// When the last step of a response is due.
  private func end(_ build: (HTTPStubResponse) -> Void) throws -> Duration {
    let plan = try HTTPStubRequest().stub(for: .get) { build($0) }.plan()
    return Array(plan.steps).last?.at ?? .zero
  }

  @Test("A delay is a year at most, however it is given")
  func longest() throws {
    let year = Duration.longestDelay
    #expect(try end { $0.responseDelay = 1e300 } == year)
    let century = year * 100
    #expect(try end { $0.delay = century } == year)
    #expect(try end { $0.responseTime = .delayedBy(century) } == year)
    #expect(try end { $0.responseTime = .spreadOver(century) } == year)
    #expect(try end { $0.randomDelay = .fixed(century) } == year)
    #expect(try end { $0.randomDelay = .uniform(century...century) } == year)
    #expect(try end { $0.randomDelay = .lognormal(median: century, sigma: 0) } == year)
    #expect(try end { $0.chunks = [HTTPStubChunk("a", after: century)] } == year)
  }

  @Test("A length that no number can hold is the largest there is")
  func length() throws {
    let stub = HTTPStubRequest().stub(for: .get) { response in
      response.body = "a"
      response.fail(with: .wrongLength(by: .max))
    }
    let plan = try stub.plan()
    #expect(plan.head?.headers[.contentLength] == String(Int.max))
  }
}
