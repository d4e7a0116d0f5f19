import CoreTestSupport
import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct MountebankTests {
  static func imposter(_ stubs: String, _ more: String = "") -> String {
    #"{"protocol": "http", \#(more)"stubs": [\#(stubs)]}"#
  }

  @Test("Each predicate distinguishes requests", arguments: cases)
  func predicates(row: DefinitionCase) throws {
    try row.check {
      Self.imposter(#"{"predicates": [{\#($0)}], "responses": [{"is": {"statusCode": 204}}]}"#)
    }
  }

  private static let cases: [DefinitionCase] = [
    .init(
      #""equals": {"method": "get", "path": "/A"}"#, [.get("/a"), .get("/A?x=1")],
      not: [.get("/a/b"), ReceivedRequest(.put, "/a")]),
    .init(
      #""equals": {"path": "/A"}, "caseSensitive": true"#, [.get("/A")], not: [.get("/a")]),
    .init(
      #""equals": {"query": {"q": "1"}, "headers": {"x": "Y"}}"#,
      [.get("/?Q=2&q=1&r=3", headers: ["X": "y"])],
      not: [.get("/?q=1"), .get("/?q=2", headers: ["X": "y"])]),
    .init(
      #""equals": {"query": {"q": "1"}}, "keyCaseSensitive": true"#, [.get("/?q=1")],
      not: [.get("/?Q=1")]),
    .init(
      #""deepEquals": {"query": {"q": "1"}}"#, [.get("/?q=1")], not: [.get("/?q=1&r=2"), .get("/")]),
    .init(
      #""deepEquals": {"query": {"q": ["2", "1"]}}"#, [.get("/?q=1&q=2")],
      not: [.get("/?q=1&q=2&q=2"), .get("/?q=1"), .get("/?q=2&q=1&r=1")]),
    .init(#""deepEquals": {"query": {"q": "1"}}"#, [.get("/?q=1")], not: [.get("/?q=1&q=2")]),
    .init(#""deepEquals": {"query": {}}"#, [.get("/")], not: [.get("/?a=1")]),
    .init(#""contains": {"body": "LL"}"#, [.post("hello")], not: [.post("help"), .post("")]),
    .init(#""startsWith": {"path": "/a"}"#, [.get("/ab")], not: [.get("/b/a")]),
    .init(#""endsWith": {"path": "z"}"#, [.get("/a/z")], not: [.get("/z/a")]),
    .init(
      #""matches": {"path": "^/[a-z]+$"}"#, [.get("/ABC")], not: [.get("/a1")]),
    .init(
      #""equals": {"body": "ac"}, "except": "[0-9]+""#, [.post("a12c3"), .post("ac")],
      not: [.post("a12b")]),
    .init(
      #""equals": {"body": "a1c"}, "except": "[0-9]*""#, [.post("a12c3"), .post("2ac")],
      not: [.post("a12b")]),
    .init(
      #""equals": {"body": "1c"}, "except": "^a|b$""#, [.post("a1Cb"), .post("1c")],
      not: [.post("aa1c"), .post("a1bcbb"), .post("c")]),
    .init(
      #""equals": {"body": "xa"}, "except": "(?<=x)a""#, [.post("xa"), .post("x")],
      not: [.post("ax"), .post("xaa")]),
    .init(
      #""matches": {"body": "^x1$"}, "except": "b""#, [.post("xb1"), .post("X1")],
      not: [.post("xB1"), .post("x")]),
    .init(
      #""exists": {"query": {"q": true, "r": false}, "body": false}"#,
      [.get("/?q=1"), .get("/?q=1&r="), .get("/?q=&q=")],
      not: [
        .get("/"), .get("/?q="), .get("/?q=1&r=2"),
        ReceivedRequest(.post, "/?q=1", body: Data("x".utf8)),
      ]),
    .init(#""not": {"equals": {"path": "/a"}}"#, [.get("/b")], not: [.get("/a")]),
    .init(
      #""or": [{"equals": {"path": "/a"}}, {"and": [{"equals": {"path": "/b"}}, "#
        + #"{"exists": {"query": {"q": true}}}]}]"#,
      [.get("/a"), .get("/b?q=1")], not: [.get("/b"), .get("/c?q=1")]),
    .init(
      #""equals": {"body": {"Title": "harry", "n": 1}}"#,
      [.post(#"{"title": "Harry", "n": 1, "more": true}"#)],
      not: [.post(#"{"title": "Harry"}"#), .post("harry")]),
    .init(
      #""deepEquals": {"body": {"a": [1, 2]}}"#, [.post(#"{"a": [2, 1]}"#)],
      not: [.post(#"{"a": [1, 2], "b": 1}"#), .post(#"{"a": [1, 2, 3]}"#)]),
    .init(
      #""deepEquals": {"body": {"a": [1, 1, "x"]}}"#, [.post(#"{"A": ["X", "1", 1]}"#)],
      not: [.post(#"{"a": [1, "x", "x"]}"#), .post(#"{"a": [1, 1]}"#)]),
    .init(
      #""deepEquals": {"body": {"a": 1}}"#, [.post(#"{"a": 1}"#)],
      not: [.post(#"{"a": [1]}"#), .post(#"{"a": [1, 2]}"#)]),
    .init(
      #""equals": {"body": "harry"}, "jsonpath": {"selector": "$[?(@.Id == 'B')].Title"}"#,
      [.post(#"[{"ID": "b", "TITLE": "Harry"}]"#)],
      not: [.post(#"[{"id": "c", "title": "Harry"}]"#)]
    ),
    .init(
      #""equals": {"body": "x"}, "caseSensitive": true, "jsonpath": {"selector": "$.A"}"#,
      [.post(#"{"A": "x"}"#)], not: [.post(#"{"a": "x"}"#), .post(#"{"A": "X"}"#)]),
    .init(
      #""matches": {"body": "^\\S$"}, "jsonpath": {"selector": "$.A"}"#, [.post(#"{"a": "X"}"#)],
      not: [.post(#"{"a": " "}"#)]),
    .init(
      #""deepEquals": {"body": "x"}, "jsonpath": {"selector": "$..a"}"#, [.post(#"{"a": "x"}"#)],
      not: [.post(#"[{"a": "x"}, {"a": "y"}]"#)]),
    .init(
      #""equals": {"body": ["x"]}, "jsonpath": {"selector": "$..a"}"#,
      [.post(#"[{"a": "x"}, {"a": "y"}]"#)], not: [.post(#"{"a": "y"}"#)]),
    .init(
      #""exists": {"body": true}, "jsonpath": {"selector": "$.a"}"#, [.post(#"{"a": "1"}"#)],
      not: [.post(#"{"a": ""}"#)]),
    .init(
      #""equals": {"body": "harry"}, "xpath": {"selector": "//Title"}"#,
      [.post("<A><tItle>HARRY</tItle></A>")], not: [.post("<a><b>harry</b></a>")]),
    .init(
      #""equals": {"body": "HARRY"}, "jsonpath": {"selector": "$..title"}"#,
      [.post(#"[{"title": "x"}, {"title": "Harry"}]"#)], not: [.post(#"[{"title": "x"}]"#)]),
    .init(
      #""exists": {"body": true}, "jsonpath": {"selector": "$.a"}"#, [.post(#"{"a": 1}"#)],
      not: [.post(#"{"b": 1}"#)]),
    .init(
      #""contains": {"body": "arr"}, "xpath": {"selector": "//n:t", "ns": {"n": "urn:n"}}"#,
      [.post("<a xmlns='urn:n'><t>Harry</t></a>")], not: [.post("<a><t>Harry</t></a>")]),
    .init(#""equals": {"form": {"f": "1"}}"#, [.form("e=2&f=1")], not: [.form("f=2")]),
  ]

  @Test("Of the matching stubs, the first answers, with one response after the other")
  func order() throws {
    let set = try Definition.set(
      Self.imposter(
        #"""
        {"predicates": [{"equals": {"path": "/a"}}], "responses": [
          {"is": {"body": "1"}, "behaviors": [{"wait": 30}, {"repeat": 2}]},
          {"is": {"body": "2"}, "_behaviors": {"wait": 50}}]},
        {"responses": [{"is": {"body": {"k": 1}, "statusCode": "404",
          "headers": {"A": ["1", "2"]}}}]}
        """#))
    let plans = (1...4).map { _ in set.plan(for: .get("/a")) }
    #expect(plans.map(\.?.body) == ["1", "1", "2", "1"].map { .data(Data($0.utf8)) })
    #expect(plans.map(\.?.timing.beforeHead) == [30, 30, 50, 30].map { .milliseconds($0) })
    let other = set.plan(for: .get("/b"))
    #expect(other?.head?.status == 404)
    #expect(other?.head?.headers.values(of: "A") == ["1", "2"])
    #expect(set.text(for: .get("/b")).flatMap { try? JSONValue(parsing: $0) } == ["k": 1])
  }

  @Test("A repeated response is kept once, and given as often as it says")
  func repeats() throws {
    let set = try Definition.set(
      Self.imposter(
        #"""
        {"responses": [{"is": {"body": "a"}, "repeat": 2}, {"is": {"body": "b"}},
          {"is": {"body": "c"}, "repeat": 3}]}
        """#))
    #expect((1...8).map { _ in set.text(for: .get("/")) ?? "" }.joined() == "aabcccaa")
    let long = Array(repeating: #"{"is": {}, "repeat": 100000}"#, count: 100)
    let definition = try Definition(
      Self.imposter("{\"responses\": [\(long.joined(separator: ","))]}"))
    let script = try #require(definition.stubs.first?.responses[ResponseKey(method: nil)])
    #expect(script.responders.count == 100)
  }

  @Test("A default response completes others and answers unmatched requests")
  func defaults() throws {
    let set = try Definition.set(
      Self.imposter(
        #"{"predicates": [{"equals": {"path": "/a"}}], "responses": [{"is": {"body": "a"}}]}"#,
        #""defaultResponse": {"statusCode": 400, "headers": {"X": "1"}, "body": "none"}, "#))
    #expect(set.plan(for: .get("/a"))?.head?.status == 400)
    #expect(set.plan(for: .get("/a"))?.head?.headers["X"] == "1")
    #expect(set.text(for: .get("/a")) == "a")
    #expect(set.text(for: .get("/b")) == "none")
  }

  @Test(
    "Headers replace all those of the default response; an empty body does not replace its body")
  func partialDefaults() throws {
    let set = try Definition.set(
      Self.imposter(
        #"""
        {"predicates": [{"equals": {"path": "/a"}}],
          "responses": [{"is": {"headers": {"X": "3"}}}]},
        {"predicates": [{"equals": {"path": "/b"}}],
          "responses": [{"is": {"statusCode": 200, "body": ""}}, {"is": {"body": null}}]}
        """#,
        #""defaultResponse": {"headers": {"X": "1", "Y": "2"}, "body": "none"}, "#
      ))
    let first = set.plan(for: .get("/a"))
    #expect(first?.head?.headers["X"] == "3")
    #expect(first?.head?.headers["Y"] == nil)
    #expect(first?.body == .data(Data("none".utf8)))
    #expect((1...2).map { _ in set.text(for: .get("/b")) } == ["none", "none"])
  }

  @Test(
    "An object as body is printed as mountebank does: indented by four, with JavaScript's numbers")
  func objectBody() throws {
    let set = try Definition.set(
      Self.imposter(#"{"responses": [{"is": {"body": {"a": [1.0, {}], "b": "1.0"}}}]}"#))
    let text = """
      {
          "a": [
              1,
              {}
          ],
          "b": "1.0"
      }
      """
    #expect(set.text(for: .get("/")) == text)
  }

  @Test("A binary body is base64, and its stale lengths are dropped")
  func binary() throws {
    let set = try Definition.set(
      Self.imposter(
        #"{"responses": [{"is": {"_mode": "binary", "body": "aGk=", "#
          + #""headers": {"Content-Length": 99}}}]}"#))
    #expect(set.plan(for: .get("/"))?.body == .data(Data("hi".utf8)))
    #expect(set.plan(for: .get("/"))?.head?.headers[.contentLength] == "2")
  }

  @Test("Several imposters answer on one port, which a warning says; the first counts")
  func imposters() throws {
    let definition = try Definition(
      #"""
      {"imposters": [
        {"port": 1, "protocol": "http", "stubs": [{"responses": [{"is": {"body": "a"}}]}]},
        {"port": 2, "protocol": "https", "stubs": [{"responses": [{"is": {"body": "b"}}]}]}
      ]}
      """#)
    let note = #"the "port" of an imposter is ignored; serve a file for each port"#
    #expect(definition.findings == ["2:12: \(note)", "3:12: \(note)"])
    #expect(!definition.rules.diagnostics.hasErrors)
    let set = StubSet()
    set.replaceAll(with: definition.rules)
    #expect(set.text(for: .get("/")) == "a")
  }

  @Test("An EJS tag without a file is sent as it is, which a warning says")
  func tags() throws {
    let definition = try Definition(
      Self.imposter(#"{"responses": [{"is": {"body": "<%= 1 %>"}}]}"#))
    #expect(
      definition.findings == [
        "1:64: EJS tags are sent as they are; use mb save, which fills them in"
      ])
    #expect(definition.stubs.count == 1)
  }

  @Test("Unsupported parts are errors with their positions", arguments: mistakes)
  func errors(mistake: Mistake) throws {
    let definition = try Definition(mistake.text)
    #expect(definition.stubs.isEmpty)
    #expect(definition.findings.joined(separator: "\n") == mistake.printed)
  }

  private static let mistakes: [Mistake] = [
    Mistake(
      #"{"protocol": "tcp", "stubs": []}"#,
      #"1:14: "protocol" must be "http" or "https", not "tcp"; remove imposters of other "#
        + "protocols"),
    Mistake(
      imposter(#"{"responses": [{"inject": "f"}]}"#),
      #"1:48: "inject" is not supported; use a response with "is"; scripts are not run"#),
    Mistake(
      imposter(#"{"responses": [{"is": {}, "behaviors": [{"wait": "() => 1"}]}]}"#),
      #"1:81: "wait" must be a number of milliseconds, not "() => 1"; scripts are not run"#),
    Mistake(
      imposter(#"{"predicates": [{"equals": {"path": "/"}, "contains": {"path": "/"}}]}"#),
      #"1:74: use either "contains" or "equals" (1:49), not both"#),
    Mistake(
      imposter(
        #"{"predicates": [{"equals": {"headers": {"X": "1"}}, "jsonpath": {"selector": "$.a"}}]}"#),
      #"1:60: "headers" cannot be used with "jsonpath"; use a predicate of its own, joined by "#
        + #""and""#),
    Mistake(
      #"{"imposters": [ <%- include('a.ejs') %> ]}"#,
      "1:17: EJS tags are not supported; use mb save, which writes the imposters without "
        + "them"),
  ]
}
