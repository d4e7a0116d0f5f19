import CoreTestSupport
import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Equality in indexes, scenarios, cassettes and files of WireMock")
struct EqualityPlacesTests {
  @Test("The index tells stubs apart whose names only look the same")
  func index() throws {
    for part in [
      #"query: { "\u00e9": "1" }"#, #"form: { "\u00e9": "1" }"#, #"cookies: { "\u00e9": "1" }"#,
    ] {
      let decomposed = part.replacing("\\u00e9", with: "e\\u0301")
      let fill = (0..<20).map {
        #"  - { match: { path: /, query: { n: "\#($0)" } }, respond: 204 }"#
      }
      let text = """
        stubs:
        \(fill.joined(separator: "\n").replacing("respond: 204", with: "respond: { status: 204 }"))
          - { match: { path: /, \(part) }, respond: { text: composed } }
          - { match: { path: /, \(decomposed) }, respond: { text: decomposed } }
        """
      let set = try StubSet.reading(text)
      #expect(set.text(for: Self.request("%C3%A9", "\u{e9}")) == "composed", "\(part)")
      #expect(set.text(for: Self.request("e%CC%81", "e\u{301}")) == "decomposed", "\(part)")
    }
  }

  private static func request(_ encoded: String, _ name: String) -> ReceivedRequest {
    ReceivedRequest(
      .post, "/?\(encoded)=1",
      headers: [.cookie: "\(name)=1", .contentType: "application/x-www-form-urlencoded"],
      body: Data("\(encoded)=1".utf8))
  }

  @Test("Names and states of scenarios are compared by their bytes")
  func scenarios() throws {
    let states = ScenarioStates()
    let first = ScenarioCondition(states, "\u{e9}", required: "\u{e9}", next: nil)
    let second = ScenarioCondition(states, "e\u{301}", required: "e\u{301}", next: nil)
    states["\u{e9}"] = "e\u{301}"
    #expect(first.obstacle(to: 0) != nil)
    #expect(second.obstacle(to: 0) != nil)
    states["\u{e9}"] = "\u{e9}"
    states["e\u{301}"] = "e\u{301}"
    #expect(first.obstacle(to: 0) == nil)
    #expect(second.obstacle(to: 0) == nil)
  }

  @Test("Requests that only look the same are different requests to a cassette")
  func cassettes() throws {
    func recorded(_ path: String, _ value: String) -> ComparedRequest {
      let request = ReceivedRequest(
        .get, "http://a.test/\(path)?v=\(value)", headers: ["X-V": path])
      var configuration = CassetteConfiguration()
      configuration.matching = [.method, .url, .headers]
      return ComparedRequest(request, RequestComparison(configuration.resolved))
    }
    let all = ["%C3%A9", "e%CC%81"].flatMap { one in
      ["\u{e9}", "e\u{301}"].map { recorded($0, one) }
    }
    #expect(Set(all).count == 4)
  }

  @Test(
    "WireMock's operators compare bytes and exact numbers, and ignore the case of hosts",
    arguments: [
      DefinitionCase(
        #"{"queryParameters": {"v": {"equalTo": "\u00e9"}}}"#,
        [.get("/?v=%C3%A9")], not: [.get("/?v=e%CC%81")]),
      DefinitionCase(
        #"{"queryParameters": {"\u00e9": {"equalTo": "1"}}}"#,
        [.get("/?%C3%A9=1")], not: [.get("/?e%CC%81=1")]),
      DefinitionCase(
        #"{"queryParameters": {"v": {"equalTo": "\u00c9", "caseInsensitive": true}}}"#,
        [.get("/?v=%C3%A9")], not: [.get("/?v=e%CC%81")]),
      DefinitionCase(
        #"{"queryParameters": {"v": {"equalToNumber": 9007199254740993}}}"#,
        [.get("/?v=9007199254740993"), .get("/?v=9007199254740993.0")],
        not: [.get("/?v=9007199254740992")]),
      DefinitionCase(
        #"{"queryParameters": {"v": {"greaterThanNumber": 9007199254740992}}}"#,
        [.get("/?v=9007199254740993"), .get("/?v=1e400")], not: [.get("/?v=9007199254740992")]),
      DefinitionCase(
        #"{"bodyPatterns": [{"matchesJsonPath": "$[?(@.v > 9007199254740992)]"}]}"#,
        [.post(#"[{"v": 9007199254740993}]"#)], not: [.post(#"[{"v": 9007199254740992}]"#)]),
      DefinitionCase(
        #"{"host": {"equalTo": "API.test"}}"#,
        [.get("http://api.test/"), .get("http://API.test/")], not: [.get("http://b.test/")]),
      DefinitionCase(
        #"{"host": {"matches": "A[a-z]+\\.test"}}"#,
        [.get("http://api.test/")], not: [.get("http://b.test/")]),
      DefinitionCase(
        #"{"host": {"doesNotContain": "API"}}"#,
        [.get("http://b.test/")], not: [.get("http://api.test/")]),
    ])
  fileprivate func wireMock(row: DefinitionCase) throws {
    try row.check { #"{"request": \#($0), "response": {"status": 204}}"# }
  }

  @Test(
    "WireMock ignores caseInsensitive beside matches and the like, and a warning says so",
    arguments: ["matches", "doesNotMatch", "contains", "doesNotContain"])
  func caseInsensitive(name: String) throws {
    let text = """
      {"request": {"urlPath": "/", "queryParameters": {"v": {"\(name)": "a", "caseInsensitive": true}}},
       "response": {"body": "x"}}
      """
    let rules = try RuleSet(text: text, as: "mapping.json")
    #expect(rules.diagnostics.errorCount == 0)
    let warning = "\"caseInsensitive\" is ignored beside \"\(name)\", as in WireMock"
    #expect(rules.diagnostics.description.contains(warning), "\(rules.diagnostics)")
    let set = StubSet()
    set.replaceAll(with: rules)
    let isOpposite = name.hasPrefix("does")
    #expect(set.answers(.get("/?v=a")) == !isOpposite)
    #expect(set.answers(.get("/?v=A")) == isOpposite)
  }
}
