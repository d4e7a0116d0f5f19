import Foundation
import StubCore

enum ResponseCases {
  static let all = plain + made

  private static let plain = [
    ContractCase(
      "a status without a body", stub: { $0.stub(.status(.created)) },
      ContractRequest.get("/").gets(201, headers: ["Content-Length": "0"])),
    ContractCase(
      "a status without a name", stub: { $0.stub(.text("x", statusCode: 599)) },
      ContractRequest.get("/").gets(599, "x")),
    ContractCase(
      "204 has no body and no length", stub: { $0.stub(.text("lost", statusCode: .noContent)) },
      ContractRequest.get("/").gets(204, headers: ["Content-Length": nil])),
    ContractCase(
      "304 has no body", stub: { $0.stub(.status(.notModified, headers: ["ETag": "\"1\""])) },
      ContractRequest.get("/").gets(304, headers: ["ETag": "\"1\""])),
    ContractCase(
      "text is UTF-8 and says so", stub: { $0.stub(.text("grüß dich")) },
      ContractRequest.get("/").gets(
        200, "grüß dich",
        headers: ["Content-Type": "text/plain; charset=utf-8", "Content-Length": "11"])),
    ContractCase(
      "JSON says that it is JSON", stub: { $0.stub(.json(["a": [1, true, nil]])) },
      ContractRequest.get("/").gets(
        200, #"{"a":[1,true,null]}"#, headers: ["Content-Type": "application/json"])),
    ContractCase(
      "JSON given as text goes out as it is", stub: { $0.stub(.json(text: #"{ "a" : 1 }"#)) },
      ContractRequest.get("/").gets(
        200, #"{ "a" : 1 }"#, headers: ["Content-Type": "application/json"])),
    ContractCase(
      "a content type of one's own wins",
      stub: { $0.stub(.text("a,b", contentType: .csv, headers: ["content-type": "x/y"])) },
      ContractRequest.get("/").gets(
        200, "a,b", headers: ["Content-Type": "text/csv; charset=utf-8"])),
    ContractCase(
      "header fields arrive, repeated ones joined",
      stub: { $0.stub(.text("", headers: ["X-One": "1", "X-Two": "a", "X-Two": "b"])) },
      ContractRequest.get("/").gets(200, headers: ["X-One": "1", "X-Two": "a, b"])),
    ContractCase(
      "HEAD gets the length of the GET response and no body",
      stub: { $0.stub(for: .get, .text("12345")) },
      ContractRequest.send("HEAD", "/").gets(200, headers: ["Content-Length": "5"])),
    ContractCase(
      "a body of every byte value arrives unchanged",
      stub: {
        $0.stub(.data(Data((0...255).map { UInt8($0) } + [0, 13, 10]))).match({ _, _ in true })
      },
      ContractExchange(
        request: .get("/"),
        reply: .response(
          status: 200, headers: [:], body: Data((0...255).map { UInt8($0) } + [0, 13, 10])))),
    ContractCase(
      "a body of five megabytes arrives whole",
      stub: { $0.stub(.data(Data(repeating: 7, count: 5_000_000))) },
      ContractExchange(
        request: .get("/"),
        reply: .response(
          status: 200, headers: ["Content-Length": "5000000"],
          body: Data(repeating: 7, count: 5_000_000)))),
    ContractCase(
      "a paced body arrives whole",
      stub: {
        $0.stub {
          $0.body = String(repeating: "ab", count: 5_000)
          $0.responseTime = .withSpeed(.init(bytesPerSecond: 500_000))
        }
      },
      ContractRequest.get("/").gets(200, String(repeating: "ab", count: 5_000))),
    ContractCase(
      "a delay comes before the head",
      stub: { $0.stub(.text("late").delayed(by: .milliseconds(20))) },
      ContractRequest.get("/").gets("late")),
    ContractCase(
      "an error ends the request without a response",
      stub: { $0.stub(.failure(.networkConnectionLost)) }, ContractRequest.get("/").fails),
    ContractCase(
      "an error keeps its delay",
      stub: { $0.stub(.failure(.networkConnectionLost).delayed(by: .milliseconds(20))) },
      ContractRequest.get("/").fails),
    ContractCase(
      "a redirect that is not followed is a response with a Location",
      stub: { $0.stub(.redirect(to: "http://api.test/b", statusCode: .found)) },
      ContractRequest.get("/").gets(302, headers: ["Location": "http://api.test/b"])),
    ContractCase(
      "401 with a challenge completes",
      stub: {
        $0.stub(
          .text("no", statusCode: .unauthorized, headers: ["WWW-Authenticate": "Basic realm=\"x\""])
        )
      },
      ContractRequest.get("/").gets(401, "no", headers: ["WWW-Authenticate": "Basic realm=\"x\""])),
  ]

  private static let made = [
    ContractCase(
      "echo answers with the request's body and fields", stub: { $0.stubEcho() },
      ContractRequest.post("/", ["X-A": "1", "Content-Type": "text/x"], body: "hello").gets(
        200, "hello", headers: ["X-A": "1", "Content-Type": "text/x", "Content-Length": "5"]),
      ContractRequest.send("DELETE", "/").gets(200)),
    ContractCase(
      "a closure answers from the request",
      stub: {
        $0.stub(for: .post) { request, _ in
          let response = HTTPStubResponse()
          response.statusCode = .accepted
          response.body = request.bodyText.uppercased()
          return response
        }
      },
      ContractRequest.post("/", body: "abc").gets(202, "ABC")),
    ContractCase(
      "an asynchronous closure answers later",
      stub: {
        $0.stub { request, _ in
          try await Task.sleep(for: .milliseconds(1))
          return .text(request.target.path)
        }
      },
      ContractRequest.get("/later").gets("/later")),
    ContractCase(
      "an error thrown by a closure ends the request",
      stub: { $0.stub { _, _ -> HTTPStubResponse in throw NetworkErrorCodeError() } },
      ContractRequest.get("/").fails),
    ContractCase(
      "a sequence repeats its last response",
      stub: { $0.stub(sequence: [.text("1"), .text("2")]) },
      ContractRequest.get("/").gets("1"), ContractRequest.get("/").gets("2"),
      ContractRequest.get("/").gets("2")),
    ContractCase(
      "a sequence starts again",
      stub: { $0.stub(sequence: [.text("1"), .text("2")], then: .cycle) },
      ContractRequest.get("/").gets("1"), ContractRequest.get("/").gets("2"),
      ContractRequest.get("/").gets("1")),
    ContractCase(
      "a sequence falls through to the next stub", ContractRequest.get("/").gets("1"),
      ContractRequest.get("/").gets("rest")
    ) { set in
      set.add(stub: HTTPStubRequest().stub(.text("rest")))
      set.add(stub: HTTPStubRequest().stub(sequence: [.text("1")], then: .fallThrough))
    },
    ContractCase(
      "a template is filled in from the request",
      stub: {
        $0.match(URI: "/hello/{name}{?n}").stub {
          $0.usesTemplates = true
          $0.headers = ["X-Name": "{{uri.name}}"]
          $0.body = "Hello {{uri.name}}{{#if query.n}} {{query.n}}{{/if}}"
        }
      },
      ContractRequest.get("/hello/Ada?n=2").gets(200, "Hello Ada 2", headers: ["X-Name": "Ada"]),
      ContractRequest.get("/hello/Bob").gets(200, "Hello Bob")),
    ContractCase(
      "a file is sent with its type, and in ranges",
      stub: { $0.stub(.file(path: Self.path)) },
      ContractRequest.get("/").gets(
        200, Self.text,
        headers: ["Content-Type": "text/csv; charset=utf-8", "Accept-Ranges": "bytes"]),
      ContractRequest.get("/", ["Range": "bytes=2-4"]).gets(
        206, String(Self.text.dropFirst(2).prefix(3)),
        headers: ["Content-Range": "bytes 2-4/\(Self.text.utf8.count)"]),
      ContractRequest.get("/", ["Range": "bytes=999-"]).gets(
        416, headers: ["Content-Range": "bytes */\(Self.text.utf8.count)"])),
    ContractCase(
      "a missing file is a 500",
      stub: {
        $0.stub(for: .get, { $0.body = HTTPStubBody.file(path: "/nowhere/at/all") }).named("f")
      },
      ContractRequest.send("HEAD", "/").gets(500)),
    ContractCase(
      "a raw message answers as it was saved",
      stub: {
        let message = "HTTP/1.1 203 Custom\nX-Saved: yes\nContent-Type: text/x\n\nsaved"
        return $0.stub(for: .get, try HTTPStubResponse(message: Data(message.utf8)))
      },
      ContractRequest.get("/").gets(
        203, "saved", headers: ["X-Saved": "yes", "Content-Type": "text/x"])),
  ]

  private struct NetworkErrorCodeError: Error {}

  private static let text = "a,b\nc,d\n"

  /// A file that lives as long as the test process.
  private static let path: String = {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).csv")
    try? Data(text.utf8).write(to: url)
    return url.path
  }()
}
