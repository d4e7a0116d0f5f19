import CoreTestSupport
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct DelayKeyTests {
  /// The delays of some responses, drawn with a seed.
  private func delays(_ delay: String, seed: UInt64 = 7, count: Int = 200) throws -> [Duration] {
    let rules = try RuleSet(text: "respond: { delay: \(delay), text: a }")
    #expect(rules.diagnostics.description == "")
    let set = StubSet(templateEnvironment: TemplateEnvironment(random: SeededRandom(seed: seed)))
    set.replaceAll(with: rules)
    return try (0..<count).map { _ in
      try #require(set.plan(for: ReceivedRequest(.get, "/"))).timing.beforeHead
    }
  }

  @Test(
    "A delay is drawn as the rule says",
    arguments: [
      ("{ uniform: [100ms, 2s] }", HTTPStubDelay.uniform(.milliseconds(100) ... .seconds(2))),
      ("{ uniform: [1s, 1s] }", .fixed(.seconds(1))),
      (
        "{ normal: { mean: 1s, deviation: 200ms } }",
        .normal(mean: .seconds(1), deviation: .milliseconds(200))
      ),
      (
        "{ lognormal: { median: 90ms, sigma: 0.4 } }",
        .lognormal(median: .milliseconds(90), sigma: 0.4)
      ),
      (
        "{ lognormal: { median: 90ms, sigma: 2, max: 1s } }",
        .lognormal(median: .milliseconds(90), sigma: 2, max: .seconds(1))
      ),
      ("{ oneOf: [20ms, 20ms, 3s] }", .oneOf([.milliseconds(20), .milliseconds(20), .seconds(3)])),
    ])
  func distributions(text: String, delay: HTTPStubDelay) throws {
    let random = SeededRandom(seed: 7)
    #expect(try delays(text) == (0..<200).map { _ in delay.draw(from: random) })
  }

  @Test("A drawn delay stays within its bounds and varies")
  func bounds() throws {
    let uniform = try delays("{ uniform: [100ms, 2s] }")
    #expect(uniform.allSatisfy { $0 >= .milliseconds(100) && $0 <= .seconds(2) })
    #expect(Set(uniform).count > 100)
    let capped = try delays("{ lognormal: { median: 90ms, sigma: 3, max: 200ms } }")
    #expect(capped.max() == .milliseconds(200))
    #expect(Set(try delays("{ oneOf: [1s, 2s] }")) == [.seconds(1), .seconds(2)])
  }

  @Test("The same seed gives the same delays, another seed gives others")
  func seeds() throws {
    let text = "{ uniform: [0, 1h] }"
    #expect(try delays(text, seed: 1) == delays(text, seed: 1))
    #expect(try delays(text, seed: 1) != delays(text, seed: 2))
  }

  @Test("An echo and a templated response are late like any other")
  func others() throws {
    let set = try StubSet.reading(
      "respond: { POST: { echo: true, delay: { oneOf: [2s] } },"
        + " GET: { text: '{{uuid}}', delay: { oneOf: [3s] } } }")
    let echo = set.plan(for: ReceivedRequest(.post, "/"))
    #expect(echo?.timing.beforeHead == .seconds(2))
    let text = set.plan(for: ReceivedRequest(.get, "/"))
    #expect(text?.timing.beforeHead == .seconds(3))
  }
}
