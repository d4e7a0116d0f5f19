import CoreTestSupport
import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// Numbers in files that are too large for what is done with them.
@Suite("Extreme numbers")
struct ExtremeNumberTests {
  /// As YAML takes them, some of them as text.
  private static let values = [
    "\(Int.max)", "\(Int.min)", "4611686018427387904", "9007199254740993", "1e308", "-1e308",
    ".nan", "\"\(Int.max)\"", "\"4611686018427387904\"", "\"1e308\"", "\"\(Int.max)h\"",
  ]

  /// Copies of a document in each of which one value is replaced by a number.
  private func variants(_ text: String, as name: String = "a") throws -> [String] {
    let places = try Reading.node(text, as: name).json.replacingEachLeaf(with: "@@").map {
      $0.text()
    }
    try #require(!places.isEmpty)
    return places.flatMap { place in
      Self.values.map { place.replacing("\"@@\"", with: $0) }
    }
  }

  /// Reads, asks for each request of the recordings, follows the plan, and writes them.
  private func use(_ text: String, _ requests: [ReceivedRequest] = []) throws {
    var reader = RuleFileReader(
      variables: EnvironmentVariables([:]), keepsOutlines: true, formats: .all)
    reader.read(try SourceText(name: "a.yaml", text: text))
    let check = RuleCheck(reader)
    #expect(check.diagnostics.sorted.allSatisfy { $0.line ?? 0 >= 1 && $0.column ?? 0 >= 1 })
    let set = StubSet()
    set.replaceAll(with: check.rules)
    for request in requests { follow(set.plan(for: request)) }
    for cassette in reader.draft.cassettes {
      let set = StubSet()
      set.insert(cassette, configuration: CassetteConfiguration(playback: .recorded()))
      for interaction in cassette.interactions {
        follow(set.plan(for: ReceivedRequest(interaction.request.method, interaction.request.url)))
      }
      var redacted = cassette
      var redactor = Redactor(.usual, after: cassette.interactions)
      _ = redactor.redact(&redacted.interactions)
      for format in WritableFormat.withTools { #expect(!format.write(redacted).bytes.isEmpty) }
    }
  }

  private func follow(_ plan: ResponsePlan?) {
    guard let plan else { return }
    for step in plan.steps.prefix(1_000) { #expect(step.at >= .zero) }
  }

  @Test("A recording may have any number anywhere", arguments: RecordingSample.all)
  func recordings(sample: RecordingSample) throws {
    for text in try variants(sample.text) { try use(text) }
  }

  @Test("A definition of another tool may have any number anywhere", arguments: definitionTexts)
  func definitions(text: String) throws {
    for text in try variants(text) {
      try use(text, [ReceivedRequest(.get, "/a"), ReceivedRequest(.get, "/a")])
    }
  }

  private static let definitionTexts = [
    """
    {"priority": 1, "request": {"urlPath": "/a", "port": 80}, "response": {"status": 200,
    "headers": {"Content-Length": "3"}, "fixedDelayMilliseconds": 5, "body": "abc",
    "chunkedDribbleDelay": {"numberOfChunks": 3, "totalDuration": 9},
    "delayDistribution": {"type": "lognormal", "median": 3, "sigma": 1, "maxValue": 9}}}
    """,
    """
    {"request": {"urlPath": "/a"}, "response": {"body": "abc",
    "delayDistribution": {"type": "uniform", "lower": 3, "upper": 9}}}
    """,
    """
    {"data": {"pairs": [{"request": {"path": [{"matcher": "exact", "value": "/a"}],
    "requiresState": {"sequence:1": "1"}}, "response": {"status": 200, "body": "abc",
    "fixedDelay": 5, "transitionsState": {"sequence:1": "2"}}},
    {"request": {"path": "/a", "requiresState": {"sequence:1": "2"}}, "response": {"status": 200,
    "logNormalDelay": {"min": 0, "max": 9, "mean": 5, "median": 3}}}],
    "globalActions": {"delays": [{"urlPattern": ".", "delay": 3}]}},
    "meta": {"schemaVersion": "v5.3"}}
    """,
    """
    {"protocol": "http", "port": 4545, "stubs": [{"predicates": [{"equals": {"path": "/a"}}],
    "responses": [{"repeat": 2, "is": {"statusCode": 200, "body": "abc"},
    "behaviors": [{"wait": 5}, {"wait": 5}, {"repeat": 3}]}]}]}
    """,
    """
    {"priority": 1, "httpRequest": {"path": "/a"}, "times": {"remainingTimes": 3,
    "unlimited": false}, "httpResponse": {"statusCode": 200, "body": "abc",
    "delay": {"timeUnit": "DAYS", "value": 3}}}
    """,
  ]

  @Test("A rule file may have any number anywhere", arguments: ruleTexts)
  func rules(text: String) throws {
    let requests = (0..<9).map { _ in ReceivedRequest(.get, "/a?n=5") }
    for text in try variants(text) { try use(text, requests) }
  }

  private static let ruleTexts = [
    """
    network: { latency: 1s, jitter: 1s, download: 1KB, upload: 1, stalls: { every: 9s, lasting: 1s } }
    connectionFault: { type: slowAccept, delay: 1s, first: 3, probability: 0.5, duration: 1s }
    stubs:
    - match: { uri: "/a{?n}", query: { n: { greaterThan: 3, lessThan: 8 } } }
      priority: 3
      times: 50
      respond:
      - { status: 200, text: abc, delay: 5ms, speed: 3KB }
      - { text: abc, dribble: { chunks: 3, over: 2s } }
      - { text: abc, over: 2s, fault: { type: reset, after: 2, probability: 0.5, first: 3 } }
      - { text: abc, fault: { type: wrongLength, by: 9 } }
      - { text: abc, fault: { type: slowHead, every: 9s } }
      - { text: abc, fault: { type: close, insideHead: 9 } }
      - { chunks: [ { after: 1s, text: a }, { after: 1s, text: b } ] }
    """,
    """
    stubs:
    - respond:
      - { text: abc, delay: { uniform: [ 1s, 2s ] } }
      - { text: abc, delay: { normal: { mean: 1s, deviation: 2s } } }
      - { text: abc, delay: { lognormal: { median: 1s, sigma: 2, max: 3s } } }
      - { text: abc, delay: { oneOf: [ 1s, 2s ] }, redirect: { to: /b, status: 307 } }
      - { json: { n: 1, m: "{{range 1 3}} {{math 1 '+' 2}}" }, headers: { Content-Length: "3" } }
      - { error: -1009 }
      - { events: [ { data: a, id: 1, after: 1s, retry: 3 } ] }
    """,
  ]

  @Test(
    "Sums that exceed a limit are refused or cut, with a position",
    arguments: [
      (
        // The body is hexadecimal if it has twice that length.
        """
        [{"scope": "http://a:80", "path": "/", "status": 200, "body": "6162", "response": "",
        "reqheaders": {"content-length": 4611686018427387904}}]
        """, ""
      ),
      (
        """
        cassette: 1
        interactions:
        - request: { method: GET, url: http://a/ }
          response: { status: 200, body: abc }
          timing: { wait: 1s, chunks: [{ at: 1s, bytes: \(Int.max) }, { at: 2s, bytes: 1 }] }
        """, "the chunks are too large together"
      ),
      (
        """
        version: 2
        interactions:
        - request: { method: GET, url: http://a/ }
          response: { code: 200, duration: \(String(repeating: "999999999999999h", count: 60)) }
        """, "a duration of at most a year"
      ),
      (
        """
        cassette: 1
        interactions:
        - request: { method: GET, url: "http://a/?x=REDACTED-token-\(Int.max)&token=secret" }
          response: { status: 200 }
        """, ""
      ),
    ])
  func sums(text: String, finding: String) throws {
    try use(text)
    let findings = try VCRReading(text, as: "a.yaml").diagnostics.sorted.map {
      "\($0.line ?? 0):\($0.column ?? 0): \($0.message)"
    }
    #expect(findings.count == (finding.isEmpty ? 0 : 1))
    #expect(findings.allSatisfy { $0.contains(finding) })
  }

  @Test(
    "Recorded times are multiplied as far as delays go",
    arguments: [0, 1, 1e9, 1e308, .infinity, .nan, -1])
  func scales(scale: Double) throws {
    let interaction = Interaction(
      RecordedRequest(.get, "http://a/"), RecordedResponse(.ok, body: Data("ab".utf8)),
      timing: RecordedTiming(
        wait: .seconds(1), receive: .seconds(2),
        chunks: [.init(at: .seconds(1), count: 1), .init(at: .seconds(2), count: 1)]))
    let set = StubSet()
    set.insert(
      Cassette(interactions: [interaction]),
      configuration: CassetteConfiguration(playback: .recorded(scale: scale)))
    let plan = try #require(set.plan(for: ReceivedRequest(.get, "http://a/")))
    #expect(plan.steps.allSatisfy { $0.at >= .zero && $0.at <= .longestDelay * 2 })
    let wait: Duration = scale > 1e6 ? .longestDelay : scale >= 0 ? .seconds(scale) : .zero
    #expect(plan.timing.beforeHead == wait)
  }
}

extension JSONValue {
  /// Copies of this in each of which one scalar, on any level, is a text.
  fileprivate func replacingEachLeaf(with other: String) -> [JSONValue] {
    switch self {
    case .array(let elements):
      elements.indices.flatMap { place in
        elements[place].replacingEachLeaf(with: other).map { replaced in
          var copy = elements
          copy[place] = replaced
          return .array(copy)
        }
      }
    case .object(let object):
      object.members.flatMap { member in
        member.value.replacingEachLeaf(with: other).map { replaced in
          var copy = object
          copy[member.name] = replaced
          return .object(copy)
        }
      }
    default: [.string(other)]
    }
  }
}
