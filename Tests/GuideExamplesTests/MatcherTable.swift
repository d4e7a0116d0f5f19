import ExampleSupport
import Foundation
import HTTPStubber
import Testing

/// A matcher of the table with a request it accepts and one it does not.
struct MatcherRow: Sendable, CustomTestStringConvertible {
  let fitting: ReceivedRequest
  let other: ReceivedRequest
  let build: @Sendable (HTTPStubRequest) throws -> Void

  init(
    _ fitting: ReceivedRequest, not other: ReceivedRequest,
    _ build: @escaping @Sendable (HTTPStubRequest) throws -> Void
  ) {
    (self.fitting, self.other, self.build) = (fitting, other, build)
  }

  var testDescription: String {
    "\(fitting.summary) \(fitting.bodyText), not \(other.summary) \(other.bodyText)"
  }
}

private func get(_ address: String, _ headers: HTTPHeaders = [:]) -> ReceivedRequest {
  ReceivedRequest(.get, address, headers: headers)
}

private func get(_ address: String, from client: String) -> ReceivedRequest {
  var request = get(address)
  request.clientAddress = client
  return request
}

private func post(_ body: String, _ type: String = "text/plain") -> ReceivedRequest {
  ReceivedRequest(
    .post, "https://api.example.com/", headers: [.contentType: type], body: Data(body.utf8))
}

private func form(_ body: String) -> ReceivedRequest {
  post(body, "application/x-www-form-urlencoded")
}

private func multipart(_ name: String, filename: String) -> ReceivedRequest {
  post(
    "--b\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"\(filename)\"\r\n"
      + "Content-Type: image/png\r\n\r\nbytes\r\n--b--\r\n", "multipart/form-data; boundary=b")
}

struct User: Codable, Hashable, Sendable {
  let id: Int
  let name: String
}

// example: comparison
extension JSONComparison {
  static let loose = JSONComparison(ignoresArrayOrder: true, ignoresExtraMembers: true)
}
// end of example

enum MatcherTable {
  static let address: [MatcherRow] = [
    MatcherRow(
      ReceivedRequest(.head, "https://a.example/"), not: ReceivedRequest(.put, "https://a.example/")
    ) {
      $0.match(method: .get, .head)
    },
    MatcherRow(get("https://a.example/b?c=1"), not: get("https://a.example/b?c=2")) {
      $0.match(URL: "https://a.example/b?c=1")
    },
    MatcherRow(get("https://a.example/b?c=1"), not: get("https://a.example/other?c=1")) {
      $0.match(URL: "https://a.example/b", options: .ignoreQueryParameters)
    },
    MatcherRow(get("https://a.example/any/path"), not: get("https://b.example/")) {
      $0.match(URL: "https://a.example", options: [.ignorePath, .ignoreQueryParameters])
    },
    MatcherRow(get("https://a.example/v2/b"), not: get("https://a.example/vx/b")) {
      $0.match(urlRegex: "/v[0-9]+/")
    },
    MatcherRow(get("https://a.example/repos/ada/engine.c"), not: get("https://a.example/repos/a")) {
      $0.match(URI: "/repos/{owner}/{name}")
    },
    MatcherRow(get("https://a.example/find?page=2&q=x"), not: get("https://a.example/search?q=x")) {
      $0.match(URI: "/find{?q,page}")
    },
    MatcherRow(get("https://a.example/"), not: get("http://a.example/")) {
      $0.match(scheme: "https")
    },
    MatcherRow(get("https://api.example.com/"), not: get("https://example.com/")) {
      $0.match(host: "api.example.com")
    },
    MatcherRow(get("https://api.example.com/"), not: get("https://badexample.com/")) {
      $0.match(host: .domain("example.com"))
    },
    MatcherRow(get("https://a.example.com/"), not: get("https://a.b.example.com/")) {
      $0.match(host: .glob("*.example.com"))
    },
    MatcherRow(get("https://a.example/"), not: get("https://a.example:8443/")) {
      $0.match(port: 443)
    },
    MatcherRow(get("https://a.example/", from: "127.0.0.1"), not: get("https://a.example/")) {
      $0.match(clientAddress: "127.0.0.1")
    },
    MatcherRow(get("https://a.example/users/1"), not: get("https://a.example/users/2")) {
      $0.match(path: "/users/1")
    },
    MatcherRow(get("https://a.example/users/1"), not: get("https://a.example/user/1")) {
      $0.match(path: .hasPrefix("/users/"))
    },
    MatcherRow(get("https://a.example/a/b/c"), not: get("https://a.example/b/c")) {
      $0.match(path: .glob("/a/**"))
    },
    MatcherRow(get("https://a.example/users/17"), not: get("https://a.example/users/ada")) {
      $0.match(path: .matches("^/users/\\d+$"))
    },
    MatcherRow(get("https://a.example/a.png"), not: get("https://a.example/png")) {
      $0.match(pathExtension: "png")
    },
    MatcherRow(get("https://a.example/?b=2&a=1&a=0"), not: get("https://a.example/?a=1&b=2")) {
      $0.match(query: ["a": "1", "a": "0", "b": "2"])
    },
    MatcherRow(get("https://a.example/?page=12&x=y"), not: get("https://a.example/?page=9")) {
      $0.match(query: "page", .greaterThan(10))
    },
    MatcherRow(get("https://a.example/?q=a"), not: get("https://a.example/?q=a&debug=1")) {
      $0.match(query: "debug", .absent)
    },
    MatcherRow(get("https://a.example/?q=a&debug"), not: get("https://a.example/?debug=")) {
      $0.match(queryFlag: "debug")
    },
  ]

  static let head: [MatcherRow] = [
    MatcherRow(get("https://a.example/", ["x-id": "1"]), not: get("https://a.example/")) {
      $0.match(header: "X-ID")
    },
    MatcherRow(
      get("https://a.example/", [.accept: "application/json"]),
      not: get("https://a.example/", [.accept: "text/html"])
    ) {
      $0.match(header: .accept, .contains("json"))
    },
    MatcherRow(
      get("https://a.example/", ["X-Tag": "b", "X-Tag": "a"]),
      not: get("https://a.example/", ["X-Tag": "a"])
    ) {
      $0.match(header: "X-Tag", .exactly(["a", "b"]))
    },
    MatcherRow(
      get("https://a.example/", ["X-Trace-ID": "1"]), not: get("https://a.example/", ["X-ID": "1"])
    ) {
      $0.match(headerNamed: .matches("^x-trace-", options: .caseInsensitive))
    },
    MatcherRow(
      get("https://a.example/", [.cookie: "a=b; session=s1"]),
      not: get("https://a.example/", [.cookie: "session=s2"])
    ) {
      $0.match(cookie: "session", "s1")
    },
    MatcherRow(
      get("https://a.example/", [.authorization: "Basic YWRhOmNvdW50ZXNz"]),
      not: get("https://a.example/")
    ) {
      $0.match(basicAuth: "ada", password: "countess")
    },
    MatcherRow(
      get("https://a.example/", [.authorization: "Bearer test-1"]),
      not: get("https://a.example/", [.authorization: "Bearer 1"])
    ) {
      $0.match(bearer: .hasPrefix("test-"))
    },
  ]

  static let body: [MatcherRow] = [
    MatcherRow(post("hello"), not: post("Hello")) {
      $0.match(body: "hello")
    },
    MatcherRow(post("hello"), not: post("hello!")) {
      $0.match(body: Data("hello".utf8))
    },
    MatcherRow(post("id=17;"), not: post("id=x;")) {
      $0.match(body: .matches("id=\\d+"))
    },
    MatcherRow(post(#"{"name":"Ada","id":1}"#), not: post(#"{"id":1}"#)) {
      $0.match(jsonText: #"{"id": 1, "name": "Ada"}"#)
    },
    MatcherRow(post(#"{"name":"Ada","id":1}"#), not: post(#"{"id":1}"#)) {
      $0.match(json: ["id": 1, "name": "Ada"])
    },
    MatcherRow(post(#"{"id":1,"tags":["b","a"],"x":0}"#), not: post(#"{"id":1,"tags":["a"]}"#)) {
      $0.match(json: ["tags": ["a", "b"]], comparison: .loose)
    },
    MatcherRow(post(#"{"name":"Ada","id":1}"#), not: post(#"{"name":"Ada","id":2}"#)) {
      $0.match(object: User(id: 1, name: "Ada"))
    },
    MatcherRow(post(#"{"user":{"name":"Ada"}}"#), not: post(#"{"user":{"name":"Bob"}}"#)) {
      $0.match(jsonPath: "$.user.name", .hasPrefix("A"))
    },
    MatcherRow(post(#"{"items":[{"id":7}]}"#), not: post(#"{"items":[{"id":"7"}]}"#)) {
      $0.match(jsonPath: "$.items[0].id", equals: 7)
    },
    MatcherRow(form("b=2&a=1"), not: form("a=1")) {
      $0.match(form: ["a": "1", "b": "2"])
    },
    MatcherRow(form("a=1&name=Ada+L"), not: form("a=1&name=Bob")) {
      $0.match(form: "name", .contains("Ada"))
    },
    MatcherRow(multipart("photo", filename: "a.png"), not: multipart("photo", filename: "a.txt")) {
      $0.match(part: "photo", filename: .hasSuffix(".png"), contentType: "image/png")
    },
    MatcherRow(
      post("<a  c='2' b='1'/>", "application/xml"), not: post("<a b='1'/>", "application/xml")
    ) {
      $0.match(xml: "<a b='1' c='2'/>")
    },
    MatcherRow(
      post("<order><id>7</id></order>", "application/xml"),
      not: post("<order><id>8</id></order>", "application/xml")
    ) {
      $0.match(xpath: "/order/id", "7")
    },
  ]

  static let other: [MatcherRow] = [
    MatcherRow(get("https://a.example/b"), not: get("https://a.example/c")) {
      $0.match(anyOf: .path("/a"), .path("/b"))
    },
    MatcherRow(get("https://a.example/b"), not: get("https://a.example/a")) {
      $0.match(not: .path("/a"))
    },
    MatcherRow(get("https://a.example/b?x=1"), not: get("https://a.example/b")) {
      $0.match(.path("/b").and(.query("x").or(.query("y"))))
    },
    MatcherRow(get("https://a.example/a"), not: get("https://a.example/a/b")) {
      $0.match("a path of one segment") { $0.target.segments.count == 1 }
    },
  ]

  static let all = address + head + body + other
}

@Suite("The table of matchers") struct MatcherTableTests {
  @Test(
    "Each row adds one condition, which accepts the one request and not the other",
    arguments: MatcherTable.all)
  func row(row: MatcherRow) async throws {
    let stub = HTTPStubRequest()
    try row.build(stub)
    let stubs = StubSet(stub.stub(.status(.ok)))
    #expect(try await stubs.plan(row.fitting).status == 200)
    let report = await #expect(throws: UnmatchedReport.self) {
      try await stubs.plan(row.other)
    }
    let lines = "\(try #require(report))".split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("  ✗ ") } == 1, "\(lines)")
    #expect(!lines.contains { $0.hasPrefix("  ✓ ") }, "\(lines)")
  }
}
