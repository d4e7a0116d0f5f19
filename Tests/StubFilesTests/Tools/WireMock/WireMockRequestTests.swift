import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct WireMockRequestTests {
  @Test(
    "Each key of a request pattern distinguishes requests",
    arguments: cases + times + bodies + placeholders)
  func patterns(row: DefinitionCase) throws {
    try row.check { #"{"request": {\#($0)}, "response": {"status": 204}}"# }
  }

  private static func from(_ address: String) -> ReceivedRequest {
    var request = ReceivedRequest.get("/a")
    request.clientAddress = address
    return request
  }

  private static let cases: [DefinitionCase] = [
    .init(#""method": "GET""#, [.get("/a")], not: [.post(""), ReceivedRequest(.head, "/a")]),
    .init(
      #""clientIp": {"equalTo": "10.0.0.7"}"#, [from("10.0.0.7")],
      not: [from("10.0.0.8"), .get("/a")]),
    .init(#""method": "ANY""#, [.get("/a"), .post("x")], not: []),
    .init(
      #""method": "GET_OR_HEAD""#, [.get("/a"), ReceivedRequest(.head, "/a")], not: [.post("x")]),
    .init(
      #""url": "/a?b=1""#, [.get("http://h.com/a?b=1")], not: [.get("/a"), .get("/a?b=1&c=2")]),
    .init(#""urlPath": "/a""#, [.get("/a"), .get("/a?b=1")], not: [.get("/a/b")]),
    .init(
      #""urlPattern": "/a/[0-9]+\\?b=.*""#, [.get("/a/12?b=1")],
      not: [.get("/a/12"), .get("/x/a/12?b=1")]),
    .init(
      #""urlPathPattern": "/a/[a-z]{2}""#, [.get("/a/bc"), .get("/a/bc?d=1")],
      not: [.get("/a/bcd"), .get("/x/a/bc")]),
    .init(
      #""urlPathPattern": "/a/[a-z&&[^b]]+""#, [.get("/a/ac")], not: [.get("/a/ab"), .get("/a/a&")]),
    .init(
      #""urlPattern": "/a/[a[bc]]+\\?q=[\\w-.]+""#, [.get("/a/abc?q=x-.")], not: [.get("/a/ad?q=x")]
    ),
    .init(
      #""queryParameters": {"q": {"matches": "\\p{Upper}[\\p{L}&&[^a]]\\0101"}}"#,
      [.get("/?q=XbA")],
      not: [.get("/?q=XaA"), .get("/?q=xbA")]),
    .init(
      #""urlPathTemplate": "/u/{id}", "pathParameters": {"id": {"matches": "[0-9]+"}}"#,
      [.get("/u/7"), .get("/u/7?x=1")], not: [.get("/u/x"), .get("/u/7/8")]),
    .init(
      #""urlPathTemplate": "/items/{ids}", "pathParameters": {"ids": {"equalTo": "1,2"}}"#,
      [.get("/items/1,2"), .get("/items/1,2?x=1")], not: [.get("/items/1"), .get("/items/")]),
    .init(
      #""scheme": "https", "host": {"equalTo": "a.com"}, "port": 8443"#,
      [.get("https://a.com:8443/")], not: [.get("http://a.com:8443/"), .get("https://b.com:8443/")]
    ),
    .init(
      #""headers": {"Accept": {"contains": "json"}}"#,
      [.get("/", headers: ["accept": "application/json"])],
      not: [.get("/"), .get("/", headers: ["Accept": "xml"])]),
    .init(
      #""headers": {"X": {"absent": true}}"#, [.get("/")], not: [.get("/", headers: ["X": "1"])]),
    .init(
      #""headers": {"X": {"doesNotMatch": "a+"}}"#, [.get("/"), .get("/", headers: ["X": "b"])],
      not: [.get("/", headers: ["X": "aa"])]),
    .init(
      #""queryParameters": {"q": {"equalTo": "A", "caseInsensitive": true}}"#,
      [.get("/?q=a"), .get("/?q=x&q=A")], not: [.get("/"), .get("/?q=b")]),
    .init(
      #""queryParameters": {"q": {"equalTo": 42}}"#, [.get("/?q=42")], not: [.get("/?q=4")]),
    .init(
      #""queryParameters": {"q": {"hasExactly": [{"equalTo": "1"}, {"matches": "2."}]}}"#,
      [.get("/?q=22&q=1")], not: [.get("/?q=1"), .get("/?q=1&q=22&q=3")]),
    .init(
      #""queryParameters": {"q": {"includes": [{"equalTo": "1"}, {"equalTo": "2"}]}}"#,
      [.get("/?q=2&q=1&q=3")], not: [.get("/?q=1")]),
    .init(
      #""queryParameters": {"q": {"and": [{"contains": "a"}, {"not": {"contains": "b"}}]}}"#,
      [.get("/?q=ac"), .get("/?q=b&q=a")], not: [.get("/?q=ab"), .get("/?q=a b")]),
    .init(
      #""queryParameters": {"n": {"greaterThanNumber": 3}}"#, [.get("/?n=3.5")],
      not: [.get("/?n=3"), .get("/?n=x")]),
    .init(
      #""cookies": {"c": {"equalTo": "1"}}"#, [.get("/", headers: ["Cookie": "a=2; c=1"])],
      not: [.get("/"), .get("/", headers: ["Cookie": "c=2"])]),
    .init(
      #""cookies": {"c": {"doesNotMatch": "a+"}, "d": {"not": {"contains": "a"}}}"#,
      [.get("/", headers: ["Cookie": "c=1; d=2"])],
      not: [
        .get("/"), .get("/", headers: ["Cookie": "c=1"]), .get("/", headers: ["Cookie": "d=1"]),
      ]),
    .init(
      #""cookies": {"c": {"absent": true}}"#, [.get("/")],
      not: [.get("/", headers: ["Cookie": "c=1"])]),
    .init(
      #""formParameters": {"f": {"or": [{"equalTo": "1"}, {"equalTo": "2"}]}}"#,
      [.form("f=2"), .form("e=3&f=1")], not: [.form("f=3"), .form("")]),
    .init(
      #""basicAuth": {"username": "ada", "password": "x"}"#,
      [.get("/", headers: ["Authorization": "Basic YWRhOng="])], not: [.get("/")]),
    .init(
      #""basicAuthCredentials": {"username": "ada", "password": "y"}"#,
      [.get("/", headers: ["Authorization": "Basic YWRhOnk="])],
      not: [.get("/", headers: ["Authorization": "Basic YWRhOng="])]),
  ]

  private static let times: [DefinitionCase] = [
    .init(
      #""headers": {"X": {"before": "2021-06-14T15:15:15Z"}}"#,
      [.get("/", headers: ["X": "Mon, 14 Jun 2021 15:15:14 GMT"])],
      not: [
        .get("/", headers: ["X": "2021-06-14T15:15:15Z"]), .get("/", headers: ["X": "x"]),
        .get("/"),
      ]),
    .init(
      #""queryParameters": {"t": {"after": "now -1 hours"}}"#, [.get("/?t=2999-01-01")],
      not: [.get("/?t=2001-01-01"), .get("/")]),
    .init(
      #""queryParameters": {"t": {"after": "now", "expectedOffset": -900, "expectedOffsetUnit": "years", "truncateExpected": "first day of year"}}"#,
      [.get("/?t=2001-01-01")], not: [.get("/?t=0901-01-01")]),
    .init(
      #""queryParameters": {"t": {"equalToDateTime": "2021-06-01", "actualFormat": "dd.MM.yyyy", "truncateActual": "first day of month"}}"#,
      [.get("/?t=14.06.2021")], not: [.get("/?t=14.07.2021"), .get("/?t=2021-06-14")]),
    .init(
      #""bodyPatterns": [{"equalToDateTime": "2021-06-14T15:15:15Z", "actualFormat": "unix"}]"#,
      [.post("1623683715")], not: [.post("1623683716")]),
    .init(
      #""headers": {"X": {"matchesPathTemplate": "/a/{b}/c"}}"#,
      [.get("/", headers: ["X": "/a/1/c"])],
      not: [.get("/", headers: ["X": "/a/1/2/c"]), .get("/")]),
    .init(
      #""urlPathTemplate": "/a/**/c/{d}", "pathParameters": {"d": {"equalTo": "7"}}"#,
      [.get("/a/x/y/c/7"), .get("/a/x/c/7?q=1")],
      not: [.get("/a/x/c/8"), .get("/a/x/7"), .get("/b/x/c/7")]),
  ]

  private static let placeholders: [DefinitionCase] = [
    .init(
      #""bodyPatterns": [{"equalToJson": {"a": "${json-unit.any-string}", "b": "${json-unit.ignore}"}}]"#,
      [.post(#"{"a": "x", "b": null}"#), .post(#"{"a": "", "b": [1]}"#)],
      not: [.post(#"{"a": 1, "b": 1}"#), .post(#"{"a": "x"}"#)]),
    .init(
      #""bodyPatterns": [{"equalToJson": {"a": "${json-unit.ignore-element}", "b": 1}}]"#,
      [.post(#"{"b": 1}"#), .post(#"{"a": {}, "b": 1}"#)],
      not: [.post(#"{"a": 1}"#), .post(#"{"b": 1, "c": 1}"#)]),
    .init(
      #""bodyPatterns": [{"equalToJson": ["${json-unit.any-number}", "${json-unit.any-boolean}", 2], "ignoreArrayOrder": true}]"#,
      [.post("[2, true, 7]"), .post("[7.5, 2, false]")],
      not: [.post("[2, true, true]"), .post("[2, 2, 2]"), .post("[3, true, 7]")]),
    .init(
      #""bodyPatterns": [{"equalToJson": {"a": "${json-unit.regex}[A-Z&&[^Q]]+"}}]"#,
      [.post(#"{"a": "AB"}"#)],
      not: [.post(#"{"a": "AB1"}"#), .post(#"{"a": "AQ"}"#), .post(#"{"a": 5}"#)]),
    .init(
      #""bodyPatterns": [{"equalToXml": "<a x='${xmlunit.isNumber}'><b>${xmlunit.ignore}</b></a>", "enablePlaceholders": true}]"#,
      [.post("<a x='1.5'><b/></a>"), .post("<a x='2'><b>x</b></a>")],
      not: [.post("<a x='y'><b/></a>"), .post("<a><b/></a>"), .post("<a x='1'/>")]),
    .init(
      #""bodyPatterns": [{"equalToXml": "<a>[[xmlunit.matchesRegex(^\\d+$)]]</a>", "enablePlaceholders": true, "placeholderOpeningDelimiterRegex": "\\[\\[", "placeholderClosingDelimiterRegex": "]]"}]"#,
      [.post("<a>12</a>")], not: [.post("<a>x12</a>"), .post("<a/>")]),
    .init(
      #""bodyPatterns": [{"equalToXml": "<a><b>1</b><c/><b>2</b></a>"}]"#,
      [.post("<a><c/><b>1</b><b>2</b></a>")], not: [.post("<a><b>2</b><c/><b>1</b></a>")]),
    .init(
      #""bodyPatterns": [{"equalToXml": "<a><b>1</b><b>2</b></a>", "ignoreOrderOfSameNode": true}]"#,
      [.post("<a><b>2</b><b>1</b></a>")], not: [.post("<a><b>2</b><b>2</b></a>")]),
    .init(
      #""bodyPatterns": [{"equalToXml": "<a x='1'>t</a>", "exemptedComparisons": ["ATTR_VALUE", "TEXT_VALUE", "XML_VERSION"], "namespaceAwareness": "STRICT"}]"#,
      [.post("<a x='2'>u</a>")], not: [.post("<a>t</a>"), .post("<a x='1'/>")]),
  ]

  private static let bodies: [DefinitionCase] = [
    .init(#""bodyPatterns": [{"equalTo": "a"}]"#, [.post("a")], not: [.post("ab"), .post("")]),
    .init(
      #""bodyPatterns": [{"contains": "a"}, {"doesNotContain": "b"}]"#, [.post("ca")],
      not: [.post("ab"), .post("c")]),
    .init(#""bodyPatterns": [{"matches": "a.c"}]"#, [.post("a\nc")], not: [.post("xabc")]),
    .init(
      #""bodyPatterns": [{"equalToJson": {"a": [1, 2]}}]"#, [.post("{\"a\": [1.0, 2]}")],
      not: [.post("{\"a\": [2, 1]}"), .post("{\"a\": [1, 2], \"b\": 1}"), .post("x")]),
    .init(
      #""bodyPatterns": [{"equalToJson": "{\"a\": [1, 2]}", "ignoreArrayOrder": true, "#
        + #""ignoreExtraElements": true}]"#,
      [.post("{\"b\": 1, \"a\": [2, 1]}")], not: [.post("{\"b\": 1}")]),
    .init(
      #""bodyPatterns": [{"equalToJson": [1, [3]], "ignoreExtraElements": true}]"#,
      [.post("[1, [3]]"), .post("[1, [3, 4], 2]")],
      not: [.post("[1, 2, [3]]"), .post("[0, 1, [3]]"), .post("[1, [4, 3]]")]),
    .init(
      #""bodyPatterns": [{"matchesJsonPath": "$.a[?(@.b > 2)]"}]"#,
      [.post("{\"a\": [{\"b\": 3}]}")], not: [.post("{\"a\": [{\"b\": 1}]}"), .post("")]),
    .init(
      #""bodyPatterns": [{"matchesJsonPath": {"expression": "$.a", "contains": "x"}}]"#,
      [.post("{\"a\": \"oxo\"}")], not: [.post("{\"a\": \"o\"}")]),
    .init(
      #""bodyPatterns": [{"matchesJsonPath": {"expression": "$.a", "equalToJson": {"b": 1}}}]"#,
      [.post("{\"a\": {\"b\": 1}}")], not: [.post("{\"a\": {\"b\": 2}}")]),
    .init(
      #""bodyPatterns": [{"expression": "$.a", "contains": "x"}]"#, [.post("{\"a\": \"x\"}")],
      not: [.post("{\"a\": \"o\"}")]),
    .init(
      #""bodyPatterns": [{"equalToXml": "<a b='1' c='2'/>"}]"#, [.post("<a c='2' b='1'></a>")],
      not: [.post("<a/>")]),
    .init(
      #""bodyPatterns": [{"matchesXPath": "//b[@c='1']"}]"#, [.post("<a><b c='1'/></a>")],
      not: [.post("<a/>")]),
    .init(
      #""bodyPatterns": [{"matchesXPath": {"expression": "//n:b/text()", "equalTo": "x"}, "#
        + #""xPathNamespaces": {"n": "urn:n"}}]"#,
      [.post("<a xmlns='urn:n'><b>x</b></a>")], not: [.post("<a><b>x</b></a>")]),
    .init(
      #""bodyPatterns": [{"binaryEqualTo": "AQID"}]"#, [.post("\u{1}\u{2}\u{3}")], not: [.post("x")]
    ),
    .init(#""bodyPatterns": [{"absent": true}]"#, [.post("")], not: [.post("x")]),
    .init(
      #""bodyPatterns": [{"or": [{"equalToJson": [1]}, {"not": {"contains": "a"}}]}]"#,
      [.post("[1]"), .post("b")], not: [.post("a")]),
    .init(
      #""multipartPatterns": [{"name": "n", "bodyPatterns": [{"contains": "x"}]}]"#,
      [
        .post(
          "--B\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\naxb\r\n--B--\r\n",
          type: "multipart/form-data; boundary=B")
      ], not: [.post("x")]),
  ]
}
