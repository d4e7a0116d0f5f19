import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Stubs of other tools that others hide")
struct DefinitionReachabilityTests {
  /// What the checks say of a file, each finding with its line.
  private func findings(_ text: String) throws -> [String] {
    var reader = RuleFileReader(
      variables: EnvironmentVariables([:]), keepsOutlines: true, formats: .all)
    reader.read(try SourceText(name: "stubs.json", text: text))
    return RuleCheck(reader).diagnostics.sorted.map { "\($0.line ?? 0): \($0.message)" }
  }

  private static func hidden(_ line: Int, by other: Int, _ why: String) -> String {
    "\(line): this stub never answers: the one at line \(other) \(why); "
      + "change their order, or remove one"
  }

  private func wireMock(_ first: String, _ second: String, more: String = "") throws -> [String] {
    try findings(
      """
      { "mappings": [
        { "request": \(first), "response": { "status": 200 } },
        { "request": \(second), "response": { "status": 201 }\(more) }
      ] }
      """)
  }

  @Test("WireMock: the mapping that comes later hides one with the same request or a narrower one")
  func wireMock() throws {
    let request = #"{ "method": "GET", "url": "/a", "headers": { "A": { "equalTo": "b" } } }"#
    let same = #"{ "url": "/a", "headers": { "a": { "equalTo": "b" } }, "method": "GET" }"#
    #expect(
      try wireMock(request, same)
        == [Self.hidden(2, by: 3, "has the same match and comes later")])
    #expect(
      try wireMock(request, #"{ "method": "ANY", "url": "/a" }"#)
        == [Self.hidden(2, by: 3, "matches all that this one does and comes later")])
  }

  @Test(
    "WireMock: a mapping with another condition hides no stub",
    arguments: [
      #"{ "method": "POST", "url": "/a" }"#, #"{ "method": "GET", "urlPath": "/a" }"#,
      #"{ "method": "GET", "url": "/a", "bodyPatterns": [{ "contains": "x" }] }"#,
    ])
  func others(second: String) throws {
    #expect(try wireMock(#"{ "method": "GET", "url": "/a" }"#, second) == [])
  }

  @Test("WireMock: a state that is asked for is a condition, and a priority decides the order")
  func states() throws {
    let request = #"{ "method": "GET", "url": "/a" }"#
    let state = #", "scenarioName": "s", "requiredScenarioState": "Started""#
    #expect(try wireMock(request, request, more: state) == [])
    #expect(
      try wireMock(request, request, more: #", "priority": 9"#) == [
        "3: this stub never answers: the one at line 2 has the same match and has a lower "
          + "priority number; remove one"
      ])
  }

  @Test("MockServer: the expectation that comes earlier hides the others, unless it is used up")
  func mockServer() throws {
    func list(_ times: String) -> String {
      """
      [
        { "httpRequest": { "path": "/a" }, "httpResponse": { "statusCode": 200 }\(times) },
        { "httpRequest": { "path": "/a", "method": "GET" }, "httpResponse": { "statusCode": 201 } }
      ]
      """
    }
    #expect(
      try findings(list(""))
        == [Self.hidden(3, by: 2, "matches all that this one does and comes earlier")])
    #expect(try findings(list(#", "times": { "remainingTimes": 1, "unlimited": false }"#)) == [])
  }

  @Test("mountebank: the stub that comes earlier hides the others; a default hides none")
  func mountebank() throws {
    func imposter(_ first: String, _ second: String) -> String {
      """
      { "protocol": "http", "defaultResponse": { "statusCode": 404 }, "stubs": [
        { "predicates": [\(first)], "responses": [{ "is": { "statusCode": 200 } }] },
        { "predicates": [\(second)], "responses": [{ "is": { "statusCode": 201 } }] }
      ] }
      """
    }
    let path = #"{ "equals": { "path": "/a" } }"#
    let method = #"{ "equals": { "method": "GET" } }"#
    #expect(
      try findings(imposter(path, "\(method), \(path)"))
        == [Self.hidden(3, by: 2, "matches all that this one does and comes earlier")])
    #expect(try findings(imposter(method, path)) == [])
  }

  @Test("Hoverfly: of pairs with the same request the later one counts; the heavier comes first")
  func hoverfly() throws {
    func simulation(_ first: String, _ second: String) -> String {
      """
      { "data": { "pairs": [
        { "request": { \(first) }, "response": { "status": 200 } },
        { "request": { \(second) }, "response": { "status": 201 } }
      ] }, "meta": { "schemaVersion": "v5" } }
      """
    }
    let path = #""path": [{ "matcher": "exact", "value": "/a" }]"#
    let method = #""method": [{ "matcher": "exact", "value": "GET" }]"#
    #expect(
      try findings(simulation(path, path))
        == [Self.hidden(2, by: 3, "has the same match and comes later")])
    #expect(try findings(simulation(path, "\(path), \(method)")) == [])
  }
}
