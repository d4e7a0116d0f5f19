import CoreTestSupport
import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct RuleRobustnessTests {
  /// Reads, checks and asks, and looks that every finding has a place.
  private func read(_ bytes: [UInt8], as name: String) {
    guard let source = try? SourceText(name: name, bytes: bytes) else { return }
    var reader = RuleFileReader(
      variables: EnvironmentVariables([:]), keepsOutlines: true, formats: .all)
    reader.read(source)
    let check = RuleCheck(reader)
    #expect(check.diagnostics.sorted.allSatisfy { ($0.line ?? 0) >= 1 && ($0.column ?? 0) >= 1 })
    let set = StubSet()
    set.replaceAll(with: check.rules)
    _ = set.receive(ReceivedRequest(.get, "https://api.github.com/repos/a/b")).outcome
  }

  @Test("No JSON text makes the reader crash")
  func json() {
    for text in JSONTexts.all { read(text.bytes, as: "a.json") }
  }

  @Test("No text of JSONTestSuite makes the reader crash", .outside("suites/JSONTestSuite"))
  func jsonSuite() throws {
    let files = try OutsideFixtures.files(in: "suites/JSONTestSuite/test_parsing")
    #expect(files.count > 300)
    for file in files { read(file.bytes, as: file.name) }
  }

  @Test("No change of a rule file makes the reader crash", arguments: [1, 2026, 77] as [UInt64])
  func mutations(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    let sample = Array((RuleExampleTests.example + Self.tail + Self.bad).utf8)
    let pieces = ["{", "}", "[", "]", ":", "- ", "~", "0", "\"", "{{", "${", "*", "\n", " "]
    for _ in 0..<400 {
      var bytes = sample
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let end = min(bytes.count, place + Int.random(in: 0...3, using: &generator))
        let piece = pieces[Int.random(in: 0..<pieces.count, using: &generator)]
        bytes.replaceSubrange(place..<end, with: Array(piece.utf8))
      }
      read(bytes, as: "a.yaml")
    }
  }

  private static let tail = """
    ---
    - match: { any: [{ path: { glob: "/a/*" } }, { not: { body: { regex: "a+" } } }] }
      respond: { sequence: [{ redirect: { to: /b, status: 307 } }], then: cycle }
    - { match: { jsonPath: { "$.a": 1 }, query: { b: { any: [a] } } }, respond: { over: 2s } }

    """

  /// What goes wrong or takes its time.
  static let bad = """
    ---
    network: { profile: 3g, download: 20KB, latency: 1s, stalls: { every: 9s, lasting: 1s } }
    stubs:
      - { match: { path: /a }, respond: { delay: { uniform: [1s, 2s] }, gate: gate } }
      - match: { uri: "/repos/{a}/{b}" }
        respond:
          - { fault: { type: reset, after: 50%, probability: 0.5, first: 3 }, text: hello }
          - { fault: { type: wrongLength, by: -99 }, delay: { lognormal: { median: 1s, sigma: 9 } } }
          - { chunks: [{ text: a }, { after: 9s, base64: AA== }], fault: stall }
          - { events: [{ data: { a: 1 }, id: 1 }, { after: 99h, data: b }], delay: { oneOf: [1s] } }
          - { dribble: { chunks: 5, over: 2s }, text: a, fault: { type: slowHead, every: 9s } }

    """

  @Test("The largest numbers that are taken do not overflow anything")
  func extremes() throws {
    let year = "8760h"
    let chunks = (0..<50).map { _ in "{ after: \(year), text: a }" }.joined(separator: ", ")
    let set = try StubSet.reading(
      """
      network: { latency: \(year), jitter: \(year), download: 1, stalls: { every: \(year), \
      lasting: 8759h } }
      stubs:
        - respond:
            - { chunks: [\(chunks)], delay: \(year) }
            - { delay: { lognormal: { median: \(year), sigma: 1000000 } }, over: \(year), text: a }
            - { delay: { normal: { mean: \(year), deviation: \(year) } }, text: abc }
            - { text: abc, dribble: { chunks: \(Int.max), over: \(year) } }
            - { text: abc, fault: { type: wrongLength, by: 1000000000000 } }
            - { text: abc, fault: { type: slowHead, every: \(year) } }
            - { text: abc, fault: { type: reset, after: 9000000GB } }
      """)
    for _ in 0..<7 {
      let plan = try #require(set.plan(for: ReceivedRequest(.get, "/")))
      #expect(Array(plan.steps).allSatisfy { $0.at >= .zero })
    }
  }

  @Test("Matches inside each other are read as deep as documents can be")
  func depth() {
    for count in [10, 100, 250, 300, 2000] {
      let match = String(repeating: "{\"not\":", count: count) + "{}"
      let text = "{\"match\":" + match + String(repeating: "}", count: count) + ",\"respond\":{}}"
      read(Array(text.utf8), as: "a.json")
      let value = String(repeating: "{\"all\":[", count: count / 2) + "\"a\""
      let closing = String(repeating: "]}", count: count / 2)
      read(Array("{\"match\":{\"body\":\(value)\(closing)},\"respond\":{}}".utf8), as: "a.json")
    }
  }
}
