import CoreTestSupport
import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Many stubs of other tools")
struct DefinitionKeyTests {
  /// A condition in the words of a tool, and the request that only the stub of a number answers.
  struct Case: Sendable, CustomTestStringConvertible {
    let tool: Tool
    let name: String
    let condition: @Sendable (String) -> String
    let request: @Sendable (String) -> ReceivedRequest

    init(
      _ tool: Tool, _ name: String, _ condition: @escaping @Sendable (String) -> String,
      _ request: @escaping @Sendable (String) -> ReceivedRequest
    ) { (self.tool, self.name, self.condition, self.request) = (tool, name, condition, request) }

    var testDescription: String { "\(tool) \(name)" }
  }

  /// The frame that a tool puts around conditions.
  enum Tool: Sendable, CaseIterable {
    case wireMock
    case hoverfly
    case mountebank
    case mockServer

    func document(_ conditions: [String]) -> String {
      let stubs = conditions.enumerated().map { number, condition in
        switch self {
        case .wireMock:
          #"{"request": {\#(condition)}, "response": {"body": "\#(number)"}}"#
        case .hoverfly:
          #"{"request": {\#(condition)}, "response": {"status": 200, "body": "\#(number)"}}"#
        case .mountebank:
          #"{"predicates": [\#(condition)], "responses": [{"is": {"body": "\#(number)"}}]}"#
        case .mockServer:
          #"{"httpRequest": {\#(condition)}, "httpResponse": {"body": "\#(number)"}}"#
        }
      }.joined(separator: ",\n")
      return switch self {
      case .wireMock: #"{"mappings": [\#(stubs)]}"#
      case .hoverfly: #"{"data": {"pairs": [\#(stubs)]}, "meta": {"schemaVersion": "v5"}}"#
      case .mountebank: #"{"imposters": [{"protocol": "http", "port": 1, "stubs": [\#(stubs)]}]}"#
      case .mockServer: "[\(stubs)]"
      }
    }
  }

  private static func header(_ value: String) -> ReceivedRequest {
    .get("/", headers: ["X-A": value])
  }

  private static func json(_ value: String) -> ReceivedRequest {
    .json(.post, "/", #"{"a": {"id": "\#(value)"}, "b": [1]}"#)
  }

  private static func xml(_ value: String) -> ReceivedRequest {
    .post("<a id='\(value)'><b>\(value)</b></a>", type: "application/xml")
  }

  private static func part(_ value: String) -> ReceivedRequest {
    .post(
      "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(value)\r\n--b--\r\n",
      type: "multipart/form-data; boundary=b")
  }

  static let cases: [Case] = [
    Case(.wireMock, "path", { #""urlPath": "/\#($0)""# }, { .get("/\($0)") }),
    Case(
      .wireMock, "path pattern", { #""urlPathPattern": "/\#($0)/[a-z]+""# }, { .get("/\($0)/a") }),
    Case(.wireMock, "URL pattern", { #""urlPattern": "/\#($0)\\?a=.*""# }, { .get("/\($0)?a=1") }),
    Case(.wireMock, "template", { #""urlPathTemplate": "/\#($0)/{x}""# }, { .get("/\($0)/a") }),
    Case(.wireMock, "header", { #""headers": {"X-A": {"equalTo": "\#($0)"}}"# }, header),
    Case(
      .wireMock, "header in any case",
      { #""headers": {"X-A": {"equalTo": "\#($0)", "caseInsensitive": true}}"# },
      { header($0.uppercased()) }),
    Case(
      .wireMock, "header contains", { #""headers": {"X-A": {"contains": "\#($0)"}}"# },
      { header("a \($0) b") }),
    Case(
      .wireMock, "header pattern", { #""headers": {"X-A": {"matches": "\#($0)-[a-z]+"}}"# },
      { header("\($0)-a") }),
    Case(
      .wireMock, "all of",
      {
        #""headers": {"X-A": {"and": [{"contains": "-"}, {"contains": "\#($0)"}]}}"#
      }, { header("\($0)-a") }),
    Case(
      .wireMock, "exactly",
      { #""queryParameters": {"a": {"hasExactly": [{"equalTo": "\#($0)"}]}}"# },
      { .get("/?a=\($0)") }),
    Case(
      .wireMock, "number", { #""queryParameters": {"a": {"equalToNumber": \#($0.dropFirst())}}"# },
      { .get("/?a=\($0.dropFirst()).0") }),
    Case(
      .wireMock, "cookie", { #""cookies": {"a": {"equalTo": "\#($0)"}}"# },
      { .get("/", headers: ["Cookie": "a=\($0)"]) }),
    Case(
      .wireMock, "credentials", { #""basicAuth": {"username": "\#($0)", "password": "x"}"# },
      {
        let credentials = Data("\($0):x".utf8).base64EncodedString()
        return .get("/", headers: ["Authorization": "Basic \(credentials)"])
      }),
    Case(
      .wireMock, "JSONPath",
      {
        #""bodyPatterns": [{"matchesJsonPath": {"expression": "$.a.id", "equalTo": "\#($0)"}}]"#
      }, json),
    Case(
      .wireMock, "JSONPath filter",
      { #""bodyPatterns": [{"matchesJsonPath": "$.a[?(@.id == '\#($0)')]"}]"# }, json),
    Case(
      .wireMock, "JSON",
      {
        #""bodyPatterns": [{"equalToJson": {"a": {"id": "\#($0)"}}, "ignoreExtraElements": true}]"#
      }, json),
    Case(
      .wireMock, "XPath",
      {
        #""bodyPatterns": [{"matchesXPath": {"expression": "/a/@id", "equalTo": "\#($0)"}}]"#
      }, xml),
    Case(
      .wireMock, "XPath predicate", { #""bodyPatterns": [{"matchesXPath": "/a[@id='\#($0)']"}]"# },
      xml),
    Case(
      .wireMock, "XML",
      { #""bodyPatterns": [{"equalToXml": "<a id='\#($0)'><b>\#($0)</b></a>"}]"# }, xml),
    Case(
      .wireMock, "body contains", { #""bodyPatterns": [{"contains": "\#($0)"}]"# },
      { .post("a \($0) b") }),
    Case(
      .wireMock, "range of numbers",
      {
        #""queryParameters": {"a": {"and": [{"greaterThanNumber": \#($0.dropFirst())}, "#
          + #"{"lessThanNumber": \#($0.dropFirst()).9}]}}"#
      }, { .get("/?a=\($0.dropFirst()).5") }),
    Case(
      .wireMock, "later than a day",
      { #""headers": {"X-\#($0)": {"after": "2026-01-01T00:00:00Z"}}"# },
      { .get("/", headers: HTTPHeaders([HTTPHeaderName("X-\($0)"): "2026-01-02T00:00:00Z"])) }),
    Case(
      .wireMock, "contents of a part",
      { #""multipartPatterns": [{"name": "a", "bodyPatterns": [{"equalTo": "\#($0)"}]}]"# }, part),
    Case(
      .wireMock, "contents of any part",
      { #""multipartPatterns": [{"bodyPatterns": [{"contains": "\#($0)"}]}]"# }, part),
    Case(
      .wireMock, "elements of JSON",
      {
        #""bodyPatterns": [{"equalToJson": {"c": [{"id": "\#($0)"}]}, "ignoreArrayOrder": true}]"#
      }, { .json(.post, "/", #"{"c": [{"id": "\#($0)"}]}"#) }),
    Case(
      .wireMock, "JSONPath to a member",
      { #""bodyPatterns": [{"matchesJsonPath": "$.a.\#($0)"}]"# },
      { .json(.post, "/", #"{"a": {"\#($0)": 1}}"#) }),
    Case(
      .wireMock, "JSONPath comparison",
      { #""bodyPatterns": [{"matchesJsonPath": "$.a[?(@.\#($0) > 1)]"}]"# },
      { .json(.post, "/", #"{"a": [{"\#($0)": 2}]}"#) }),
    Case(
      .wireMock, "XPath to an element", { #""bodyPatterns": [{"matchesXPath": "//\#($0)"}]"# },
      { .post("<a><\($0)/></a>", type: "application/xml") }),
    Case(
      .hoverfly, "part of JSON",
      { #""body": [{"matcher": "jsonPartial", "value": {"id": "\#($0)"}}]"# }, json),
    Case(
      .hoverfly, "JSONPath", { #""body": [{"matcher": "jsonpath", "value": "$.a.\#($0)"}]"# },
      { .json(.post, "/", #"{"a": {"\#($0)": 1}}"#) }),
    Case(
      .hoverfly, "form",
      {
        #""body": [{"matcher": "form", "value": {"a": [{"matcher": "exact", "value": "\#($0)"}]}}]"#
      }, { .form("a=\($0)") }),
    Case(
      .mountebank, "header exists", { #"{"exists": {"headers": {"X-\#($0)": true}}}"# },
      { .get("/", headers: HTTPHeaders([HTTPHeaderName("X-\($0)"): "1"])) }),
    Case(.mountebank, "form", { #"{"equals": {"form": {"a": "\#($0)"}}}"# }, { .form("a=\($0)") }),
    Case(
      .mockServer, "parameters in a body of any type",
      { #""body": {"type": "PARAMETERS", "parameters": {"a": ["\#($0)"]}}"# },
      { .post("a=\($0)") }),
    Case(
      .mockServer, "elements of JSON",
      { #""body": {"type": "JSON", "json": {"c": [{"id": "\#($0)"}]}}"# },
      { .json(.post, "/", #"{"c": [{"id": "\#($0)"}]}"#) }),
    Case(
      .hoverfly, "path glob", { #""path": [{"matcher": "glob", "value": "*/\#($0)"}]"# },
      { .get("/a/\($0)") }),
    Case(
      .hoverfly, "path pattern", { #""path": [{"matcher": "regex", "value": "/\#($0)/[a-z]"}]"# },
      { .get("/\($0)/a") }),
    Case(
      .hoverfly, "header", { #""headers": {"X-A": [{"matcher": "exact", "value": "\#($0)"}]}"# },
      header),
    Case(
      .hoverfly, "header glob",
      { #""headers": {"X-A": [{"matcher": "glob", "value": "*\#($0)*"}]}"# },
      { header("a-\($0)-b") }),
    Case(
      .hoverfly, "query", { #""query": {"A": [{"matcher": "exact", "value": "\#($0)"}]}"# },
      { .get("/?a=\($0)") }),
    Case(
      .hoverfly, "body", { #""body": [{"matcher": "exact", "value": "\#($0)"}]"# }, { .post($0) }),
    Case(.mountebank, "path", { #"{"equals": {"path": "/\#($0)"}}"# }, { .get("/\($0)") }),
    Case(
      .mountebank, "path starts", { #"{"startsWith": {"path": "/\#($0)/"}}"# },
      { .get("/\($0.uppercased())/a") }),
    Case(
      .mountebank, "path ends", { #"{"endsWith": {"path": "/\#($0)"}}"# }, { .get("/a/\($0)") }),
    Case(
      .mountebank, "path pattern", { #"{"matches": {"path": "^/a-\#($0.dropFirst())-[a-z]$"}}"# },
      { .get("/a-\($0.dropFirst())-b") }),
    Case(.mountebank, "header", { #"{"equals": {"headers": {"x-a": "\#($0)"}}}"# }, header),
    Case(
      .mountebank, "query contains", { #"{"contains": {"query": {"a": "\#($0)"}}}"# },
      { .get("/?a=1-\($0)-2") }),
    Case(
      .mountebank, "exact query", { #"{"deepEquals": {"query": {"a": "\#($0)"}}}"# },
      { .get("/?a=\($0)") }),
    Case(
      .mountebank, "JSONPath",
      { #"{"equals": {"body": "\#($0)"}, "jsonpath": {"selector": "$.a.id"}}"# }, json),
    Case(
      .mountebank, "XPath", { #"{"equals": {"body": "\#($0)"}, "xpath": {"selector": "/a/@id"}}"# },
      xml),
    Case(.mountebank, "JSON", { #"{"equals": {"body": {"a": {"id": "\#($0)"}}}}"# }, json),
    Case(.mockServer, "path", { #""path": "/\#($0)""# }, { .get("/\($0)") }),
    Case(.mockServer, "path pattern", { #""path": "/\#($0)/[a-z]+""# }, { .get("/\($0)/a") }),
    Case(.mockServer, "header", { #""headers": {"X-A": ["\#($0)"]}"# }, header),
    Case(
      .mockServer, "header pattern", { #""headers": {"X-A": ["\#($0)-[a-z]+"]}"# },
      { header("\($0)-a") }),
    Case(
      .mockServer, "cookie", { #""cookies": {"a": "\#($0)"}"# },
      {
        .get("/", headers: ["Cookie": "a=\($0)"])
      }),
    Case(
      .mockServer, "JSONPath",
      { #""body": {"type": "JSON_PATH", "jsonPath": "$.a[?(@.id == '\#($0)')]"}"# }, json),
    Case(
      .mockServer, "XPath", { #""body": {"type": "XPATH", "xpath": "/a[@id='\#($0)']"}"# }, xml),
  ]

  @Test("Of a hundred stubs that one condition tells apart, few are asked", arguments: cases)
  func candidates(condition: Case) throws {
    let set = try Definition.set(
      condition.tool.document((0..<100).map { condition.condition("v\(1_000 + $0)") }))
    for number in [0, 8, 50, 99] {
      let request = condition.request("v\(1_000 + number)")
      #expect(set.receive(request).outcome.text == "\(number)")
      #expect(set.candidateCount(for: request) <= 16)
    }
    let other = condition.request("v2000")
    #expect(set.receive(other).outcome.report != nil)
    #expect(set.candidateCount(for: other) <= 16)
  }
}
