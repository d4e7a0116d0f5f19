import CoreTestSupport
import Foundation
import StubLanguages
import Testing

@testable import StubCore

@Suite("The closest stubs of a report")
struct NearestStubTests {
  /// A condition that no request meets, and that counts how often it is asked and described.
  private final class CountingMatcher: HTTPStubMatcher {
    let evaluations = AtomicInt(0)
    let descriptions = AtomicInt(0)

    var description: String {
      descriptions.add(1)
      return "never"
    }

    func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
      evaluations.add(1)
      return .mismatched(expected: "a", found: "b")
    }

    func captures(of request: ReceivedRequest) -> Captures? { nil }
  }

  private func installed(_ stub: HTTPStubRequest) -> InstalledStub {
    InstalledStub(stub.snapshot, rank: Rank(priority: 5, number: 1))
  }

  @Test(
    "They are the ones that comparing with every stub finds, with the results of all matchers",
    arguments: [1, 2, UInt64.random(in: 3...(.max))])
  func agreesWithComparingAll(seed: UInt64) throws {
    let draw = RandomStubs(random: SeededRandom(seed: seed))
    for _ in 0..<60 {
      let set = StubSet()
      for _ in 0..<draw.random.integer(in: 0...50) {
        let stub = set.add(stub: draw.stub())
        if draw.random.integer(in: 1...8) == 1 { _ = set.turn(stub.id, on: false) }
      }
      let request = draw.request()
      guard let report = set.receive(request).outcome.report else { continue }
      let distances = set.nearest(to: request, limit: 50)
        .reduce(into: [HTTPStub.ID: Double]()) { distances, near in
          distances[near.stub.id] = near.distance + (set.isOn(near.stub.id) ? 0 : 1)
        }
      let wanted = set.stubs.map(\.id).enumerated().sorted {
        (distances[$0.element] ?? 0, $0.offset) < (distances[$1.element] ?? 0, $1.offset)
      }
      #expect(report.nearMisses.map(\.source.id) == wanted.prefix(3).map(\.element))
      for miss in report.nearMisses {
        request.resetSteps()
        let results = miss.source.matchers.map { $0.evaluate(request, for: .stubRequest) }
        #expect(miss.verdicts.prefix(results.count).map(\.result) == results)
        #expect(miss.firstFailure == miss.verdicts.first { !$0.result.isMatch })
      }
    }
  }

  @Test(
    "A condition of a farther stub is not asked once three closer ones are known",
    arguments: [(2, 1), (3, 0), (4, 0)])
  func pruned(closer: Int, evaluations: Int) {
    let matcher = CountingMatcher()
    let set = StubSet()
    set.add(stub: HTTPStubRequest().match(path: "/z").match(matcher).stub(.text("")))
    for number in 0..<closer {
      set.add(stub: HTTPStubRequest().match(path: .equals("/items/\(number)")).stub(.text("")))
    }
    #expect(set.receive(ReceivedRequest(.get, "/items/x")).outcome.report != nil)
    #expect(matcher.evaluations.load() == evaluations)
  }

  @Test(
    "Up to 64 stubs are all compared, and fifteen of more stubs",
    arguments: [(1, 1), (64, 64), (65, 15), (500, 15)])
  func compared(stubs: Int, evaluations: Int) {
    let matcher = CountingMatcher()
    let set = StubSet()
    for _ in 0..<stubs { set.add(stub: HTTPStubRequest().match(matcher).stub(.text(""))) }
    #expect(set.receive(ReceivedRequest(.get, "/")).outcome.report?.stubCount == stubs)
    #expect(matcher.evaluations.load() == evaluations)
  }

  @Test("A condition is put into words when the report is read, and not before")
  func words() throws {
    let matcher = CountingMatcher()
    let set = StubSet()
    set.add(stub: HTTPStubRequest().match(matcher).stub(.text("")))
    let before = matcher.descriptions.load()
    let report = try #require(set.receive(ReceivedRequest(.get, "/")).outcome.report)
    #expect(matcher.descriptions.load() == before)
    #expect(report.description.contains("  ✗ never (expected a, got b)\n"))
    #expect(matcher.descriptions.load() > before)
  }

  @Test(
    "A part that many stubs check is read once, and parts with other identities each once",
    arguments: [1, 2, 8], [1, 5, 40])
  func sharedParts(parts: Int, stubs: Int) {
    let reads = AtomicInt(0)
    let comparison = StubComparison(ReceivedRequest(.get, "/"))
    for number in 0..<stubs {
      let name = "part \(number % parts)"
      let part = MatchedPart.derived(name, id: name) { _ in
        reads.add(1)
        return .one(name)
      }
      let stub = HTTPStubRequest().match(PartMatcher(part, .equals(name))).stub(.text(""))
      #expect(comparison.distance(to: installed(stub)) == 0)
    }
    #expect(reads.load() == min(parts, stubs))
  }

  @Test("Queries with the same text in another dialect, or without it, keep their own values")
  func dialects() throws {
    let request = ReceivedRequest(.post, "/", body: Data(#"{"a": [1], "b": {}}"#.utf8))
    let comparison = StubComparison(request)
    for text in ["$.a", "$.b", "$['a']"] {
      for dialect in [JSONPath.Dialect.standard, .jayway] {
        for test in [ValueMatcher.equals("1"), .equals("[1]"), .equals("{}"), .present] {
          let path = try JSONPath(text, dialect)
          let matcher = PartMatcher(path, test)
          let stub = installed(HTTPStubRequest().match(matcher).stub(.text("")))
          let result = matcher.evaluate(request, for: .stubRequest)
          #expect(comparison.result(with: stub)?.results == [result], "\(text) \(dialect)")
        }
      }
    }
  }
}
