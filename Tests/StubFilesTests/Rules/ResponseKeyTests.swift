import CoreTestSupport
import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct ResponseKeyTests {
  private func plan(
    _ respond: String, _ request: ReceivedRequest = ReceivedRequest(.get, "http://a.com/x?name=Ada")
  ) throws -> ResponsePlan {
    try #require(try StubSet.reading("respond: \(respond)").plan(for: request))
  }

  @Test("Status, reason and header fields are those of the rule")
  func head() throws {
    let head = try #require(
      try plan("{ status: 299, reason: Fine, headers: { X-A: 1.10, Set-Cookie: [a=1, b=2] } }").head
    )
    #expect(head.status == 299)
    #expect(head.reason == "Fine")
    #expect(head.headers["X-A"] == "1.10")
    #expect(head.headers.values(of: .setCookie) == ["a=1", "b=2"])
  }

  @Test(
    "A body comes with its natural media type",
    arguments: [
      ("{ text: hello }", "hello", "text/plain; charset=utf-8"),
      ("{ json: { b: 1.50, a: [~] } }", #"{"b":1.50,"a":[null]}"#, "application/json"),
      ("{ base64: aGVsbG8= }", "hello", nil),
      ("{ text: '{}', contentType: application/x }", "{}", "application/x"),
      ("{ text: '{}', headers: { content-type: application/y } }", "{}", "application/y"),
      ("{}", "", nil),
    ] as [(String, String, String?)])
  func bodies(respond: String, text: String, type: String?) throws {
    let plan = try plan(respond)
    #expect(plan.body == .data(Data(text.utf8)))
    #expect(plan.head?.status == .ok)
    #expect(plan.head?.headers[.contentType] == type)
  }

  @Test(
    "Timing is read as delay, rate or spread",
    arguments: [
      ("{ delay: 120ms }", ResponseTiming(beforeHead: .milliseconds(120))),
      ("{ delay: 1.5 }", ResponseTiming(beforeHead: .milliseconds(1500))),
      ("{ speed: edge }", ResponseTiming(body: .rate(16_000))),
      ("{ speed: 3G+ }", ResponseTiming(body: .rate(900_000))),
      ("{ speed: 20KB }", ResponseTiming(body: .rate(20_000))),
      ("{ speed: 1.5MB/s }", ResponseTiming(body: .rate(1_500_000))),
      ("{ speed: 512 }", ResponseTiming(body: .rate(512))),
      (
        "{ over: 2s, delay: 1s }",
        ResponseTiming(beforeHead: .seconds(1), body: .over(.seconds(2)))
      ),
    ])
  func timing(respond: String, timing: ResponseTiming) throws {
    #expect(try plan(respond.replacing("{ ", with: "{ text: a, ")).timing == timing)
  }

  @Test(
    "An error is given by name or by code",
    arguments: [("timedOut", NetworkErrorCode.timedOut), ("-1009", .notConnectedToInternet)])
  func errors(name: String, code: NetworkErrorCode) throws {
    let plan = try plan("{ error: \(name), delay: 1s }")
    #expect(plan == .failing(.network(code), timing: ResponseTiming(beforeHead: .seconds(1))))
  }

  @Test(
    "A redirect goes to its place with 302 or its own status",
    arguments: [("/new", 302), ("{ to: /new }", 302), ("{ to: /new, status: 308 }", 308)])
  func redirects(redirect: String, status: Int) throws {
    let head = try #require(try plan("{ redirect: \(redirect), headers: { X-A: b } }").head)
    #expect(head.status.rawValue == status)
    #expect(head.headers[.location] == "/new")
    #expect(head.headers["X-A"] == "b")
  }

  @Test("Trailers are given like headers, with tags, and announced")
  func trailers() throws {
    let request = ReceivedRequest(.get, "/?a=7")
    let plan = try plan(
      "{ text: hi, trailers: { X-A: ['{{query.a}}', b], Grpc-Status: 0 } }", request)
    let fields = plan.head?.trailers.fields.map { "\($0.name.rawName): \($0.value)" }
    #expect(fields == ["X-A: 7", "X-A: b", "Grpc-Status: 0"])
    #expect(plan.head?.headers[.trailer] == "X-A, Grpc-Status")
    #expect(plan.head?.headers[.transferEncoding] == "chunked")
  }

  @Test("An echo has the status, the fields and the type that the rule gives it")
  func echoHead() throws {
    let request = ReceivedRequest(
      .post, "/?a=7", headers: ["X-A": "1", "X-B": "2", "Content-Type": "a/b"],
      body: Data("hi".utf8))
    let plan = try plan(
      """
      { echo: true, status: 201, reason: Made, contentType: text/x,
        headers: { X-A: '{{query.a}}', X-C: [a, b] } }
      """, request)
    #expect(plan.head?.status == .created)
    #expect(plan.head?.reason == "Made")
    let fields = plan.head?.headers.fields.map { "\($0.name.rawName): \($0.value)" }
    #expect(
      Set(fields ?? []) == [
        "X-A: 7", "X-B: 2", "X-C: a", "X-C: b", "Content-Type: text/x", "Content-Length: 2",
      ])
    #expect(plan.body == .data(Data("hi".utf8)))
  }

  @Test("An echo gives the request back, as slowly as the rule says")
  func echo() throws {
    let request = ReceivedRequest(
      .post, "/", headers: ["X-A": "b"], body: Data("hello".utf8))
    let plan = try plan("{ POST: { echo: true, delay: 1s, speed: slow } }", request)
    #expect(plan.body == .data(Data("hello".utf8)))
    #expect(plan.head?.headers["X-A"] == "b")
    #expect(plan.timing == ResponseTiming(beforeHead: .seconds(1), body: .rate(1500)))
  }

  @Test("Ranges and the cache policy are those of the rule")
  func delivery() throws {
    let request = ReceivedRequest(.get, "/", headers: ["Range": "bytes=1-2"])
    let part = try plan("{ text: hello, ranges: true, cachePolicy: allowed }", request)
    #expect(part.head?.status == .partialContent)
    #expect(part.body == .data(Data("el".utf8)))
    #expect(part.cachePolicy == .allowed)
    let whole = try plan("{ text: hello, ranges: false }", request)
    #expect(whole.head?.status == .ok)
    #expect(whole.cachePolicy == .notAllowed)
  }

  @Test(
    "Tags are filled in where a text has one, unless the rule says otherwise",
    arguments: [
      ("{ text: 'Hi {{query.name}}' }", "Hi Ada"),
      ("{ text: 'Hi {{query.name}}', template: true }", "Hi Ada"),
      ("{ text: 'Hi {{query.name}}', template: false }", "Hi {{query.name}}"),
      ("{ text: '{{#nonsense', template: false }", "{{#nonsense"),
      ("{ json: { a: ['{{query.name}}', 1] } }", #"{"a":["Ada",1]}"#),
      ("{ json: { a: '{{query.name}}' }, template: false }", #"{"a":"{{query.name}}"}"#),
    ])
  func templates(respond: String, text: String) throws {
    #expect(try plan(respond).body == .data(Data(text.utf8)))
  }

  @Test("Tags in header fields and redirects are filled in")
  func headerTemplates() throws {
    #expect(try plan("{ headers: { X-A: 'a {{query.name}}' } }").head?.headers["X-A"] == "a Ada")
    #expect(
      try plan("{ redirect: '/{{query.name}}' }").head?.headers[.location] == "/Ada")
  }

  @Test("Files are relative to the rule file; their tags count when the rule says so")
  func files() async throws {
    let folder = try TemporaryFolder([
      "stubs/a.yaml": """
      stubs:
        - { match: { path: /plain }, respond: { bodyFile: ../bodies/a.json } }
        - { match: { path: /filled }, respond: { bodyFile: ../bodies/a.json, template: true } }
        - match: { path: /named }
          respond: { bodyFile: '../bodies/{{query.name}}.json' }
        - match: { path: /head }
          respond: { bodyFile: ../bodies/a.json, headers: { X-A: '{{query.name}}' } }
        - { match: { path: /message }, respond: { message: ../bodies/m.txt, delay: 1s } }
      """,
      "bodies/a.json": #"{"name":"{{query.name}}"}"#,
      "bodies/m.txt": "HTTP/1.1 418 I'm a teapot\r\nX-A: b\r\n\r\nshort and stout",
    ])
    let set = StubSet()
    #expect(try set.load(contentsOf: folder.path + "/stubs").count == 5)
    func plan(_ path: String) async -> ResponsePlan? {
      await set.madePlan(for: ReceivedRequest(.get, "\(path)?name=a"))
    }
    let file = PlannedBody.file(path: "\(folder.path)/stubs/../bodies/a.json", offset: 0, count: 25)
    #expect(await plan("/plain")?.body == file)
    #expect(await plan("/plain")?.head?.headers[.contentType] == "application/json")
    #expect(await plan("/filled")?.body == .data(Data(#"{"name":"a"}"#.utf8)))
    let named = try #require(await plan("/named"))
    #expect(try BodyReader(named.body).read(0..<named.body.count).count == 25)
    #expect(named.head?.headers[.contentType] == "application/json")
    #expect(await plan("/head")?.body == file)
    #expect(await plan("/head")?.head?.headers["X-A"] == "a")
    let message = try #require(await plan("/message"))
    #expect(message.head?.status == 418)
    #expect(message.head?.headers["X-A"] == "b")
    #expect(message.body == .data(Data("short and stout".utf8)))
    #expect(message.timing.beforeHead == .seconds(1))
  }
}
