import CoreTestSupport
import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// A mapping of match keys with a request that it accepts and one that it does not.
struct MatchCase: Sendable, CustomTestStringConvertible {
  let match: String
  let accepts: ReceivedRequest
  let refuses: ReceivedRequest

  var testDescription: String { match }

  init(_ match: String, _ accepts: String, not refuses: String) {
    self.init(match, ReceivedRequest(.get, accepts), not: ReceivedRequest(.get, refuses))
  }

  init(_ match: String, _ accepts: ReceivedRequest, not refuses: ReceivedRequest) {
    self.match = match
    self.accepts = accepts
    self.refuses = refuses
  }

  /// Requests that differ in the header fields, the body, or both.
  init(
    _ match: String, headers: HTTPHeaders = [:], body: String = "",
    notHeaders: HTTPHeaders? = nil, not refused: String? = nil
  ) {
    self.init(
      match, ReceivedRequest(.post, "/", headers: headers, body: Data(body.utf8)),
      not: ReceivedRequest(
        .post, "/", headers: notHeaders ?? headers, body: Data((refused ?? body).utf8)))
  }

  static func header(_ condition: String, _ accepted: String?, not refused: String?) -> MatchCase {
    func headers(_ value: String?) -> HTTPHeaders { value.map { ["X-A": $0] } ?? [:] }
    return MatchCase(
      "{ headers: { x-a: \(condition) } }", headers: headers(accepted),
      notHeaders: headers(refused))
  }
}

@Suite struct MatchKeyTests {
  static let addresses: [MatchCase] = [
    MatchCase("{ method: GET }", ReceivedRequest(.get, "/"), not: ReceivedRequest(.post, "/")),
    MatchCase(
      "{ method: [PUT, PURGE] }", ReceivedRequest("PURGE", "/"), not: ReceivedRequest(.get, "/")),
    MatchCase("{ url: http://a.com/x?b=1&a=2 }", "http://a.com/x?a=2&b=1", not: "http://a.com/x"),
    MatchCase(
      "{ url: http://a.com/x, urlOptions: [ignoreQueryParameters] }", "http://a.com/x?q=1",
      not: "http://a.com/y"),
    MatchCase(
      "{ url: http://a.com/x, urlOptions: ignorePath }", "http://a.com/y", not: "http://b.com/x"),
    MatchCase("{ url: /x }", "http://any.com/x", not: "http://any.com/y"),
    MatchCase(
      "{ urlRegex: 'users/[0-9]+$' }", "http://a.com/users/12", not: "http://a.com/users/a"),
    MatchCase(
      "{ urlRegex: { pattern: USERS, options: [caseInsensitive] } }", "http://a.com/users",
      not: "http://a.com/user"),
    MatchCase(
      "{ urlRegex: { pattern: 'http://a.com/.', options: fullMatch } }", "http://a.com/u",
      not: "http://a.com/user"),
    MatchCase("{ uri: '/users/{id}' }", "http://a.com/users/7", not: "http://a.com/users/7/x"),
    MatchCase(
      "{ uri: 'http://a.com/{x}{?page}' }", "http://a.com/b?page=1", not: "http://b.com/b?page=1"),
    MatchCase("{ scheme: HTTPS }", "https://a.com/", not: "http://a.com/"),
    MatchCase("{ host: A.com }", "http://a.com/", not: "http://b.a.com/"),
    MatchCase("{ host: { suffix: .a.com } }", "http://b.a.com/", not: "http://a.com/"),
    MatchCase("{ host: { glob: '*.a.com' } }", "http://b.a.com/", not: "http://c.b.a.com/"),
    MatchCase("{ host: { domain: a.com } }", "http://c.b.a.com/", not: "http://ba.com/"),
    MatchCase("{ host: { not: { domain: a.com } } }", "http://ba.com/", not: "http://b.a.com/"),
    MatchCase(
      "{ host: { any: [{ domain: a.com }, { all: [{ domain: b.com }] }] } }", "http://c.b.com/",
      not: "http://c.com/"),
    MatchCase("{ port: 8080 }", "http://a.com:8080/", not: "http://a.com/"),
    MatchCase("{ path: /a b }", "http://a.com/a%20b", not: "http://a.com/a"),
    MatchCase("{ path: { prefix: /api/ } }", "http://a.com/api/x", not: "http://a.com/apis"),
    MatchCase("{ path: { suffix: /x } }", "http://a.com/a/x", not: "http://a.com/a/xy"),
    MatchCase("{ path: { glob: /a/** } }", "http://a.com/a/b/c", not: "http://a.com/b"),
    MatchCase("{ path: { regex: '^/[0-9]+$' } }", "http://a.com/12", not: "http://a.com/1b"),
    MatchCase("{ path: { extension: json } }", "http://a.com/a.json", not: "http://a.com/a.xml"),
    MatchCase(
      "{ path: { extension: json, prefix: /a } }", "http://a.com/a.json", not: "http://a.com/b.json"
    ),
    MatchCase("{ query: { page: 2 } }", "/x?page=2&a=b", not: "/x?page=3"),
    MatchCase("{ query: { p: { atLeast: 10, atMost: 20 } } }", "/x?p=5&p=15", not: "/x?p=5&p=30"),
    MatchCase("{ query: { debug: { absent: true } } }", "/x?page=2", not: "/x?debug"),
    MatchCase("{ queryFlags: [debug, v2] }", "/x?v2&a=1&debug", not: "/x?v2=&debug"),
    MatchCase("{ queryFlags: debug }", "/x?debug", not: "/x?debug=1"),
    MatchCase(
      "{ queryEquals: { page: 2, tag: [a, b] } }", "/x?tag=b&tag=a&page=2", not: "/x?page=2"),
    MatchCase("{}", "http://a.com/", not: "unused"),
  ]

  static let contents: [MatchCase] = [
    MatchCase(
      "{ headerNames: { prefix: X-Trace- } }", headers: ["x-trace-id": "1"], notHeaders: [:]),
    MatchCase(
      "{ cookies: { session: abc } }", headers: ["Cookie": "a=b; session=abc"],
      notHeaders: ["Cookie": "session=abd"]),
    MatchCase(
      "{ basicAuth: { user: user, password: pass } }",
      headers: ["Authorization": "Basic dXNlcjpwYXNz"],
      notHeaders: ["Authorization": "Basic dXNlcjpwYXN0"]),
    MatchCase(
      "{ basicAuth: { user: { prefix: us } } }", headers: ["Authorization": "Basic dXNlcjpwYXNz"],
      notHeaders: [:]),
    MatchCase(
      "{ bearer: { prefix: test- } }", headers: ["Authorization": "Bearer test-1"],
      notHeaders: ["Authorization": "Bearer 1"]),
    MatchCase("{ body: hello }", body: "hello", not: "hello!"),
    MatchCase("{ body: { not: '' } }", body: "hello", not: ""),
    MatchCase("{ body: { any: ['', { prefix: x }] } }", body: "", not: "hello"),
    MatchCase("{ body: { contains: ell } }", body: "hello", not: "hallo"),
    MatchCase("{ body: { base64: aGVsbG8= } }", body: "hello", not: "hallo"),
    MatchCase("{ json: { id: 34, tags: [a] } }", body: #"{"tags":["a"],"id":34.0}"#, not: "{}"),
    MatchCase(
      "{ json: { id: 34 }, jsonOptions: [ignoreExtraFields] }", body: #"{"tags":["a"],"id":34}"#,
      not: #"{"id":3}"#),
    MatchCase("{ json: [1, 2], jsonOptions: ignoreArrayOrder }", body: "[2,1]", not: "[2,1,3]"),
    MatchCase(
      "{ json: [1, 2], jsonOptions: [ignoreExtraElements] }", body: "[0,1,2]", not: "[2,1]"),
    MatchCase("{ json: ~ }", body: "null", not: "0"),
    MatchCase("{ jsonPath: { $.a: x } }", body: #"{"a":"x"}"#, not: #"{"a":"y"}"#),
    MatchCase(
      "{ jsonPath: { '$..a[?@ > 2]': { present: true } } }", body: #"{"a":[3]}"#, not: #"{"a":[1]}"#
    ),
    MatchCase("{ jsonPath: { $.a: 1.0 } }", body: #"{"a":1}"#, not: #"{"a":"1"}"#),
    MatchCase("{ jsonPath: { $.a: true } }", body: #"{"a":true}"#, not: #"{"a":"true"}"#),
    MatchCase("{ jsonPath: { $.a: null } }", body: #"{"a":null}"#, not: #"{}"#),
    MatchCase("{ jsonPath: { $.a: { atLeast: 18 } } }", body: #"{"a":18}"#, not: #"{"a":17}"#),
    MatchCase(
      "{ jsonPath: { $.a: { json: { b: 1 } } } }", body: #"{"a":{"b":1}}"#, not: #"{"a":1}"#),
    MatchCase("{ form: { a: b } }", headers: Self.form, body: "c=d&a=b", not: "a=c"),
    MatchCase("{ formEquals: { a: [b, c] } }", headers: Self.form, body: "a=c&a=b", not: "a=b"),
    MatchCase("{ xml: '<a b=\"1\" c=\"2\"/>' }", body: "<a c='2' b='1'></a>", not: "<a b='1'/>"),
    MatchCase(
      "{ xpath: { //item/@id: 7 } }", body: "<a><item id='7'/></a>", not: "<a><item id='8'/></a>"),
    MatchCase(
      "{ xpath: { //n:b: { contains: x } }, namespaces: { n: 'urn:n' } }",
      body: "<a xmlns='urn:n'><b>xy</b></a>", not: "<a><b>xy</b></a>"),
    MatchCase(
      "{ multipart: [{ name: a, body: { prefix: x } }, { filename: { suffix: .png } }] }",
      headers: multipart, body: parts(["name=a": "xy", "name=b; filename=c.png": "z"]),
      not: parts(["name=a": "y", "name=b; filename=c.png": "z"])),
    MatchCase(
      "{ multipart: { contentType: text/plain, headers: { X-A: b } } }",
      headers: multipart, body: parts(["name=a\r\nContent-Type: text/plain\r\nX-A: b": "x"]),
      not: parts(["name=a\r\nContent-Type: text/plain": "x"])),
    MatchCase("{ any: [{ body: a }, { body: b }] }", body: "b", not: "c"),
    MatchCase("{ all: [{ body: { prefix: a } }, { body: { suffix: b } }] }", body: "ab", not: "a"),
    MatchCase("{ not: { body: a, method: POST } }", body: "b", not: "a"),
  ]

  private static let form: HTTPHeaders = ["Content-Type": "application/x-www-form-urlencoded"]

  private static let multipart: HTTPHeaders = [
    "Content-Type": "multipart/form-data; boundary=line"
  ]

  private static func parts(_ parts: KeyValuePairs<String, String>) -> String {
    parts.map { "--line\r\nContent-Disposition: form-data; \($0.key)\r\n\r\n\($0.value)\r\n" }
      .joined() + "--line--\r\n"
  }

  static let values: [MatchCase] = [
    .header("json", "json", not: "JSON"),
    .header("{ equals: json }", "json", not: "json5"),
    .header("{ equalsIgnoringCase: json }", "JSON", not: "json5"),
    .header("{ contains: so }", "json", not: "JSON"),
    .header("{ containsIgnoringCase: so }", "JSON", not: "xml"),
    .header("{ prefix: js }", "json", not: "xjs"),
    .header("{ suffix: on }", "json", not: "only"),
    .header("{ element: gzip }", "br, gzip", not: "gzip2"),
    .header("{ regex: '^v[0-9]$' }", "v1", not: "v12"),
    .header("{ glob: 'a*c' }", "abc", not: "abd"),
    .header("{ present: true }", "", not: nil),
    .header("{ present: false }", nil, not: ""),
    .header("{ absent: true }", nil, not: ""),
    .header("{ exactly: [a] }", "a", not: "b"),
    .header("{ includes: [a] }", "a", not: "b"),
    .header("{ any: [a, { prefix: b }] }", "bc", not: "c"),
    .header("{ all: [{ prefix: a }, { suffix: b }] }", "ab", not: "a"),
    .header("{ not: a }", "b", not: "a"),
    .header("{ greaterThan: 1.5 }", "2", not: "1.5"),
    .header("{ atLeast: 2 }", "2.0", not: "1"),
    .header("{ lessThan: 2 }", "1", not: "2"),
    .header("{ atMost: 2 }", "2", not: "3"),
    .header("{ json: [1, 2] }", "[1, 2.0]", not: "[2, 1]"),
    .header("{ prefix: a, suffix: b }", "ab", not: "ac"),
  ]

  @Test(
    "A match key accepts exactly the requests that it describes", arguments: addresses + contents)
  func keys(_ example: MatchCase) throws { try check(example) }

  @Test("An operator accepts exactly the values that it describes", arguments: values)
  func operators(_ example: MatchCase) throws { try check(example) }

  private func check(_ example: MatchCase) throws {
    let set = try StubSet.reading("match: \(example.match)\nrespond: { text: ok }")
    #expect(set.answers(example.accepts))
    if example.match != "{}" { #expect(!set.answers(example.refuses)) }
  }

  @Test("A body can be compared with a file beside the rule file")
  func bodyFile() throws {
    let folder = try TemporaryFolder([
      "a.yaml": "match: { body: { file: data/body.txt } }\nrespond: {}", "data/body.txt": "hello",
    ])
    let set = StubSet()
    try set.load(contentsOf: folder.path)
    #expect(set.answers(ReceivedRequest(.post, "/", body: Data("hello".utf8))))
    #expect(!set.answers(ReceivedRequest(.post, "/", body: Data("hallo".utf8))))
  }

  @Test("The groups of an operator's pattern are captured")
  func captures() throws {
    let set = try StubSet.reading(
      "match: { headers: { X-V: { regex: 'v(?<major>[0-9]+)' } } }\n"
        + "respond: { text: '{{regex.major}}' }"
    )
    #expect(set.text(for: ReceivedRequest(.get, "/", headers: ["X-V": "v12.1"])) == "12")
  }
}
