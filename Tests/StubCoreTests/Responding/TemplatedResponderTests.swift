import CoreTestSupport
import Foundation
import StubCore
import Testing

@Suite("Templated responses")
struct TemplatedResponderTests {
  private func plan(
    _ request: ReceivedRequest, _ build: (HTTPStubResponse) -> Void
  ) throws -> ResponsePlan {
    let set = StubSet(
      templateEnvironment: TemplateEnvironment(
        random: SeededRandom(seed: 1), now: { Date(timeIntervalSince1970: 0) }))
    let stub = HTTPStubRequest().match(URI: "/users/{id}{?page}").stub(for: request.method) {
      $0.usesTemplates = true
      build($0)
    }
    set.add(stub: stub)
    return try #require(set.receive(request).outcome.plan)
  }

  @Test(
    "A field that is filled in from one has its bytes, in Latin-1 and in UTF-8",
    arguments: [[0x63, 0xE9], [0x63, 0xC3, 0xA9], [0x63]] as [[UInt8]])
  func fieldBytes(bytes: [UInt8]) throws {
    var request = ReceivedRequest(.get, "http://api.test/users/7")
    request.headers = HTTPHeaders([HTTPHeaders.Field(name: "X-A", bytes: bytes)])
    let plan = try plan(request) { $0.headers["X-B"] = "<{{headers.X-A}}>" }
    let field = try #require(plan.head?.headers.fields.first { $0.name == "X-B" })
    #expect(field.valueBytes == Array("<".utf8) + bytes + Array(">".utf8))
  }

  @Test(
    "Every part of the request can be filled in",
    arguments: [
      ("{{method}} {{scheme}} {{host}} {{port}} {{path}}", "POST http api.test 81 /users/a b"),
      ("{{url}}", "http://api.test:81/users/a%20b?page=2&tag=x&tag=y"),
      ("{{uri.id}} {{query.page}} {{query.tag}} {{query.none}}", "a b 2 x,y "),
      ("{{headers.Accept}} {{headers.accept}} {{headers.X-Id}}", "text/plain text/plain 7"),
      ("{{cookies.session}} {{segments.[0]}} {{segments.[1]}}", "abc users a b"),
      ("{{json.user.name}} {{jsonPath body '$.user.name'}}", "Ada Ada"),
      ("{{body}}", #"{"user":{"name":"Ada"}}"#),
      (
        "{{request.path}} {{request.query.page}} {{request.headers.Accept}}",
        "/users/a b 2 text/plain"
      ),
      ("{{now}}", "1970-01-01T00:00:00Z"),
    ])
  func parts(template: String, expected: String) throws {
    let request = ReceivedRequest(
      .post, "http://api.test:81/users/a%20b?page=2&tag=x&tag=y",
      headers: ["Accept": "text/plain", "x-id": "7", "Cookie": "session=abc"],
      body: Data(#"{"user":{"name":"Ada"}}"#.utf8))
    #expect(try plan(request) { $0.body = template }.bodyText == expected)
  }

  @Test("Strings of a JSON body are filled in and stay JSON whatever comes in")
  func json() throws {
    let plan = try plan(ReceivedRequest(.get, #"/users/"q""#)) {
      $0.body = ["id": "{{uri.id}}", "list": ["{{method}}", 1], "plain": nil] as JSONValue
    }
    #expect(plan.bodyText == #"{"id":"\"q\"","list":["GET",1],"plain":null}"#)
    #expect(plan.head?.headers[.contentType] == "application/json")
  }

  @Test("Header values are filled in, and only HTML is escaped")
  func headersAndEscaping() throws {
    let request = ReceivedRequest(.get, "/users/%3Cb%3E")
    let html = try plan(request) {
      $0.headers = ["Location": "/u/{{uri.id}}", "Content-Type": "text/html"]
      $0.body = "{{uri.id}}"
    }
    #expect(html.head?.headers[.location] == "/u/<b>")
    #expect(html.bodyText == "&lt;b&gt;")
    #expect(try plan(request) { $0.body = "{{uri.id}}" }.bodyText == "<b>")
  }

  @Test("Reason and media type are filled in, as are the names of a JSON body")
  func wholeHead() throws {
    let plan = try plan(ReceivedRequest(.get, "/users/7?page=x")) {
      $0.reasonPhrase = "Page {{query.page}}"
      $0.contentType = "application/{{query.page}}+json"
      $0.body = ["{{uri.id}}": ["{{method}}": 1]] as JSONValue
    }
    #expect(plan.head?.reason == "Page x")
    #expect(plan.head?.headers[.contentType] == "application/x+json")
    #expect(plan.bodyText == #"{"7":{"GET":1}}"#)
  }

  @Test(
    "A file whose whole name is filled in has the media type of that name",
    arguments: [
      ("a.svg", "image/svg+xml", "&lt;"), ("b.json", "application/json", "<"),
      ("c", "application/octet-stream", "<"),
    ])
  func fileType(name: String, type: String, text: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("{{query.q}}".utf8).write(to: folder.appendingPathComponent(name))
    for fillsContents in [false, true] {
      var response = ResponseSpecification()
      response.usesTemplates = true
      response.templatesFileContents = fillsContents
      response.body = .file(path: folder.path + "/{{uri.id}}")
      let set = StubSet()
      set.add(
        stub: HTTPStubRequest().match(URI: "/users/{id}{?q}")
          .respond(for: .get, with: try response.responder()))
      let request = ReceivedRequest(.get, "/users/\(name)?q=%3C")
      let plan = try #require(await set.receive(request).outcome.madePlan)
      #expect(plan.head?.headers[.contentType]?.hasPrefix(type) == true)
      if fillsContents { #expect(plan.bodyText == text) }
    }
  }

  @Test("Who logs requests is told of a response that takes long when it is made")
  func toldWhenMade() async throws {
    let statuses = Lock([Int?]())
    let set = StubSet()
    set.hooks.decided = { _, outcome in
      statuses.withLock { $0.append(outcome.plan?.head?.status.rawValue) }
    }
    set.add(
      stub: HTTPStubRequest().stub(for: .get) {
        $0.usesTemplates = true
        $0.statusCode = 201
        $0.body = "{{#each query.a}}{{this}}{{/each}}"
      })
    let exchange = set.receive(ReceivedRequest(.get, "/?a=1"))
    #expect(statuses.withLock { $0 } == [])
    _ = await exchange.outcome.madePlan
    #expect(statuses.withLock { $0 } == [201])
  }

  @Test("File name and file contents are filled in")
  func file() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("Hello {{uri.id}}".utf8).write(to: folder.appendingPathComponent("ada.html"))
    let stub = HTTPStubRequest().match(URI: "/users/{id}").stub(for: .get) {
      $0.usesTemplates = true
      $0.body = HTTPStubBody.file(path: folder.path + "/{{uri.id}}.html")
    }
    let set = StubSet()
    set.add(stub: stub)
    let plan = try #require(await set.receive(ReceivedRequest(.get, "/users/ada")).outcome.madePlan)
    #expect(plan.bodyText == "Hello ada")
    #expect(plan.head?.headers[.contentType] == "text/html; charset=utf-8")
    #expect(plan.head?.headers[.contentLength] == "9")
  }

  @Test(
    "A line end that a tag brings into the head makes a 500, which the journal has too",
    arguments: ["{{query.page}}", "{{#each (array query.page)}}{{this}}{{/each}}"])
  func lineEnd(template: String) async throws {
    let set = StubSet()
    set.add(
      stub: HTTPStubRequest().stub(for: .get) {
        $0.usesTemplates = true
        $0.headers["X-A"] = "a\(template)b"
      })
    let outcome = set.receive(ReceivedRequest(.get, "/?page=%0D%0AX-B:1")).outcome
    let plan = try #require(await outcome.madePlan)
    #expect(plan.head?.status == .internalServerError)
    #expect(plan.bodyText.contains("of the header X-A contains a line end or NUL"))
    #expect(set.journal.entries.map { $0.plan?.status?.rawValue } == [500])
  }

  @Test("A template that does not compile is a problem of the stub and a 500 that explains it")
  func faulty() throws {
    let set = StubSet()
    let stub = set.add(
      stub: HTTPStubRequest().stub {
        $0.usesTemplates = true
        $0.body = "{{#if x}}"
      })
    #expect(stub.problems.count == 1)
    let plan = try #require(set.receive(ReceivedRequest(.get, "/")).outcome.plan)
    #expect(plan.head?.status == .internalServerError)
    #expect(plan.bodyText.contains("cannot answer"))
  }
}
