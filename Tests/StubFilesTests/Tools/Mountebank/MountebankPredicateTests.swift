import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("What mountebank takes for nothing, for lists and for numbers")
struct MountebankPredicateTests {
  @Test("Each predicate distinguishes requests", arguments: missing + selected + numbers)
  func predicates(row: DefinitionCase) throws {
    try row.check {
      MountebankTests.imposter(
        #"{"predicates": [{\#($0)}], "responses": [{"is": {"statusCode": 204}}]}"#)
    }
  }

  /// What is not there is an empty text.
  private static let missing: [DefinitionCase] = [
    .init(#""matches": {"query": {"page": ".*"}}"#, [.get("/"), .get("/?page=1")], not: []),
    .init(#""matches": {"query": {"page": ".+"}}"#, [.get("/?page=1")], not: [.get("/")]),
    .init(
      #""not": {"equals": {"headers": {"X-A": ""}}}"#, [.get("/", headers: ["X-A": "1"])],
      not: [.get("/")]),
    .init(
      #""contains": {"headers": {"X-A": ""}}, "caseSensitive": true"#,
      [.get("/"), .get("/", headers: ["X-A": "1"])], not: []),
    .init(#""deepEquals": {"query": {"q": ""}}"#, [.get("/?q=")], not: [.get("/")]),
    .init(#""contains": {"form": {"f": ""}}"#, [.form("e=1")], not: [.post("e=1"), .form("")]),
    .init(
      #""equals": {"body": {"name": ""}}"#,
      [.post(#"{"a": 1}"#), .post(#"{"name": ""}"#), .post("text"), .post("[{}]")],
      not: [.post(""), .post(#"{"name": "x"}"#), .post("[]")]),
    .init(
      #""equals": {"body": {"a": {"b": ""}}}"#, [.post(#"{"a": {}}"#), .post(#"{"a": 1}"#)],
      not: [.post("{}"), .post(#"{"a": ""}"#), .post(#"{"a": {"b": 1}}"#)]),
    .init(#""deepEquals": {"body": {"a": ""}}"#, [.post(#"{"a": ""}"#)], not: [.post("{}")]),
  ]

  private static let selected: [DefinitionCase] = [
    .init(
      #""equals": {"body": ""}, "jsonpath": {"selector": "$.a"}"#,
      [.post(#"{"b": 1}"#), .post("text"), .post(""), .post(#"{"a": ""}"#)],
      not: [.post(#"{"a": "x"}"#), .post(#"{"a": []}"#)]),
    .init(
      #""equals": {"body": "a"}, "jsonpath": {"selector": "$.tags"}"#,
      [.post(#"{"tags": ["A", "b"]}"#), .post(#"{"tags": "a"}"#)],
      not: [.post(#"{"tags": ["b"]}"#)]),
    .init(
      #""matches": {"body": "^a"}, "jsonpath": {"selector": "$.tags"}"#,
      [.post(#"{"tags": ["b", "ab"]}"#)], not: [.post(#"{"tags": ["ba"]}"#)]),
    .init(
      #""deepEquals": {"body": ["a", "b"]}, "jsonpath": {"selector": "$.tags"}"#,
      [.post(#"{"tags": ["b", "a"]}"#)], not: [.post(#"{"tags": ["a"]}"#)]),
    .init(
      #""deepEquals": {"body": "a"}, "jsonpath": {"selector": "$.tags"}"#,
      [.post(#"{"tags": "a"}"#)], not: [.post(#"{"tags": ["a"]}"#), .post("{}")]),
    .init(
      #""exists": {"body": true}, "jsonpath": {"selector": "$.tags"}"#,
      [.post(#"{"tags": []}"#), .post(#"{"tags": ["a", "b"]}"#)], not: [.post("{}"), .post("")]),
    .init(
      #""exists": {"body": false}, "jsonpath": {"selector": "$.a"}"#,
      [.post(""), .post("text"), .post(#"{"b": 1}"#)], not: [.post(#"{"a": 1}"#)]),
    .init(
      #""exists": {"body": false}, "xpath": {"selector": "//a"}"#,
      [.post(""), .post("text"), .post("<b/>")], not: [.post("<a>1</a>")]),
    .init(
      #""contains": {"body": ""}, "xpath": {"selector": "//a"}"#,
      [.post(""), .post("<b/>"), .post("<a>1</a>")], not: []),
    // Of an element the first child counts; an element without a text is there too.
    .init(
      #""exists": {"body": true}, "xpath": {"selector": "//a"}"#,
      [.post("<r><a/></r>"), .post("<a><b/></a>"), .post("<a>1</a>")],
      not: [.post("<r/>"), .post("text"), .post("")]),
    .init(
      #""exists": {"body": false}, "xpath": {"selector": "//a"}"#, [.post("<r/>")],
      not: [.post("<r><a/></r>")]),
    .init(
      #""exists": {"body": true}, "xpath": {"selector": "//a/@b"}"#, [.post("<a b='1'/>")],
      not: [.post("<a b=''/>"), .post("<a/>")]),
    .init(
      #""equals": {"body": "x"}, "xpath": {"selector": "//a"}"#,
      [.post("<a>X<b>y</b></a>"), .post("<r><a/><a>x</a></r>")],
      not: [.post("<a><b>x</b></a>"), .post("<a/>"), .post("<a>y<b/>x</a>")]),
  ]

  private static let numbers: [DefinitionCase] = [
    .init(
      #""equals": {"body": {"price": 10}}"#,
      [.post(#"{"price": 10.0}"#), .post(#"{"price": 1e1}"#), .post(#"{"price": "10"}"#)],
      not: [.post(#"{"price": 10.5}"#), .post(#"{"price": "10.0"}"#)]),
    .init(
      #""deepEquals": {"body": {"p": 1e-7}}"#, [.post(#"{"p": 0.0000001}"#)],
      not: [.post(#"{"p": 0.000001}"#)]),
    .init(
      #""equals": {"body": 2.50}, "jsonpath": {"selector": "$.p"}"#,
      [.post(#"{"p": 2.5}"#), .post(#"{"p": 2.500}"#)], not: [.post(#"{"p": "2.50"}"#)]),
    .init(#""equals": {"query": {"n": 1.0}}"#, [.get("/?n=1")], not: [.get("/?n=1.0")]),
    // Classes of patterns are those of ASCII but for white space, and the end is the end.
    .init(
      #""matches": {"body": "^\\w+$"}"#, [.post("abc")], not: [.post("Ünï"), .post("abc\n")]),
  ]

  @Test(
    "Numbers are printed as JavaScript does",
    arguments: [
      ("10.0", "10"), ("100", "100"), ("-0.0", "0"), ("0.10", "0.1"), ("-1234.50", "-1234.5"),
      ("1e-6", "0.000001"), ("0.0000001", "1e-7"), ("1.5e-7", "1.5e-7"),
      ("1e20", "100000000000000000000"),
      ("1e21", "1e+21"), ("1.50e300", "1.5e+300"), ("1e999", "Infinity"), ("-1e999", "-Infinity"),
      ("123456789012345678901", "123456789012345680000"), ("5e-324", "5e-324"),
    ])
  func printing(number: String, text: String) throws {
    #expect(try #require(JSONNumber(parsing: number)).javaScriptText == text)
  }
}
