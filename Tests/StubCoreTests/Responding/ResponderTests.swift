import CoreTestSupport
import Foundation
import StubCore
import Testing

@Suite("Responders")
struct ResponderTests {
  private func plan(
    _ request: ReceivedRequest = ReceivedRequest(.get, "/"), _ build: (HTTPStubRequest) -> Void
  ) throws -> ResponsePlan {
    let stub = HTTPStubRequest()
    build(stub)
    return try stub.plan(for: request)
  }

  @Test("Length and natural content type are filled in; the author's own stay")
  func framing() throws {
    let text = try plan { $0.stub(.text("héllo")) }
    #expect(
      text.head?.headers == ["Content-Type": "text/plain; charset=utf-8", "Content-Length": "6"])
    let json = try plan { $0.stub(.json(text: "{}")) }
    #expect(json.head?.headers == ["Content-Type": "application/json", "Content-Length": "2"])
    let wrong = try plan {
      $0.stub(.text("a", headers: ["Content-Length": "99", "content-type": "x/y"]))
    }
    #expect(wrong.head?.headers == ["Content-Length": "99", "Content-Type": "x/y"])
    let empty = try plan { $0.stub(.data(Data("x".utf8), statusCode: .noContent)) }
    #expect(empty.head?.headers == [:])
    #expect(empty.body.count == 0)
  }

  @Test("HEAD gets the head of the GET response without its body")
  func head() throws {
    let plan = try plan(ReceivedRequest(.head, "/")) { $0.stub(for: .get, .text("abc")) }
    #expect(plan.head?.headers[.contentLength] == "3")
    #expect(plan.body.count == 0)
  }

  /// Answers with the number of the request, from 0 on.
  private struct Counting: HTTPStubResponder {
    var answersAlike: Bool

    func respond(to request: ReceivedRequest, in context: ResponderContext) -> Answer {
      .ready(.text("\(context.number)", status: .ok))
    }
  }

  @Test(
    "A responder that answers alike is asked once, and for each HEAD",
    arguments: [(true, ["0", "0", "2", "0"]), (false, ["0", "1", "2", "3"])])
  func answersAlike(isAlike: Bool, expected: [String]) {
    let set = StubSet()
    set.add(stub: HTTPStubRequest().respond(with: Counting(answersAlike: isAlike)))
    let methods: [HTTPMethod] = [.get, .post, .head, .get]
    let bodies = methods.map { method -> String? in
      guard case .data(let body)? = set.receive(ReceivedRequest(method, "/")).outcome.plan?.body
      else { return nil }
      return String(decoding: body, as: UTF8.self)
    }
    #expect(bodies == expected)
  }

  @Test(
    "A range of bytes is cut as RFC 9110 says",
    arguments: [
      ("bytes=0-1", 206, "ab", "bytes 0-1/6"), ("bytes=4-", 206, "ef", "bytes 4-5/6"),
      ("bytes=-2", 206, "ef", "bytes 4-5/6"), ("bytes=2-99", 206, "cdef", "bytes 2-5/6"),
      ("bytes=6-", 416, "", "bytes */6"), ("bytes=-0", 416, "", "bytes */6"),
      ("bytes=3-2", 200, "abcdef", nil), ("lines=1-2", 200, "abcdef", nil),
      ("bytes=0-0,2-2", 200, "abcdef", nil), ("bytes=a-b", 200, "abcdef", nil),
    ] as [(String, Int, String, String?)])
  func ranges(range: String, status: Int, body: String, contentRange: String?) throws {
    let plan = try plan(ReceivedRequest(.get, "/", headers: ["Range": range])) {
      $0.stub { response in
        response.body = "abcdef"
        response.acceptsRanges = true
      }
    }
    #expect(plan.head?.status.rawValue == status)
    #expect(plan.body == .data(Data(body.utf8)))
    #expect(plan.head?.headers[.contentRange] == contentRange)
    #expect(plan.head?.headers[.contentLength] == String(body.utf8.count))
  }

  @Test("A file body is looked up for each request; a missing one is a 500 that names it")
  func file() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID()).json").path
    let set = StubSet()
    set.add(stub: HTTPStubRequest().stub(for: .get, .file(path: path)))
    let request = ReceivedRequest(.get, "/")
    let missing = try #require(set.receive(request).outcome.plan)
    #expect(missing.head?.status == .internalServerError)
    let name = path.split(separator: "/").last ?? ""
    #expect(set.receive(request).outcome.text?.contains("no such body file \(name)") == true)
    #expect(set.receive(request).outcome.text?.contains(path) == false)
    try Data("[1]".utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let found = try #require(set.receive(request).outcome.plan)
    #expect(found.body == .file(path: path, offset: 0, count: 3))
    #expect(found.head?.headers[.contentType] == "application/json")
    #expect(try BodyReader(found.body).read(1..<3) == Data("1]".utf8))
    #expect(throws: BodyReadError.self) {
      try BodyReader(.file(path: path, offset: 0, count: 9)).read(0..<9)
    }
  }

  @Test("Echo answers every method with the request's body and end-to-end fields")
  func echo() throws {
    for method in HTTPMethod.standard where method != .head && method != .connect {
      let request = ReceivedRequest(
        method, "/", headers: ["X-A": "1", "Connection": "close", "Content-Length": "9"],
        body: Data("hi".utf8))
      let plan = try plan(request) { $0.stubEcho() }
      #expect(plan.body == .data(Data("hi".utf8)))
      #expect(plan.head?.headers == ["X-A": "1", "Content-Length": "2"])
    }
  }

  @Test("A closure answers from the request; its error fails the request")
  func dynamic() throws {
    struct Refusal: Error {}
    let greeting = try plan(ReceivedRequest(.get, "/you")) {
      $0.stub(
        for: .get,
        responseProvider: { request, stub in
          let response = HTTPStubResponse()
          response.body = "hello \(request.target.path) from \(stub.name ?? "no name")"
          return response
        })
    }
    #expect(greeting.body == .data(Data("hello /you from no name".utf8)))
    let failing = try plan {
      $0.stub(for: .get, responseProvider: { _, _ in throw Refusal() })
    }
    #expect(failing.failure == .error(Refusal()))
  }

  @Test("An asynchronous closure answers later")
  func asynchronous() async throws {
    let set = StubSet()
    set.add(
      stub: HTTPStubRequest().stub(
        for: .get,
        responseProvider: { _, _ in
          await Task.yield()
          let response = HTTPStubResponse()
          response.statusCode = .accepted
          return response
        }))
    guard case .stubbed(_, _, .pending(let make)) = set.receive(ReceivedRequest(.get, "/")).outcome
    else {
      Issue.record("expected a pending answer")
      return
    }
    #expect(await make().head?.status == .accepted)
  }

  @Test("The delay of a closure is added to that of its response")
  func delayedClosure() async throws {
    let provider: @Sendable (ReceivedRequest, HTTPStub) -> HTTPStubResponse = { _, _ in
      let response = HTTPStubResponse()
      response.delay = .seconds(1)
      return response
    }
    let atOnce = try plan { $0.stub(delay: .seconds(2), responseProvider: provider) }
    #expect(atOnce.timing == ResponseTiming(beforeHead: .seconds(3)))
    let set = StubSet()
    set.add(
      stub: HTTPStubRequest().stub(
        delay: .seconds(2),
        responseProvider: { request, stub in
          await Task.yield()
          return provider(request, stub)
        }))
    guard case .stubbed(_, _, .pending(let make)) = set.receive(ReceivedRequest(.get, "/")).outcome
    else {
      Issue.record("expected a pending answer")
      return
    }
    #expect(await make().timing == ResponseTiming(beforeHead: .seconds(3)))
  }

  @Test("Delay and speed become the plan's timing")
  func timing() throws {
    let slow = try plan {
      $0.stub { response in
        response.delay = .seconds(1)
        response.responseTime = .delayedBy(.seconds(2))
      }
    }
    #expect(slow.timing == ResponseTiming(beforeHead: .seconds(3)))
    let shaped = try plan { $0.stub { $0.responseTime = .withSpeed(.speedGPRS) } }
    #expect(shaped.timing == ResponseTiming(body: .rate(7_000)))
    let negative = try plan { $0.stub { $0.responseTime = .spreadOver(-7) } }
    #expect(negative.timing == ResponseTiming(body: .rate(7_000)))
  }

  @Test("A time below 0 is an error, in the response and when the stub is added")
  func negativeTime() throws {
    try refuse("must be 0 s or more") { $0.delay = .seconds(-1) }
    try refuse("must be 0 s or more") { $0.responseDelay = -1 }
    try refuse("must be 0 s or more") { $0.responseDelay = Double.nan }
    try refuse("must be 0 s or more") { $0.responseDelay = -.infinity }
    try refuse("must be 0 s or more") { $0.responseTime = .delayedBy(.seconds(-7)) }
    try refuse("must be 0 s or more") { $0.responseTime = .dribble(chunks: 2, over: .seconds(-1)) }
    try refuse("must be 0 s or more") { $0.chunks = [HTTPStubChunk("a", after: .seconds(-1))] }
    #expect(
      HTTPStubRequest().stub(.failure(.timedOut).delayed(by: .seconds(-1))).snapshot.problems != [])
    #expect(HTTPStubRequest().stub(.echo.delayed(by: .seconds(-1))).snapshot.problems != [])
    let closure = HTTPStubRequest().stub(
      delay: .seconds(-1), responseProvider: { _, _ in HTTPStubResponse() })
    #expect(closure.snapshot.problems != [])
  }

  private func refuse(
    _ problem: String, _ set: @escaping @Sendable (HTTPStubResponse) -> Void
  ) throws {
    let stub = HTTPStubRequest().stub(for: .get, set)
    #expect(stub.snapshot.problems.count == 1)
    #expect(stub.snapshot.problems.first?.contains(problem) == true)
    let made = HTTPStubRequest().stub { _, _ in
      let response = HTTPStubResponse()
      set(response)
      return response
    }
    for stub in [stub, made] {
      let stubs = StubSet()
      stubs.add(stub: stub)
      let plan = try #require(stubs.receive(ReceivedRequest(.get, "/")).outcome.plan)
      #expect(plan.head?.status == .internalServerError)
    }
  }

  @Test("A head that cannot be sent is an error, in the response and when the stub is added")
  func unsendableHead() throws {
    try refuse("the header X-A contains a line end or NUL") { $0.headers["X-A"] = "1\r\nX-B: 2" }
    try refuse("the header Content-Type contains") { $0.contentType = "a\u{0}b" }
    try refuse("the reason phrase contains") { $0.reasonPhrase = "a\nb" }
    try refuse("is not a header name") { $0.headers["a b"] = "1" }
  }

  /// Answers with a field that would be two.
  private struct Injecting: HTTPStubResponder {
    func respond(to request: ReceivedRequest, in context: ResponderContext) -> Answer {
      let plan = ResponsePlan(head: ResponseHead(headers: ["X-A": "1\nX-B: 2"]))
      return request.method == .get ? .ready(plan) : .pending { plan }
    }
  }

  @Test("A plan whose head cannot be sent makes a 500", arguments: [HTTPMethod.get, .put])
  func unsendablePlan(method: HTTPMethod) async throws {
    let sole = HTTPStubRequest().respond(with: Injecting())
    for stub in [sole, HTTPStubRequest().respond(with: Injecting()).stub(for: .post, .text("a"))] {
      let stubs = StubSet()
      stubs.add(stub: stub)
      let plan = await stubs.receive(ReceivedRequest(method, "/")).outcome.madePlan
      #expect(plan?.head?.status == .internalServerError)
    }
  }

  @Test("A raw message as curl saves it becomes the response, interim and redirect heads skipped")
  func rawMessage() throws {
    let message = """
      HTTP/1.1 301 Moved Permanently\r
      Location: /b\r
      \r
      HTTP/2 418 Short and stout\r
      Content-Type: text/x-tea\r
      Set-Cookie: a=1\r
      Set-Cookie: b=2\r
      Transfer-Encoding: chunked\r
      Content-Length: 999\r
      \r
      tea

      """
    let response = try HTTPStubResponse(message: Data(message.utf8))
    #expect(response.statusCode == .imATeapot)
    #expect(response.reasonPhrase == "Short and stout")
    #expect(
      response.headers == ["Content-Type": "text/x-tea", "Set-Cookie": "a=1", "Set-Cookie": "b=2"])
    #expect((response.body as? Data) == Data("tea\n".utf8))
  }

  @Test(
    "Text that is not a message is refused with its line",
    arguments: [
      ("", 1), ("<html>", 1), ("HTTP/1.1 99 x", 1), ("HTTP/1.1 200 OK\nno field\n\n", 2),
    ])
  func notAMessage(text: String, line: Int) {
    #expect {
      _ = try HTTPStubResponse(message: Data(text.utf8))
    } throws: { ($0 as? RawMessageError)?.line == line }
  }
}
