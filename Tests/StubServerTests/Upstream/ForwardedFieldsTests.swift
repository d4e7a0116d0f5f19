import StubCore
import TestSupport
import Testing

@testable import StubServer

/// Header fields on their way to a real server and back.
@Suite struct ForwardedFieldsTests {
  /// Runs a listener that passes every request on to the real server.
  private func withRelay(
    to server: RealServer, decodes: Bool = false, _ body: (Listener) async throws -> Void
  ) async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.upstream = try UpstreamConfiguration(url: "http://127.0.0.1:\(server.port)")
    configuration.upstream?.decodesBodies = decodes
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

  @Test(
    "A server may send nothing for as long as it is given, in whole seconds of which none is cut",
    arguments: [
      (Duration.milliseconds(1_500), 2), (.milliseconds(1), 1), (.zero, 1), (.seconds(60), 60),
      (.milliseconds(60_001), 61),
    ])
  func idleTime(_ duration: Duration, _ seconds: Int) throws {
    var configuration = try UpstreamConfiguration(url: "http://h")
    configuration.idleTimeout = duration
    #expect(configuration.idleSeconds == seconds)
  }

  @Test("A part of a compressed body is not decoded, which its range would not fit")
  func parts() async throws {
    let gzip: [UInt8] = [
      31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 51, 48, 52, 50, 54, 49, 53, 51, 183, 176, 52, 128, 179, 0,
      213, 186, 137, 252, 20, 0, 0, 0,
    ]
    let fields = "Content-Encoding: gzip\r\nContent-Length: 32\r\nConnection: close\r\n"
    let part = "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-31/90\r\n"
    let server = try RealServer(answers: [
      "/whole": Array("HTTP/1.1 200 OK\r\n\(fields)\r\n".utf8) + gzip,
      "/part": Array("\(part)\(fields)\r\n".utf8) + gzip,
      // Several parts name their ranges in the body.
      "/parts": Array("HTTP/1.1 206 Partial Content\r\n\(fields)\r\n".utf8) + gzip,
    ])
    try await withRelay(to: server, decodes: true) { listener in
      let whole = try await WireClient.exchange("GET /whole", to: listener.port)
      #expect(whole.text == "01234567890123456789")
      let part = try await WireClient.exchange("GET /part", to: listener.port)
      #expect(part["Content-Encoding"] == "gzip")
      #expect(part["Content-Range"] == "bytes 0-31/90")
      #expect(Array(part.body) == gzip)
      let parts = try await WireClient.exchange("GET /parts", to: listener.port)
      #expect(parts["Content-Encoding"] == "gzip")
      #expect(Array(parts.body) == gzip)
    }
    var configuration = try UpstreamConfiguration(url: "http://127.0.0.1:\(server.port)")
    configuration.decodesBodies = true
    let upstream = try Upstream(configuration)
    let loaded = await upstream.load(upstream.forwarded(ReceivedRequest(.get, "/part")))
    let recorded = try #require(loaded?.response)
    #expect(recorded.headers[.contentEncoding] == "gzip")
    #expect(Array(recorded.body) == gzip)
  }

  @Test("A server that switches protocols, for which no request asks it, is a bad gateway")
  func switches() async throws {
    let server = try RealServer(answers: [
      "/ws": Array(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nbytes".utf8)
    ])
    try await withRelay(to: server) { listener in
      let response = try await WireClient.exchange("GET /ws", to: listener.port)
      #expect(response.statusLine == "HTTP/1.1 502 Bad Gateway")
      #expect(
        response.text.contains(
          "it switched to another protocol (101), which no request asks it for (badServerResponse)")
      )
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
          let result = try await Tool.curl([
            "--http2-prior-knowledge", "http://127.0.0.1:\(listener.port)\(path)",
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
