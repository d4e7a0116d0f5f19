import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

/// Clients of other makes, each skipped with a printed reason where it is not installed.
@Suite struct HTTP2ClientTests {
  private static let curl = ["--silent", "--show-error", "--noproxy", "*", "--max-time", "300"]

  /// What the program prints; `nil` when it is not installed.
  private func run(_ tool: Tool?, _ arguments: [String]) async throws -> String? {
    guard let result = try await tool?.run(arguments) else { return nil }
    return result.output + result.errors
  }

  @Test(
    "curl gets its answers over HTTP/2 by prior knowledge and by upgrade",
    arguments: ["--http2-prior-knowledge", "--http2"])
  func curl(_ option: String) async throws {
    let handler: RequestHandler = { request in
      let text =
        "\(request.httpVersion) \(request.method) \(request.target.pathAndQuery) "
        + "\(request.headers[.host] == nil ? "no host" : "host") \(request.bodyText);"
      return ListenerResponse(.ready(.ok(text)))
    }
    try await withListener(handler: handler) { listener in
      let url = listener.url + "/x?y=1"
      // A request that asks for the upgrade has come over HTTP/1.1 itself.
      let version = option == "--http2" ? "1.1" : "2"
      let cases: [([String], String)] = [
        ([url], "\(version) GET /x?y=1 host ;"),
        (["--data", "abc", url], "\(version) POST /x?y=1 host abc;"),
        (
          ["--data", "abc", "--header", "Expect: 100-continue", url],
          "\(version) POST /x?y=1 host abc;"
        ),
      ]
      for (arguments, expected) in cases {
        guard let output = try await run(.curl, Self.curl + [option] + arguments) else { return }
        #expect(output == expected, "\(arguments)")
      }
      if option == "--http2" {
        // With prior knowledge, curl before 8.0 cannot use a connection twice (curl issue 10634).
        let output = try await run(.curl, Self.curl + [option, url, url])
        #expect(output == "1.1 GET /x?y=1 host ;2 GET /x?y=1 host ;")
      }
      let head = try #require(try await run(.curl, Self.curl + [option, "--head", url]))
      #expect(head.contains("HTTP/2 200"))
      #expect(head.lowercased().contains("content-length: "))
    }
  }

  @Test("A header that no client may see twice or at all does not reach curl over HTTP/2")
  func heads() async throws {
    let plan = ResponsePlan(
      head: ResponseHead(headers: [
        "Connection": "keep-alive", "Transfer-Encoding": "chunked", "X-One": "1", "Set-Cookie": "a",
        "Set-Cookie": "b",
      ]), body: .data(Data("abc".utf8)))
    try await withListener(handler: answering(plan)) { listener in
      let arguments = Self.curl + ["--http2-prior-knowledge", "--include", listener.url]
      guard let output = try await run(.curl, arguments) else { return }
      let lines = output.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("date: ") }
      #expect(lines == ["HTTP/2 200 ", "x-one: 1", "set-cookie: a", "set-cookie: b", "abc"])
    }
  }

  @Test("nghttp gets five megabytes whole over windows of 65,535 bytes")
  func nghttp() async throws {
    let size = 5_000_000
    let plan = ResponsePlan.ok(String(repeating: "0123456789", count: size / 10))
    try await withListener(handler: answering(plan)) { listener in
      guard let output = try await run(.nghttp, ["--timeout=300", listener.url]) else { return }
      #expect(output.utf8.count == size)
      let upgraded = try await run(.nghttp, ["--upgrade", "--timeout=300", listener.url])
      #expect(upgraded?.utf8.count == size)
    }
  }

  @Test("Large bodies on one connection take turns for memory, and none is lost")
  func memory() async throws {
    let size = 700_000
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(repeating: UInt8(ascii: "a"), count: size).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var configuration = ListenerConfiguration.forTests
    configuration.limits.bodyMemory = 1_000_000
    let wrong = Counts()
    let handler: RequestHandler = { request in
      if request.body?.count != size { wrong.began() }
      return ListenerResponse(.ready(.ok("taken")))
    }
    try await withListener(configuration, handler: handler) { listener in
      let arguments = ["-n", "40", "-c", "2", "-m", "8", "-d", file.path, listener.url]
      guard let output = try await run(.h2load, arguments) else { return }
      #expect(output.contains("status codes: 40 2xx, 0 3xx, 0 4xx, 0 5xx"), "\(output)")
      #expect(wrong.all == 0)
    }
  }

  @Test("A body that is announced larger than all the memory is answered 413")
  func tooLarge() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.limits.bodyMemory = 100_000
    try await withListener(configuration, handler: describing) { listener in
      let client = try await FrameClient(port: listener.port)
      try await client.send(
        .request(1, "POST", fields: [("content-length", "200000")], hasBody: true))
      #expect(try await client.response().status == 413)
    }
  }

  @Test("h2load gets every one of its answers, 32 at a time on each connection")
  func h2load() async throws {
    try await withListener(handler: describing) { listener in
      let arguments = ["-n", "2000", "-c", "4", "-m", "32", listener.url]
      guard let output = try await run(.h2load, arguments) else { return }
      #expect(output.contains("status codes: 2000 2xx, 0 3xx, 0 4xx, 0 5xx"), "\(output)")
    }
  }

  @Test("TLS agrees on HTTP/2 with clients that know it, and the scheme is https then")
  func tls() async throws {
    let handler: RequestHandler = { request in
      ListenerResponse(
        .ready(.ok("\(request.httpVersion) \(request.target.scheme ?? "no scheme")")))
    }
    try await withSecureListener(handler: handler) { listener in
      let url = "https://localhost:\(listener.port)/"
      for (option, expected) in [
        ("--http2", "2 https2 https"), ("--http1.1", "1.1 https1.1 https"),
      ] {
        let result = try await Tool.curl([option, url, url], trusting: TestAuthority.certificate)
        guard let result else { return }
        #expect(result.output == expected, "\(option): \(result.errors)")
      }
      let arguments = ["-n", "500", "-c", "2", "-m", "32", url]
      guard let output = try await run(.h2load, arguments) else { return }
      #expect(output.contains("Application protocol: h2"), "\(output)")
      #expect(output.contains("status codes: 500 2xx, 0 3xx, 0 4xx, 0 5xx"), "\(output)")
    }
  }

  @Test("Five megabytes and a paced answer arrive side by side over TLS", .needs("nghttp"))
  func largeOverTLS() async throws {
    let handler: RequestHandler = { request in
      var plan = ResponsePlan.ok(String(repeating: "0123456789", count: 500_000))
      if request.target.path == "/paced" {
        plan = .ok("0123456789")
        plan.timing = ResponseTiming(body: .over(.milliseconds(50)))
      }
      return ListenerResponse(.ready(plan))
    }
    try await withSecureListener(handler: handler) { listener in
      let url = "https://localhost:\(listener.port)"
      let arguments = ["--timeout=300", "\(url)/large", "\(url)/paced"]
      guard let result = try await Tool.nghttp?.run(arguments) else { return }
      #expect(result.bytes.count == 5_000_010)
    }
  }

  @Test("httpx gets its answers over HTTP/2")
  func httpx() async throws {
    guard let python = try await Tool.python(that: "import httpx, h2", by: "httpx[http2]") else {
      return
    }
    try await withListener(handler: describing) { listener in
      let program = """
        import httpx, sys
        with httpx.Client(http1=False, http2=True, trust_env=False) as client:
            answer = client.post(sys.argv[1] + "/x", content=b"abc")
            print(answer.http_version, answer.status_code, answer.text)
        """
      let output = try await run(python, ["-c", program, listener.url])
      #expect(output == "HTTP/2 200 POST /x abc\n")
    }
  }
}

extension Tool {
  fileprivate static var nghttp: Tool? { Tool(named: "nghttp") }
  fileprivate static var h2load: Tool? { Tool(named: "h2load") }
}
