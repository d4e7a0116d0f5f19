import StubCore
import TestSupport
import Testing

@testable import StubServer

/// What a real server must not send (RFC 9112 §5 to §7), and what becomes of it.
@Suite struct MessageFramingTests {
  private static let chunks = "5\r\nhello\r\n0\r\n\r\n"

  /// Lines behind the status line, the body, and the words of the refusal.
  private static let doubtful: [(lines: [String], body: String, words: String)] = [
    (
      ["Content-Length: 5", "Content-Length: 6"], "hello!",
      #"different values of Content-Length, "5" and "6""#
    ),
    (
      ["Content-Length: 6", "X: y", "content-length: 5"], "hello!",
      #"different values of Content-Length, "6" and "5""#
    ),
    (["Content-Length: 5, 6"], "hello!", #"different values of Content-Length, "5" and "6""#),
    (["Content-Length: 5,"], "hello", #"different values of Content-Length, "5" and """#),
    (["Content-Length: +5"], "hello", #"the Content-Length "+5", which is not a number of bytes"#),
    (["Content-Length: 0x5"], "hello", #"the Content-Length "0x5", which is not"#),
    (["Content-Length: 5 5"], "hello", #"the Content-Length "5 5", which is not"#),
    (["Content-Length: 5.0"], "hello", #"the Content-Length "5.0", which is not"#),
    (
      ["Content-Length: 9223372036854775808"], "hello",
      #"the Content-Length "9223372036854775808", which is not"#
    ),
    (["Content-Length: 99999999999999999999999"], "hello", "which is not a number of bytes"),
    (["Content-Length : 5"], "hello", "Content-Length with a space before its colon"),
    (["Transfer-Encoding : chunked"], chunks, "Transfer-Encoding with a space before its colon"),
    (
      ["Transfer-Encoding: chunked", "Content-Length: 5"], chunks,
      "both Transfer-Encoding and Content-Length"
    ),
    (
      ["Content-Length: 3", "Transfer-Encoding: chunked"], chunks,
      "both Transfer-Encoding and Content-Length"
    ),
    (
      ["Transfer-Encoding: xchunked"], chunks,
      #"the Transfer-Encoding "xchunked", which is not chunked"#
    ),
    (["Transfer-Encoding: gzip"], "hello", #"the Transfer-Encoding "gzip", which is not chunked"#),
    (
      ["Transfer-Encoding: chunked, identity"], chunks,
      #"the Transfer-Encoding "chunked, identity", which is not chunked"#
    ),
    (
      ["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"], chunks,
      #"the Transfer-Encoding "chunked, chunked", which is not chunked"#
    ),
    // What libcurl refuses itself.
    (["Content-Length: -5"], "hello", "Content-Length"),
    (["Content-Length: "], "hello", "Content-Length"),
    (["Content-Length:", " 5"], "hello", "Content-Length"),
    (["X: a\u{0}b", "Content-Length: 5"], "hello", "Nul byte in header"),
    (["no colon", "Content-Length: 5"], "hello", "Header without colon"),
  ]

  @Test(
    "A response whose end is in doubt is a bad gateway, whatever its status and the request's method",
    arguments: ["GET", "HEAD", "POST"],
    ["HTTP/1.1 200 OK", "HTTP/1.1 404 Not Found", "HTTP/1.0 200 OK"]
  )
  func doubts(method: String, statusLine: String) async throws {
    try await withRelay(
      Self.doubtful.map { lines, body, _ in
        head(statusLine, lines) + (method == "HEAD" ? "" : body)
      }
    ) { ask in
      for (number, (lines, _, words)) in Self.doubtful.enumerated() {
        let response = try await ask(method, number)
        #expect(response.statusLine == "HTTP/1.1 502 Bad Gateway", "\(lines)")
        #expect(response["Transfer-Encoding"] == nil, "\(lines)")
        guard method != "HEAD" else { continue }
        #expect(response.text.contains("sent a malformed response to"), "\(response.text)")
        #expect(
          response.text.contains(words)
            || statusLine.hasPrefix("HTTP/1.0") && words.contains("Transfer-Encoding"),
          "\(lines): \(response.text)")
      }
    }
  }

  @Test(
    "Transfer-Encoding in a response of HTTP/1.0 is a bad gateway", arguments: ["GET", "HEAD"])
  func oldVersion(method: String) async throws {
    let answer = head("HTTP/1.0 200 OK", ["Transfer-Encoding: chunked"])
    try await withRelay([answer + (method == "HEAD" ? "" : Self.chunks)]) { ask in
      let response = try await ask(method, 0)
      #expect(response.status == 502)
      if method == "GET" {
        #expect(response.text.contains("Transfer-Encoding in a response of HTTP/1.0"))
      }
    }
  }

  /// Status lines that no client is to understand, and starts of them.
  private static let broken = [
    "HTTP/1.1 99 X", "HTTP/1.1 2000 X", "HTTP/1.1 2xx X", "HTTP/1.1 000 X", "HTTP/1.1",
    "HTTP 200 OK",
    "http/1.1 200 OK", "HTTP/1.1  200 OK", "HTTP/9.9 200 OK", "ICY 200 OK", "hello",
  ]

  @Test("A response without a proper status line is a bad gateway")
  func statusLines() async throws {
    try await withRelay(Self.broken.map { head($0, ["Content-Length: 5"]) + "hello" }) { ask in
      for (number, line) in Self.broken.enumerated() {
        let response = try await ask("GET", number)
        #expect(response.status == 502, "\(line)")
      }
    }
  }

  @Test("What is odd without a doubt goes on in a form that every client takes")
  func odd() async throws {
    let cases: [(line: String, lines: [String], body: String, fields: [String])] = [
      ("HTTP/1.1 200 OK", ["Content-Length: 5, 5"], "hello", ["Content-Length: 5"]),
      (
        "HTTP/1.1 200 OK", ["Content-Length: 5", "Content-Length: 5"], "hello",
        ["Content-Length: 5"]
      ),
      (
        "HTTP/1.1 200 OK", ["X: one", "  two", "Content-Length: 5"], "hello",
        ["X: one two", "Content-Length: 5"]
      ),
      (
        "HTTP/1.1 200 OK", ["X-Y : one", "Content-Length: 5"], "hello",
        ["X-Y: one", "Content-Length: 5"]
      ),
      (
        "HTTP/1.1 200 OK", ["X: a\u{1}b\u{7F}c\rd", "Content-Length: 5"], "hello",
        ["X: a b c d", "Content-Length: 5"]
      ),
      ("HTTP/1.1 200 O\u{1}K", ["Content-Length: 5"], "hello", ["Content-Length: 5"]),
      ("HTTP/1.1 200 O\rK", ["Content-Length: 5"], "hello", ["Content-Length: 5"]),
      ("HTTP/1.1 200", ["Content-Length: 5"], "hello", ["Content-Length: 5"]),
      ("HTTP/1.1 200 OK", ["Content-Length: 5"], "hello and more", ["Content-Length: 5"]),
    ]
    try await withRelay(cases.map { head($0.line, $0.lines) + $0.body }) { ask in
      for (number, example) in cases.enumerated() {
        let response = try await ask("GET", number)
        #expect(response.statusLine == "HTTP/1.1 200 OK", "\(example)")
        #expect(
          response.fields.filter { !$0.hasPrefix("Connection") && !$0.hasPrefix("Date") }
            == example.fields)
        #expect(response.text == "hello")
      }
    }
  }

  @Test(
    "A body that ends too early, or in a malformed chunk, is cut off for the client too",
    arguments: [
      ("Content-Length: 50", "hello"), ("Transfer-Encoding: chunked", "5\r\nhello\r\n"),
      ("Transfer-Encoding: chunked", "3\r\nhello\r\n0\r\n\r\n"),
      ("Transfer-Encoding: chunked", "zz\r\nhello\r\n0\r\n\r\n"),
      ("Transfer-Encoding: chunked", "-5\r\nhello\r\n0\r\n\r\n"),
      ("Transfer-Encoding: chunked", "0x5\r\nhello\r\n0\r\n\r\n"),
      ("Transfer-Encoding: chunked", "fffffffffffffffff\r\nhello\r\n0\r\n\r\n"),
    ])
  func cutBodies(line: String, body: String) async throws {
    let server = try RealServer(answers: [
      "/0": Array((head("HTTP/1.1 200 OK", [line]) + body).utf8)
    ])
    try await withListener(to: server) { listener in
      let client = try WireClient(port: listener.port)
      try await client.send("GET /0 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      let bytes = (try? await client.rest()) ?? []
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.hasSuffix("0\r\n\r\n"))
      #expect(text.isEmpty || text.hasPrefix("HTTP/1.1 200") || text.hasPrefix("HTTP/1.1 502"))
    }
  }

  @Test("A field after the first head is not held against the next one")
  func interim() async throws {
    let early = head("HTTP/1.1 103 Early Hints", ["Link: </a>", "Content-Length: 6"])
    let last = head("HTTP/1.1 200 OK", ["Content-Length: 5"])
    try await withRelay([early + last + "hello"]) { ask in
      let response = try await ask("GET", 0)
      #expect(response.status == 200)
      #expect(response.text == "hello")
    }
  }

  private func head(_ statusLine: String, _ lines: [String]) -> String {
    ([statusLine] + lines).map { "\($0)\r\n" }.joined()
      + "Connection: close\r\n\r\n"
  }

  private func withListener(
    to server: RealServer, _ body: (Listener) async throws -> Void
  ) async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.upstream = try UpstreamConfiguration(url: "http://127.0.0.1:\(server.port)")
    let stubs = StubSet()
    stubs.unhandledMode = .optin
    let listener = try Listener(stubs: stubs, port: 0, configuration: configuration)
    try listener.start()
    defer { listener.stop() }
    try await body(listener)
  }

  /// Runs a listener before a server that answers with these bytes, which are asked for by number.
  private func withRelay(
    _ answers: [String],
    _ body: ((_ method: String, _ number: Int) async throws -> WireResponse) async throws -> Void
  ) async throws {
    let numbered = answers.enumerated().map { ("/\($0)", Array($1.utf8)) }
    let server = try RealServer(answers: Dictionary(uniqueKeysWithValues: numbered))
    try await withListener(to: server) { listener in
      try await body { method, number in
        let client = try WireClient(port: listener.port)
        try await client.send(
          "\(method) /\(number) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        return WireResponse(try await client.untilEnd())
      }
    }
  }
}
