import CoreTestSupport
import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct HoverflyTests {
  static func simulation(_ pairs: String, _ more: String = "") -> String {
    #"{"data": {"pairs": [\#(pairs)]\#(more)}, "meta": {"schemaVersion": "v5.3"}}"#
  }

  static func pair(_ request: String, _ response: String) -> String {
    #"{"request": {\#(request)}, "response": {\#(response)}}"#
  }

  @Test("Each matcher distinguishes requests", arguments: cases)
  func matchers(row: DefinitionCase) throws {
    try row.check { Self.simulation(Self.pair($0, #""status": 204"#)) }
  }

  private static let cases: [DefinitionCase] = [
    .init(
      #""method": [{"matcher": "exact", "value": "GET"}]"#, [.get("/")], not: [.post("")]),
    .init(
      #""destination": [{"matcher": "exact", "value": "h.com:81"}]"#, [.get("http://h.com:81/")],
      not: [.get("http://h.com:82/"), .get("http://i.com:81/")]),
    .init(
      #""destination": [{"matcher": "glob", "value": "*.h.com"}]"#, [.get("http://a.b.h.com/")],
      not: [.get("http://h.com/")]),
    .init(
      #""scheme": [{"matcher": "exact", "value": "https"}]"#, [.get("https://h.com/"), .get("/")],
      not: [.get("http://h.com/")]),
    .init(
      #""path": [{"matcher": "glob", "value": "/a*z"}]"#, [.get("/a/b/z")], not: [.get("/a/b")]),
    .init(
      #""headers": {"X": [{"matcher": "glob", "value": "a\\E*\u20E3*"}]}"#,
      [.get("/", headers: ["X": "a\\Eq\u{20E3}b"])],
      not: [.get("/", headers: ["X": "aq\u{20E3}b"]), .get("/", headers: ["X": "a\\E*b"])]),
    .init(
      #""path": [{"matcher": "regex", "value": "^/a[0-9]"}]"#, [.get("/a1/b")], not: [.get("/ab")]),
    .init(
      #""path": [{"matcher": "negate", "value": "/a"}]"#, [.get("/b")], not: [.get("/a")]),
    .init(
      #""headers": {"X": [{"matcher": "negate", "value": "a"}]}"#,
      [.get("/", headers: ["X": "b"])], not: [.get("/"), .get("/", headers: ["X": "a"])]),
    .init(
      #""query": {"q": [{"matcher": "negate", "value": "a"}]}"#, [.get("/?q=b"), .get("/?q=")],
      not: [.get("/"), .get("/?q=a")]),
    .init(
      #""query": {"q": [{"matcher": "exact", "value": "1;2"}]}"#, [.get("/?Q=1&q=2")],
      not: [.get("/?q=1"), .get("/")]),
    .init(#""query": {}"#, [.get("/"), .get("/?")], not: [.get("/?a=1")]),
    .init(#""query": null"#, [.get("/"), .get("/?a=1")], not: []),
    .init(
      #""headers": {"X": [{"matcher": "array", "value": ["b", "a"], "#
        + #""config": {"ignoreOrder": true, "ignoreUnknown": true}}]}"#,
      [.get("/", headers: ["x": "a;b;c"])], not: [.get("/", headers: ["x": "a"]), .get("/")]),
    .init(
      #""query": {"v": [{"matcher": "array", "value": ["a", "b"], "#
        + #""config": {"ignoreOrder": true, "ignoreOccurrences": true}}]}"#,
      [.get("/?v=a"), .get("/?v=b&v=a&v=b")], not: [.get("/?v=a&v=c"), .get("/")]),
    .init(
      #""query": {"v": [{"matcher": "array", "value": ["a", "b"], "#
        + #""config": {"ignoreUnknown": true}}]}"#,
      [.get("/?v=a&v=c&v=b")], not: [.get("/?v=b&v=a"), .get("/?v=a&v=b&v=a")]),
    .init(#""body": [{"matcher": "exact", "value": ""}]"#, [.get("/")], not: [.post("a")]),
    .init(
      #""body": [{"matcher": "json", "value": "{\"a\": 1}"}]"#, [.post("{\"a\":1}")],
      not: [.post("{\"a\":1,\"b\":2}"), .post("")]),
    .init(
      #""body": [{"matcher": "jsonPartial", "value": {"a": 1}}]"#, [.post("{\"b\":2,\"a\":1}")],
      not: [.post("{\"b\":2}")]),
    .init(
      #""body": [{"matcher": "jsonPartial", "value": {"a": [1]}}]"#,
      [.post("{\"wrap\":{\"a\":[2,1]}}"), .post("[0,{\"a\":[1]}]")],
      not: [.post("{\"wrap\":{\"a\":1}}"), .post("a")]),
    .init(
      #""headers": {"X": [{"matcher": "jsonPartial", "value": {"a": 1}}]}"#,
      [.get("/", headers: ["X": "{\"wrap\":{\"a\":1}}"])],
      not: [.get("/", headers: ["X": "{\"b\":1}"]), .get("/")]),
    .init(
      #""body": [{"matcher": "jsonpath", "value": "$.a"}]"#, [.post("{\"a\":1}")],
      not: [.post("{\"b\":1}")]),
    .init(
      #""body": [{"matcher": "xml", "value": "<a><b/></a>"}]"#, [.post("<a> <b></b> </a>")],
      not: [.post("<a/>")]),
    .init(
      #""body": [{"matcher": "xpath", "value": "count(/a/b)"}]"#, [.post("<a><b/></a>")],
      not: [.post("<a/>")]),
    .init(
      #""body": [{"matcher": "xpath", "value": "//b"}]"#, [.post("<a><b/></a>")],
      not: [.post("<a/>")]),
    .init(
      #""body": [{"matcher": "form", "value": {"f": [{"matcher": "exact", "value": "1"}]}}]"#,
      [.form("e=2&f=1")], not: [.form("f=2"), .form("")]),
    // Schemas 2 to 4 and 1.
    .init(
      #""path": {"exactMatch": "/a"}, "query": {"exactMatch": "b=1&c=2"}"#, [.get("/a?c=2&b=1")],
      not: [.get("/a"), .get("/b?b=1&c=2")]),
    .init(
      #""path": {"globMatch": "/a*"}, "body": {"regexMatch": "x+"}, "#
        + #""queriesWithMatchers": {"q": [{"matcher": "exact", "value": "1"}]}"#,
      [ReceivedRequest(.post, "/ab?q=1", body: Data("xx".utf8))],
      not: [ReceivedRequest(.post, "/ab?q=1", body: Data("y".utf8)), .get("/ab?q=1")]),
    .init(
      #""requestType": "recording", "path": "/a", "method": "GET", "query": "", "body": "", "#
        + #""headers": {"X": ["1"]}"#,
      [.get("/a")], not: [.get("/a?b=1"), .get("/b")]),
    .init(
      #""headers": {"X": ["1", "2"]}, "path": {"exactMatch": "/"}"#,
      [
        .get("/", headers: ["X": "1;2"]),
        .get("/", headers: [HTTPHeaderName("X"): "1", HTTPHeaderName("x"): "2"]),
      ],
      not: [.get("/"), .get("/", headers: ["X": "1"])]),
    .init(
      #""requestType": "template", "path": "/a*", "method": null, "headers": {"X": ["1*"]}"#,
      [.get("/ab", headers: ["X": "12"])], not: [.get("/ab"), .get("/b", headers: ["X": "1"])]),
  ]

  @Test("Of the pairs that fit, the one whose matchers weigh most answers; of equals the last")
  func weights() throws {
    let set = try Definition.set(
      Self.simulation(
        [
          Self.pair(#""path": [{"matcher": "exact", "value": "/a"}]"#, #""body": "exact""#),
          Self.pair(#""path": [{"matcher": "glob", "value": "/*"}]"#, #""body": "glob""#),
          Self.pair(#""path": [{"matcher": "regex", "value": "/"}]"#, #""body": "regex""#),
        ].joined(separator: ",")))
    #expect(set.text(for: .get("/a")) == "exact")
    #expect(set.text(for: .get("/b")) == "regex")
  }

  @Test(
    "A form weighs what its matchers do, a state 1, and a body or query without conditions 1",
    arguments: [
      (
        #""body": [{"matcher": "form", "value": {"f": [{"matcher": "exact", "value": "1"}]}}]"#,
        #""body": [{"matcher": "regex", "value": "f"}]"#, "first"
      ),
      (#""query": {"q": [{"matcher": "regex", "value": "1"}]}"#, "", "second"),
      (#""query": {}"#, "", "second"),
      (#""requiresState": {"sequence:1": "1"}"#, "", "first"),
    ])
  func smallWeights(first: String, second: String, answer: String) throws {
    let set = try Definition.set(
      Self.simulation(
        [Self.pair(first, #""body": "first""#), Self.pair(second, #""body": "second""#)]
          .joined(separator: ",")))
    let url = first.contains("\"q\"") ? "/?q=1" : "/"
    let form = ReceivedRequest(
      .post, url, headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: Data("f=1".utf8))
    #expect(set.text(for: form) == answer)
  }

  @Test("A response has its status, bytes, headers and delay, without the lengths of recordings")
  func response() throws {
    let set = try Definition.set(
      Self.simulation(
        Self.pair(
          "",
          #""status": 201, "body": "aGk=", "encodedBody": true, "fixedDelay": 40, "#
            + #""headers": {"A": ["1", "2"], "Content-Length": ["9"], "#
            + #""Transfer-Encoding": ["chunked"]}, "templated": false, "removesState": null"#)))
    let plan = try #require(set.plan(for: .get("/")))
    #expect(plan.head?.status == 201)
    #expect(plan.head?.headers.values(of: "A") == ["1", "2"])
    #expect(plan.head?.headers[.contentLength] == "2")
    #expect(plan.head?.headers.contains(.transferEncoding) == false)
    #expect(plan.body == .data(Data("hi".utf8)))
    #expect(plan.timing.beforeHead == .milliseconds(40))
  }

  @Test("Delays hold for the first pattern that fits host and path, and for the method")
  func delays() throws {
    let set = try Definition.set(
      Self.simulation(
        Self.pair("", #""body": "a""#),
        #"""
        , "globalActions": {"delays": [
          {"urlPattern": "h\\.com/slow", "httpMethod": "GET", "delay": 700},
          {"urlPattern": "slow", "delay": 300}], "delaysLogNormal": []}
        """#))
    func delay(_ request: ReceivedRequest) -> Duration? {
      set.plan(for: request)?.timing.beforeHead
    }
    #expect(delay(.get("http://h.com/slow/x")) == .milliseconds(700))
    #expect(delay(ReceivedRequest(.put, "http://h.com/slow")) == .milliseconds(300))
    #expect(delay(.get("http://h.com/fast")) == .zero)
  }

  @Test("A delay for every request leaves one stub, and a lognormal one has median and mean")
  func lognormal() throws {
    let definition = try Definition(
      Self.simulation(
        Self.pair("", #""body": "a""#),
        #", "globalActions": {"delaysLogNormal": [{"urlPattern": ".", "httpMethod": "", "#
          + #""min": 100, "max": 800, "mean": 500, "median": 400}]}"#))
    #expect(definition.stubs.count == 1)
    #expect(
      definition.findings == [
        #"1:104: "min" of a lognormal delay is ignored; remove it"#
      ])
    let set = StubSet()
    set.replaceAll(with: definition.rules)
    for _ in 1...20 {
      let delay = try #require(set.plan(for: .get("/"))?.timing.beforeHead)
      #expect(delay > .zero && delay <= .milliseconds(800))
    }
  }

  @Test("Unsupported parts are errors with their positions", arguments: mistakes)
  func errors(mistake: Mistake) throws {
    let definition = try Definition(mistake.text)
    #expect(definition.stubs.isEmpty)
    #expect(definition.findings.joined(separator: "\n") == mistake.printed)
  }

  private static let mistakes: [Mistake] = [
    Mistake(
      simulation(pair(#""path": [{"matcher": "jwt", "value": "x"}]"#, "")),
      #"1:55: the matcher "jwt" is not supported; use "regex" on the Authorization header"#),
    Mistake(
      simulation(pair(#""path": [{"matcher": "exakt", "value": "x"}]"#, "")),
      #"1:55: "matcher" cannot be "exakt"; did you mean "exact"?"#),
    Mistake(
      simulation(pair("", #""templated": true, "body": "{{ a }}""#)),
      #"1:63: "templated" is not supported; use a rule file with a template"#),
    Mistake(
      simulation(pair(#""requiresState": {"cart": "full"}"#, "")),
      #"1:51: "requiresState" must be one state "sequence:…" with a number, not a mapping; "#
        + #"use a rule file with a list of responses in "respond""#),
    Mistake(
      simulation(pair("", #""transitionsState": {"cart": "full"}"#)),
      #"1:70: "transitionsState" must be one state "sequence:…" with a number, not a mapping; "#
        + #"use a rule file with a list of responses in "respond""#),
    Mistake(
      simulation(pair("", #""removesState": ["cart"]"#)),
      #"1:66: "removesState" must be one state "sequence:…", not a list; "#
        + #"use a rule file with a list of responses in "respond""#),
    Mistake(
      simulation(
        pair(
          #""requiresState": {"sequence:1": "1"}"#, #""transitionsState": {"sequence:2": "2"}"#)),
      "1:21: a pair with two states is not supported; use a rule file with a list of responses "
        + #"in "respond""#),
    Mistake(
      #"{"data": [{"urlPattern": "a", "delay": 1}]}"#,
      #"1:10: "data" must be a simulation with "pairs", not a list; import the file into "#
        + "Hoverfly and export it as a simulation"),
  ]
}
