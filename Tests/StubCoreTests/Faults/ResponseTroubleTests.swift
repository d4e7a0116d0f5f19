import CoreTestSupport
import Testing

@testable import StubCore

@Suite("Faults that meet some requests")
struct ResponseTroubleTests {
  private func faults(
    of request: HTTPStubRequest, seed: UInt64 = 1, count: Int
  ) -> [HTTPStubFault?] {
    let environment = TemplateEnvironment(random: SeededRandom(seed: seed))
    let set = StubSet(templateEnvironment: environment)
    set.add(stub: request)
    return (0..<count).map { _ in
      set.receive(ReceivedRequest(.get, "http://host/")).outcome.plan?.fault
    }
  }

  @Test("The first requests up to the limit get the fault, later ones do not")
  func first() {
    let stub = HTTPStubRequest().stub(for: .get, .fault(.reset, first: 2))
    #expect(faults(of: stub, count: 4) == [.reset, .reset, nil, nil])
    let none = HTTPStubRequest().stub(for: .get, .fault(.reset, first: 0))
    #expect(faults(of: none, count: 2) == [nil, nil])
  }

  @Test(
    "In a sequence, the requests with that response are counted",
    arguments: [
      (HTTPStubSequenceEnding.repeatLast, [nil, .reset, nil, .emptyResponse, .emptyResponse, nil]),
      (
        .cycle,
        [nil, .reset, nil, .emptyResponse, nil, .reset, nil, .emptyResponse, nil, nil, nil, nil]
      ),
      (.fallThrough, [nil, .reset, nil, .emptyResponse, nil]),
    ] as [(HTTPStubSequenceEnding, [HTTPStubFault?])])
  func sequence(ending: HTTPStubSequenceEnding, expected: [HTTPStubFault?]) {
    let (broken, last) = (HTTPStubResponse(), HTTPStubResponse())
    broken.fail(with: .reset, first: ending == .cycle ? 2 : 1)
    last.fail(with: .emptyResponse, first: 2)
    let responses = [HTTPStubResponse(), broken, HTTPStubResponse(), last]
    let stub = HTTPStubRequest().stub(for: .get, sequence: responses, then: ending)
    #expect(faults(of: stub, count: expected.count) == expected)
  }

  @Test("Responses that are given several times count each time")
  func repetition() {
    func number(_ ending: HTTPStubSequenceEnding, _ count: Int) -> [Int] {
      let responder = SpecifiedResponder(specification: ResponseSpecification())
      let script = ResponseScript(
        repeating: [(responder, 2), (responder, 1), (responder, 3)], ending: ending)
      return (0..<count).map { script.repetition(at: $0) }
    }
    #expect(number(.repeatLast, 9) == [0, 1, 0, 0, 1, 2, 3, 4, 5])
    #expect(number(.cycle, 12) == [0, 1, 0, 0, 1, 2, 2, 3, 1, 3, 4, 5])
  }

  @Test("A fault is as frequent as its probability, and the seed repeats which requests meet it")
  func probability() {
    func stub() -> HTTPStubRequest {
      HTTPStubRequest().stub(for: .get, .fault(.reset, probability: 0.25))
    }
    let met = faults(of: stub(), seed: 5, count: 10_000)
    let count = met.filter { $0 == .reset }.count
    #expect((2_350...2_650).contains(count))
    #expect(faults(of: stub(), seed: 5, count: 200) == Array(met.prefix(200)))
    #expect(faults(of: stub(), seed: 6, count: 200) != Array(met.prefix(200)))
  }

  @Test("Probability and number together: of the first requests, some")
  func both() {
    let stub = HTTPStubRequest().stub(for: .get, .fault(.reset, probability: 0.5, first: 100))
    let met = faults(of: stub, count: 200)
    let count = met.prefix(100).filter { $0 != nil }.count
    #expect((25...75).contains(count))
    #expect(met.dropFirst(100).allSatisfy { $0 == nil })
  }

  @Test("A probability of 2, a negative number of requests and a negative speed are refused")
  func nonsense() async {
    await #expect(processExitsWith: .failure) {
      _ = HTTPStubRequest().stub(.fault(.reset, probability: 2))
    }
    await #expect(processExitsWith: .failure) {
      _ = HTTPStubRequest().stub(.fault(.reset, first: -1))
    }
    await #expect(processExitsWith: .failure) { _ = HTTPConnectionSpeed(bytesPerSecond: -1) }
  }
}
