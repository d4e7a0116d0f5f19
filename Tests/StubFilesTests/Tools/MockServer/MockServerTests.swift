import CoreTestSupport
import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct MockServerTests {
  @Test("Each key of a request distinguishes requests", arguments: cases)
  func requests(row: DefinitionCase) throws {
    try row.check { #"{"httpRequest": {\#($0)}, "httpResponse": {"statusCode": 204}}"# }
  }

  @Test("A recorded length is that of the body that is sent; with HEAD it stays")
  func lengths() throws {
    let text = """
      [{"httpRequest": {"method": "GET"}, "httpResponse": {"body": "hi",
      "headers": {"content-length": ["99"]}}},
      {"httpRequest": {"method": "HEAD"}, "httpResponse": {
      "headers": [{"name": "Content-Length", "values": ["99"]}]}}]
      """
    let set = try Definition.set(text)
    #expect(set.plan(for: .get("/"))?.head?.headers[.contentLength] == "2")
    #expect(set.plan(for: .init(.head, "/"))?.head?.headers[.contentLength] == "99")
  }

  private static let cases: [DefinitionCase] = [
    .init(#""method": "GET", "path": "/a""#, [.get("/a?b=1")], not: [.get("/b"), .post("")]),
    .init(#""method": "!GET""#, [.post("")], not: [.get("/")]),
    .init(#""method": """#, [.post(""), .get("/")], not: []),
    .init(
      #""method": "get", "path": "/api/Users""#, [.get("/api/users"), .get("/API/%55SERS")],
      not: [.get("/api/user"), ReceivedRequest(.put, "/api/Users")]),
    .init(
      #""headers": {"X": "Gold"}, "queryStringParameters": {"q": "A.b"}, "cookies": {"c": "!No"}"#,
      [.get("/?q=a.B", headers: ["X": "gOLD", "Cookie": "c=yes"])],
      not: [
        .get("/?q=a.B", headers: ["X": "gold", "Cookie": "c=nO"]),
        .get("/?q=a-B", headers: ["X": "gold", "Cookie": "c=yes"]),
        .get("/?q=a.b", headers: ["X": "golden", "Cookie": "c=yes"]),
      ]),
    .init(
      #""path": " ", "headers": {"X": ""}"#, [.get("/a", headers: ["X": "1"])],
      not: [.get("/a")]),
    .init(#""path": "/a/[0-9]+""#, [.get("/a/12")], not: [.get("/a/b"), .get("/x/a/12")]),
    .init(#""method": "P.*{2,3}""#, [.post("")], not: [.get("/")]),
    .init(
      #""path": "/u/[\\w-.]+/\\p{Alnum}[a-z&&[^b]]+""#, [.get("/u/a-.b/7ac")],
      not: [.get("/u/a/7b")]),
    .init(#""path": {"not": true, "value": "/a"}"#, [.get("/b")], not: [.get("/a")]),
    .init(
      #""path": "/u/{id}", "pathParameters": {"id": ["[0-9]+"]}"#, [.get("/u/7")],
      not: [.get("/u/x")]),
    .init(
      #""queryStringParameters": {"q": ["1", "2.*"]}"#, [.get("/?q=1&q=22")],
      not: [.get("/?q=1")]),
    .init(
      #""queryStringParameters": [{"name": "q", "values": ["1"]}]"#, [.get("/?q=1")],
      not: [.get("/?q=2")]),
    .init(
      #""headers": {"X": "a.*"}"#, [.get("/", headers: ["x": "ab"])],
      not: [.get("/"), .get("/", headers: ["x": "b"])]),
    .init(
      #""headers": {"X": "!1"}"#, [.get("/", headers: ["X": "2"])],
      not: [.get("/"), .get("/", headers: ["X": "1"])]),
    .init(
      #""headers": {"!X": "1"}"#, [.get("/"), .get("/", headers: ["X": "2"])],
      not: [.get("/", headers: ["X": "1"])]),
    .init(
      #""headers": {"!X": ".*"}"#, [.get("/")], not: [.get("/", headers: ["X": ""])]),
    .init(
      #""queryStringParameters": {"?o": "1", "p": "?2"}"#,
      [.get("/"), .get("/?o=1"), .get("/?o=1&p=2")], not: [.get("/?o=2"), .get("/?p=1")]),
    .init(
      #""queryStringParameters": {"a.b": "1", "f[id]": ["2"]}"#, [.get("/?a.b=1&f[id]=2")],
      not: [.get("/?a.b=1")]),
    .init(
      #""cookies": [{"name": "!c", "value": "1"}, {"name": "?d", "values": ["2"]}]"#,
      [.get("/"), .get("/", headers: ["Cookie": "c=2; d=2"])],
      not: [.get("/", headers: ["Cookie": "c=1"]), .get("/", headers: ["Cookie": "d=1"])]),
    .init(
      #""queryStringParameters": {"a": [], "!b": []}, "cookies": [{"name": "c"}]"#,
      [.get("/?a=1", headers: ["Cookie": "c=1"])],
      not: [
        .get("/?a=1"), .get("/", headers: ["Cookie": "c=1"]),
        .get("/?a=1&b=2", headers: ["Cookie": "c=1"]),
      ]),
    .init(#""cookies": {"c": "1"}"#, [.get("/", headers: ["Cookie": "c=1"])], not: [.get("/")]),
    .init(#""secure": true"#, [.get("https://a.com/")], not: [.get("http://a.com/")]),
    .init(#""body": "a""#, [.post("a")], not: [.post("ab"), .post("A")]),
    .init(#""body": """#, [.post("a"), .get("/")], not: []),
    .init(#""body": {"string": "a"}"#, [.post("a")], not: [.post("ab")]),
    .init(#""body": {"string": "a", "subString": true}"#, [.post("bab")], not: [.post("b")]),
    .init(
      #""body": {"json": {"a": 1}}"#, [.post(#"{"a": 1, "b": 2}"#)], not: [.post(#"{"b": 2}"#)]),
    .init(
      #""body": {"json": "{\"a\": 1}", "matchType": "STRICT"}"#, [.post(#"{"a": 1}"#)],
      not: [.post(#"{"a": 1, "b": 2}"#)]),
    .init(#""body": {"xml": "<a/>"}"#, [.post("<a></a>")], not: [.post("<b/>")]),
    .init(
      #""body": {"type": "order", "id": 1}"#, [.post(#"{"type": "order", "id": 1}"#)],
      not: [.post(#"{"id": 1}"#)]),
    .init(
      #""body": {"type": "STRING", "string": "a", "subString": true}"#, [.post("bab")],
      not: [.post("b")]),
    .init(#""body": {"type": "REGEX", "regex": "a.c"}"#, [.post("abc")], not: [.post("abcd")]),
    .init(
      #""body": {"type": "JSON", "json": "{\"a\": [1, 2]}"}"#,
      [.post(#"{"b": 1, "a": [2, 3, 1]}"#)],
      not: [.post(#"{"a": [1]}"#)]),
    .init(
      #""body": {"type": "JSON", "json": [1], "matchType": "STRICT"}"#, [.post("[1]")],
      not: [.post("[1, 2]")]),
    .init(
      #""body": {"type": "JSON", "json": {"a": 1}, "matchType": "STRICT"}"#, [.post(#"{"a": 1}"#)],
      not: [.post(#"{"a": 1, "b": 2}"#)]),
    .init(
      #""body": {"type": "JSON", "json": {"a": "${json-unit.any-string}"}}"#,
      [.post(#"{"a": "x"}"#)], not: [.post(#"{"a": 1}"#)]),
    .init(
      #""body": {"a": ["${json-unit.ignore}"]}"#, [.post(#"{"a": [7]}"#)],
      not: [.post(#"{"a": []}"#)]),
    .init(#""body": {"a": 1}"#, [.post(#"{"a": 1, "b": 2}"#)], not: [.post(#"{"b": 2}"#)]),
    .init(
      #""body": {"type": "JSON_PATH", "jsonPath": "$.a"}"#, [.post(#"{"a": 1}"#)],
      not: [.post(#"{"b": 1}"#)]),
    .init(
      #""body": {"type": "JSON_PATH", "jsonPath": "$[?(@.a == 1)]"}"#, [.post(#"{"a": 1}"#)],
      not: [.post(#"{"b": {"a": 1}}"#)]),
    .init(
      #""body": {"type": "XPATH", "xpath": "/a/b"}"#, [.post("<a><b/></a>")], not: [.post("<a/>")]),
    .init(
      #""body": {"type": "XPATH", "xpath": "count(/a/b)"}"#, [.post("<a><b/></a>")],
      not: [.post("<a/>")]),
    .init(
      #""body": {"xpath": "string(/a/b)"}"#, [.post("<a><b>x</b></a>")],
      not: [.post("<a><b/></a>"), .post("<a/>")]),
    .init(
      #""body": {"xpath": "/a/b"}"#, [.post("<a xmlns='urn:a'><b/></a>")],
      not: [.post("<a xmlns='urn:a'/>")]),
    .init(
      #""body": {"xpath": "/n:a/n:b", "namespacePrefixes": {"n": "urn:a"}}"#,
      [.post("<a xmlns='urn:a'><b/></a>")], not: [.post("<a><b/></a>")]),
    .init(#""body": {"type": "XML", "xml": "<a/>"}"#, [.post("<a></a>")], not: [.post("<b/>")]),
    .init(
      #""body": {"type": "XML", "xml": "<a><b>${xmlunit.ignore}</b><c>${xmlunit.isNumber}</c></a>"}"#,
      [.post("<a><b>x</b><c>7</c></a>"), .post("<a><b/><c>7</c></a>")],
      not: [.post("<a><b>x</b><c>y</c></a>"), .post("<a><c>7</c><b>x</b></a>")]),
    .init(
      #""body": {"type": "PARAMETERS", "parameters": {"f": ["1"]}}"#,
      [.form("e=2&f=1"), .post("e=2&f=1")], not: [.form("f=2"), .post("f=2"), .post("")]),
    .init(#""body": {"type": "BINARY", "base64Bytes": "aGk="}"#, [.post("hi")], not: [.post("h")]),
    .init(
      #""body": {"not": true, "type": "STRING", "string": "a"}"#, [.post("b")], not: [.post("a")]),
  ]

  @Test("The greatest priority number counts most, then the first, each for its times")
  func priorities() throws {
    let set = try Definition.set(
      #"""
      [{"httpRequest": {}, "httpResponse": {"body": "first"}, "times": {"remainingTimes": 1}},
       {"httpRequest": {}, "httpResponse": {"body": "second"}, "times": {"unlimited": true},
        "timeToLive": {"unlimited": true}, "id": "x"},
       {"httpRequest": {"path": "/a"}, "httpResponse": {"body": "top"}, "priority": 10}]
      """#)
    #expect((1...3).map { _ in set.text(for: .get("/")) } == ["first", "second", "second"])
    #expect(set.text(for: .get("/a")) == "top")
  }

  @Test(
    "Header fields come in three layouts",
    arguments: [
      #"{"A": ["1", "2"]}"#, #"[{"name": "A", "values": ["1", "2"]}]"#,
      #"[{"name": "A", "value": "1"}, {"name": "A", "value": "2"}]"#,
    ])
  func layouts(headers: String) throws {
    let set = try Definition.set(
      #"{"httpRequest": {}, "httpResponse": {"headers": \#(headers)}}"#)
    #expect(set.plan(for: .get("/"))?.head?.headers.values(of: "A") == ["1", "2"])
  }

  @Test(
    "A body is text, JSON or bytes",
    arguments: [
      (#""a""#, "a"), (#"{"a": 1}"#, #"{"a":1}"#), (#"[1]"#, "[1]"),
      (#"{"type": "BINARY", "base64Bytes": "aGk="}"#, "hi"),
      (#"{"type": "JSON", "json": "{\"a\": 1}"}"#, #"{"a":1}"#),
      (#"{"type": "STRING", "string": "s", "contentType": "text/html"}"#, "s"),
      (#"{"type": "order", "id": 1}"#, #"{"type":"order","id":1}"#),
      (#"{"type": "order", "json": {"a": 1}}"#, #"{"a":1}"#),
    ])
  func bodies(body: String, text: String) throws {
    let set = try Definition.set(#"{"httpRequest": {}, "httpResponse": {"body": \#(body)}}"#)
    #expect(set.text(for: .get("/")) == text)
  }

  @Test(
    "XML has its type, unless the body or a header field has one",
    arguments: [
      (#""body": {"type": "XML", "xml": "<a/>"}"#, "application/xml; charset=utf-8"),
      (#""body": {"xml": "<a/>", "contentType": "text/xml"}"#, "text/xml"),
      (#""headers": {"Content-Type": ["a/b"]}, "body": {"type": "XML", "xml": "<a/>"}"#, "a/b"),
    ])
  func types(response: String, type: String) throws {
    let set = try Definition.set(#"{"httpRequest": {}, "httpResponse": {\#(response)}}"#)
    #expect(set.plan(for: .get("/"))?.head?.headers.values(of: .contentType) == [type])
  }

  @Test(
    "A text that is no regular expression is compared, with a warning unless it is a media range",
    arguments: [
      (
        "a(b", "a(B",
        "missing closing parenthesis; close the group with `)`, or write `\\(` for a parenthesis"
      ),
      (
        "a**", "A**",
        "quantifier does not follow a repeatable item; this looks like a glob; as a regular "
          + "expression it is `^a.*$`"
      ),
      ("*/*", "*/*", nil),
    ] as [(String, String, String?)])
  func plainTexts(text: String, value: String, reason: String?) throws {
    let definition = try Definition(
      #"{"httpRequest": {"headers": {"X": "\#(text)"}}, "httpResponse": {}}"#)
    let warning = reason.map {
      "1:35: \"\(text)\" is compared as a text, because it is no regular expression: \($0)"
    }
    #expect(definition.findings == (warning.map { [$0] } ?? []))
    #expect(definition.rules.diagnostics.sorted.allSatisfy { $0.severity == .warning })
    let set = StubSet()
    set.replaceAll(with: definition.rules)
    #expect(set.answers(.get("/", headers: ["X": value])))
    #expect(!set.answers(.get("/", headers: ["X": "ab"])))
  }

  @Test("Unsupported parts are errors with their positions", arguments: refusals)
  func errors(mistake: Mistake) throws {
    let definition = try Definition(mistake.text)
    #expect(definition.stubs.isEmpty)
    #expect(definition.findings.joined(separator: "\n") == mistake.printed)
  }

  private static let refusals: [Mistake] = [
    Mistake(
      #"{"httpRequest": {}, "httpForward": {"host": "a"}}"#,
      #"1:21: "httpForward" is not supported; remove the stub and use --upstream"#),
    Mistake(
      #"{"httpRequest": {"body": {"type": "JSON_SCHEMA", "jsonSchema": {}}}, "httpResponse": {}}"#,
      #"1:26: the body type "JSON_SCHEMA" is not supported; use JSON_PATH or XPATH"#),
    Mistake(
      #"{"httpRequest": {"path": {"schema": {"type": "string"}, "value": "/a"}}, "httpResponse": {}}"#,
      #"1:27: "schema" is not supported; use "value" with a regular expression"#),
    Mistake(
      #"{"httpRequest": {"headers": {"X-.*": "a"}}, "httpResponse": {}}"#,
      #"1:30: the name "X-.*" is a pattern, which is not supported; write a whole name"#),
    Mistake(
      #"{"httpRequest": {"cookies": [{"name": "!a|b", "value": "1"}]}, "httpResponse": {}}"#,
      #"1:39: the name "a|b" is a pattern, which is not supported; write a whole name"#),
    Mistake(
      #"{"httpRequest": {"body": {"type": "STRING", "string": "a", "optional": true}}, "#
        + #""httpResponse": {}}"#,
      "1:72: an optional body is not supported; use two expectations, one of them without a body"),
    Mistake(
      #"{"httpRequest": {"body": {"a": "${json-unit.matches:x}"}}, "httpResponse": {}}"#,
      #"1:26: "${json-unit.matches:x}" is none of the placeholders ignore, ignore-element, "#
        + "any-string, any-number, any-boolean and regex; use JSON_PATH on the parts that matter"),
    Mistake(
      #"{"httpRequest": {}}"#,
      #"1:1: this expectation has no response; add "httpResponse": { "statusCode": 200 }"#),
    Mistake(
      #"{"httpRequest": {}, "httpResponse": {}, "timeToLive": {"timeUnit": "SECONDS", "#
        + #""timeToLive": 3}}"#,
      #"1:55: "timeToLive" is not supported; remove it"#),
  ]
}
