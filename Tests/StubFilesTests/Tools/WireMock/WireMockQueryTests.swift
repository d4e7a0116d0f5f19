import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// JSONPath and XPath in mappings, as the libraries that WireMock uses have them.
@Suite struct WireMockQueryTests {
  @Test("Each operator with a query distinguishes bodies", arguments: filters + results + elements)
  func bodies(row: DefinitionCase) throws {
    try row.check { #"{"request": {"bodyPatterns": [{\#($0)}]}, "response": {"status": 204}}"# }
  }

  private static let filters: [DefinitionCase] = [
    .init(
      #""matchesJsonPath": "$[?(@.b == 'x')]""#,
      [.post(#"{"b": "x"}"#), .post(#"[{"b": "x"}]"#)],
      not: [.post(#"{"a": {"b": "x"}}"#), .post(#"{"b": "y"}"#), .post("{}")]),
    .init(
      #""matchesJsonPath": "$.a[?(@.b == 'x')]""#,
      [.post(#"{"a": {"b": "x"}}"#), .post(#"{"a": [1, {"b": "x"}]}"#)],
      not: [.post(#"{"a": {"c": {"b": "x"}}}"#), .post(#"{"b": "x"}"#)]),
    .init(
      #""matchesJsonPath": "$[?(@.a != 1)]""#, [.post(#"{"a": 2}"#), .post("{}")],
      not: [.post(#"{"a": 1}"#)]),
    .init(
      #""matchesJsonPath": "$[?(@.a == '1')]""#, [.post(#"{"a": 1}"#), .post(#"{"a": "1"}"#)],
      not: [.post(#"{"a": 2}"#), .post(#"{"a": true}"#)]),
    .init(
      #""matchesJsonPath": {"expression": "$..[?(@.b == 'x')]", "equalToJson": [{"b": "x"}]}"#,
      [.post(#"{"b": "x"}"#), .post(#"{"a": [{"b": "x"}]}"#)],
      not: [.post(#"{"a": [{"b": "x"}, {"b": "x"}]}"#), .post(#"["x"]"#)]),
  ]

  private static let results: [DefinitionCase] = [
    .init(
      #""matchesJsonPath": "$.a""#,
      [.post(#"{"a": 0}"#), .post(#"{"a": ""}"#), .post(#"{"a": [null]}"#)],
      not: [.post(#"{"a": null}"#), .post(#"{"a": []}"#), .post(#"{"a": {}}"#), .post("{}")]),
    .init(
      #""matchesJsonPath": {"expression": "$.a", "doesNotMatch": "x"}"#, [.post(#"{"a": "y"}"#)],
      not: [.post("{}"), .post(#"{"b": 1}"#), .post(#"{"a": null}"#), .post(#"{"a": "x"}"#)]),
    .init(
      #""matchesJsonPath": {"expression": "$.a", "absent": true}"#,
      [.post("{}"), .post(#"{"a": null}"#), .post(#"{"a": []}"#)],
      not: [.post(#"{"a": {}}"#), .post(#"{"a": ""}"#)]),
    .init(
      #""matchesJsonPath": {"expression": "$.a", "equalTo": "1"}"#,
      [.post(#"{"a": 1}"#), .post(#"{"a": [1, 2]}"#)],
      not: [.post(#"{"a": [2]}"#), .post(#"{"a": []}"#)]),
    .init(
      #""matchesJsonPath": {"expression": "$.a[*]", "equalToJson": "[1,2]"}"#,
      [.post(#"{"a": [1, 2]}"#)], not: [.post(#"{"a": [1]}"#), .post(#"{"a": [[1, 2]]}"#)]),
    .init(
      #""matchesXPath": {"expression": "//b", "doesNotMatch": "x"}"#, [.post("<a><b/></a>")],
      not: [.post("<a/>")]),
  ]

  /// A message with a user of that number.
  private static func soap(_ id: Int) -> ReceivedRequest {
    .post(
      #"<soap:Envelope xmlns:soap="http://s/e"><soap:Body><GetUser xmlns="urn:users" "#
        + #"xmlns:l="urn:l" l:href="h\#(id)"><id>\#(id)</id><l:q>t\#(id)</l:q></GetUser>"#
        + "</soap:Body></soap:Envelope>")
  }

  private static let elements: [DefinitionCase] =
    [
      "//GetUser[id=7]/id", "//id[text()='7']", "/Envelope/Body/GetUser[id='7']", "//@href[.='h7']",
      "//*[local-name()='Body']/*[id='7']", "//*[name()='soap:Body']/GetUser[id='7']",
    ].map { .init(#""matchesXPath": "\#($0)""#, [soap(7)], not: [soap(8), .post("<a/>")]) } + [
      .init(
        #""matchesXPath": "//u:id[.='7']", "xPathNamespaces": {"u": "urn:users"}"#, [soap(7)],
        not: [soap(8), .post("<id>7</id>")]),
      .init(
        #""matchesXPath": "//id[.='7']", "xPathNamespaces": {"u": "urn:users"}"#,
        [.post("<id>7</id>")], not: [soap(7)]),
      .init(
        #""matchesXPath": {"expression": "//id", "equalToXml": "<id>7</id>"}"#, [soap(7)],
        not: [soap(8), .post("<a/>")]),
      .init(
        #""matchesXPath": {"expression": "/a/b", "equalToXml": "<x:b xmlns:x='u'><x:c/></x:b>"}"#,
        [.post("<a><x:b xmlns:x='u'><x:c/></x:b></a>")], not: [.post("<a><x:b xmlns:x='u'/></a>")]
      ),
      .init(
        #""matchesXPath": {"expression": "//id", "contains": "<id>7"}"#, [soap(7)],
        not: [soap(8)]),
      .init(
        #""matchesXPath": {"expression": "//id/text()", "equalTo": "7"}"#, [soap(7)],
        not: [soap(8)]),
    ]

  @Test("A prefix without a namespace is refused, since WireMock never finds it")
  func prefixes() throws {
    let text = #"{"request": {"bodyPatterns": [{"matchesXPath": "//soap:Body"}]}, "response": {}}"#
    let findings = try Definition(text).findings
    #expect(findings.count == 1)
    #expect(findings.first?.contains("a prefix without namespace") == true)
  }

  @Test("Operators on bodies are there for other texts and for parts", arguments: texts)
  func operators(row: DefinitionCase) throws {
    try row.check { #"{"request": {\#($0)}, "response": {"status": 204}}"# }
  }

  private static func header(_ text: String) -> ReceivedRequest { .get("/", headers: ["X": text]) }

  private static func part(_ body: String) -> ReceivedRequest {
    .post(
      "--B\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\n\(body)\r\n--B--\r\n",
      type: "multipart/form-data; boundary=B")
  }

  private static let texts: [DefinitionCase] = [
    .init(
      #""headers": {"X": {"matchesJsonPath": "$.a"}}"#, [header(#"{"a": 1}"#)],
      not: [header("{}"), header("x"), header(""), .get("/")]),
    .init(
      #""queryParameters": {"q": {"matchesJsonPath": {"expression": "$.a", "equalTo": "1"}}}"#,
      [.get("/?q=%7B%22a%22:1%7D"), .get("/?q=x&q=%7B%22a%22:1%7D")],
      not: [.get("/?q=%7B%22a%22:2%7D"), .get("/?q=x"), .get("/")]),
    .init(
      #""headers": {"X": {"equalToXml": "<a b='1' c='2'/>"}}"#, [header("<a c='2' b='1'></a>")],
      not: [header("<a/>"), .get("/")]),
    .init(
      #""cookies": {"c": {"binaryEqualTo": "eA=="}}"#, [.get("/", headers: ["Cookie": "c=x"])],
      not: [.get("/", headers: ["Cookie": "c=y"]), .get("/")]),
    .init(
      #""headers": {"X": {"and": [{"not": {"matchesXPath": "/a/b"}}, {"contains": "a"}]}}"#,
      [header("<a/>")], not: [header("<a><b/></a>"), header("x")]),
    .init(
      #""multipartPatterns": [{"name": "n", "bodyPatterns": [{"matchesJsonPath": "$.a"}]}]"#,
      [part(#"{"a": 1}"#)], not: [part("{}"), part("x"), .post(#"{"a": 1}"#)]),
    .init(
      #""multipartPatterns": [{"bodyPatterns": [{"binaryEqualTo": "eA=="}, {"contains": "x"}]}]"#,
      [part("x")], not: [part("xx"), part("")]),
    .init(
      #""multipartPatterns": [{"matchingType": "ALL", "bodyPatterns": [{"equalToXml": "<a/>"}]}]"#,
      [part("<a></a>")], not: [part("<b/>")]),
  ]
}
