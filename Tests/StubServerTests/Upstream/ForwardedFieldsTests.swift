import StubCore
import TestSupport
import Testing

@testable import StubServer

/// Header fields on their way to a real server and back.
@Suite struct ForwardedFieldsTests {
  /// Runs a listener that passes every request on to the real server.
  private func withRelay(
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

  @Test(
    "The real server is told the length of the body that it gets",
    arguments: [
      ("HEAD", "Content-Length: 2", "hi", nil),
      ("GET", "Content-Length: 2", "hi", "2"),
      ("POST", "Content-Length: 2", "hi", "2"),
      ("POST", "Transfer-Encoding: chunked", "2\r\nhi\r\n0\r\n\r\n", "2"),
      ("POST", "Transfer-Encoding: chunked", "0\r\n\r\n", "0"),
      ("PUT", "Content-Length: 0", "", "0"),
      ("PATCH", "X-Length: none", "", "0"),
      ("DELETE", "Content-Length: 0", "", "0"),
      ("DELETE", "X-Length: none", "", nil),
      ("GET", "X-Length: none", "", nil),
    ] as [(String, String, String, String?)])
  func requestLength(method: String, field: String, body: String, length: String?) async throws {
    let server = try RealServer()
    try await withRelay(to: server) { listener in
      let client = try WireClient(port: listener.port)
      try await client.send(
        "\(method) / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\(field)\r\n\r\n\(body)")
      #expect(WireResponse(try await client.untilEnd()).statusLine == "HTTP/1.1 200 OK")
      let lines = String(decoding: server.lastRequest, as: UTF8.self).split(separator: "\r\n")
        .map(String.init)
      let lengths = lines.filter { $0.lowercased().hasPrefix("content-length:") }
      #expect(lengths == (length.map { ["Content-Length: \($0)"] } ?? []))
    }
  }

  private static let odd = Array(
    """
    HTTP/1.1 200 OK\r\nX Foo: 1\r\nX-Bell: a\u{7}b\r\nContent-Length: 2\r\n\
    Content-Length: 2\r\nConnection: close\r\n\r\nok
    """.utf8)

  private static let empty = Array(
    "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\nConnection: close\r\n\r\n".utf8)

  @Test("A response that is not sound goes on without what clients would reject")
  func oddResponses() async throws {
    let server = try RealServer(answers: ["/odd": Self.odd, "/empty": Self.empty])
    try await withRelay(to: server) { listener in
      let response = try await WireClient.exchange("GET /odd", to: listener.port)
      #expect(response.statusLine == "HTTP/1.1 200 OK")
      #expect(response.fields == ["X-Bell: a b", "Content-Length: 2", "Connection: close"])
      #expect(response.text == "ok")
      let empty = try await WireClient.exchange("GET /empty", to: listener.port)
      #expect(empty.statusLine == "HTTP/1.1 204 No Content")
      #expect(empty.fields == ["Connection: close"])
      for (path, body) in [("/odd", "ok"), ("/empty", "")] {
        guard
          let result = try await Tool.curl?.run([
            "--silent", "--show-error", "--noproxy", "*", "--http2-prior-knowledge",
            "http://127.0.0.1:\(listener.port)\(path)",
          ])
        else { return }
        #expect(result.code == 0, "\(path): \(result.errors)")
        #expect(result.output == body)
      }
    }
  }

  @Test(
    "A length goes on if there is one, and only one",
    arguments: [
      (200, ["Content-Length: 5"], "5"), (200, ["Content-Length: 5, 5"], "5"),
      (200, ["Content-Length: 5", "content-length: 5"], "5"),
      (200, ["Content-Length: 5", "Content-Length: 6"], nil),
      (200, ["Content-Length: -5"], nil), (200, ["Content-Length: "], nil),
      (200, ["Content-Length: 5", "Transfer-Encoding: chunked"], nil),
      (304, ["Content-Length: 5"], "5"), (204, ["Content-Length: 0"], nil), (200, [], nil),
    ] as [(Int, [String], String?)])
  func responseLength(status: Int, lines: [String], length: String?) {
    let fields = lines.map { line in
      let parts = line.split(separator: ": ", omittingEmptySubsequences: false)
      return HTTPHeaders.Field(name: HTTPHeaderName(String(parts[0])), value: String(parts[1]))
    }
    let head = ResponseHead(
      status: HTTPStatusCode(rawValue: status), reason: nil, headers: HTTPHeaders(fields))
    #expect(
      ForwardedFields.ofResponse(head).fields.map(\.value) == (length.map { [$0] } ?? []))
  }
}
