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

  @Test("The first so many requests meet the fault, the others do not")
  func first() {
    let stub = HTTPStubRequest().stub(for: .get, fault: .reset, first: 2)
    #expect(faults(of: stub, count: 4) == [.reset, .reset, nil, nil])
    let none = HTTPStubRequest().stub(for: .get, fault: .reset, first: 0)
    #expect(faults(of: none, count: 2) == [nil, nil])
  }

  @Test("A fault is as frequent as its probability, and the seed repeats which requests meet it")
  func probability() {
    func stub() -> HTTPStubRequest {
      HTTPStubRequest().stub(for: .get, fault: .reset, probability: 0.25)
    }
    let met = faults(of: stub(), seed: 5, count: 10_000)
    let count = met.filter { $0 == .reset }.count
    #expect((2_350...2_650).contains(count))
    #expect(faults(of: stub(), seed: 5, count: 200) == Array(met.prefix(200)))
    #expect(faults(of: stub(), seed: 6, count: 200) != Array(met.prefix(200)))
  }

  @Test("Probability and number together: of the first requests, some")
  func both() {
    let stub = HTTPStubRequest().stub(for: .get, fault: .reset, probability: 0.5, first: 100)
    let met = faults(of: stub, count: 200)
    let count = met.prefix(100).filter { $0 != nil }.count
    #expect((25...75).contains(count))
    #expect(met.dropFirst(100).allSatisfy { $0 == nil })
  }

  @Test("A probability of 2, a negative number of requests and a negative speed are refused")
  func nonsense() async {
    await #expect(processExitsWith: .failure) {
      _ = HTTPStubRequest().stub(fault: .reset, probability: 2)
    }
    await #expect(processExitsWith: .failure) {
      _ = HTTPStubRequest().stub(fault: .reset, first: -1)
    }
    await #expect(processExitsWith: .failure) { _ = HTTPConnectionSpeed(bytesPerSecond: -1) }
  }
}
