import Foundation
import StubCore
import StubFiles
import StubServer
import TestSupport
import Testing

@Suite("Recording what servers and clients rarely send")
struct UnusualWireTests {
  private static let latin1 = Array("caf".utf8) + [0xE9]

  /// What gzip begins with, and no more.
  private static let damaged: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0]

  private static func answer(_ head: String..., body: String = "ok") -> [UInt8] {
    let lines = ["HTTP/1.1 200 OK"] + head + ["Connection: close", "", body]
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  private let server: RealServer
  private let folder: TemporaryFolder
  private var file: String { folder.file("tape.yaml") }

  init() throws {
    folder = try TemporaryFolder()
    let latin1 = Self.answer("X-Name: ", "Content-Length: 2")
    let place = try #require(latin1.firstRange(of: Array("X-Name: ".utf8))?.upperBound)
    server = try RealServer(answers: [
      "/latin1": latin1[..<place] + Self.latin1 + latin1[place...],
      "/utf8": Self.answer("X-Name: caf\u{E9}", "Content-Length: 2"),
      "/unknown": Self.answer("Content-Encoding: foo", "Content-Length: 8", body: "")
        + Self.damaged,
      "/wrong": Self.answer("Content-Encoding: deflate", "Content-Length: 8", body: "")
        + Self.damaged,
      "/cut": Self.answer("Content-Encoding: gzip", "Content-Length: 8", body: "") + Self.damaged,
      "/extra": Array("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".utf8)
        + Self.answer("Transfer-Encoding: chunked", body: "2\r\nok\r\n0\r\nX-Sum: 1\r\n\r\n"),
      "/large": Self.answer(
        "X-Large: \(String(repeating: "a", count: 150_000))", "Content-Length: 2"),
    ])
  }

  private func recording(_ mode: RecordMode) throws -> (Listener, InsertedCassette) {
    var configuration = ListenerConfiguration()
    configuration.threadCount = 1
    configuration.upstream = try UpstreamConfiguration(url: "http://127.0.0.1:\(server.port)")
    configuration.upstream?.decodesBodies = true
    let stubs = StubSet()
    let cassette = try stubs.insert(
      RecordingPlan(file: file, RecordingConfiguration(mode: mode), environment: [:]),
      configuration: CassetteConfiguration(answersAnyHost: true))
    let listener = try Listener(stubs: stubs, port: 0, configuration: configuration)
    try listener.start()
    return (listener, cassette)
  }

  /// The bytes of the answer to a request of bytes.
  private func answer(_ request: [UInt8], from listener: Listener) async throws -> [UInt8] {
    let client = try WireClient(port: listener.port)
    try await client.send(request)
    return try await client.untilEnd()
  }

  private func get(_ path: String, _ field: [UInt8] = []) -> [UInt8] {
    Array("GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Asked: ".utf8) + field
      + Array("\r\n\r\n".utf8)
  }

  @Test(
    "Bytes of a header field that are not ASCII are passed on, recorded and replayed as they are")
  func headerBytes() async throws {
    let fields = [("/latin1", Self.latin1), ("/utf8", Array("caf\u{E9}".utf8))]
    let (listener, cassette) = try recording(.once)
    for (path, bytes) in fields {
      let line = Array("X-Name: ".utf8) + bytes + Array("\r\n".utf8)
      let answer = try await answer(get(path, bytes), from: listener)
      #expect(answer.firstRange(of: line) != nil, "passed on: \(path)")
      let asked = Array("X-Asked: ".utf8) + bytes + Array("\r\n".utf8)
      #expect(server.lastRequest.firstRange(of: asked) != nil, "asked: \(path)")
    }
    try await cassette.finish()
    listener.stop()
    let (replay, _) = try recording(.none)
    defer { replay.stop() }
    for (path, bytes) in fields {
      let line = Array("X-Name: ".utf8) + bytes + Array("\r\n".utf8)
      let answer = try await answer(get(path), from: replay)
      #expect(answer.firstRange(of: line) != nil, "replayed: \(path)")
    }
  }

  @Test(
    "A body in an unknown coding, or not in the coding that is named, is passed on as it is",
    arguments: ["/unknown", "/wrong", "/cut"])
  func codings(path: String) async throws {
    let (listener, cassette) = try recording(.once)
    let passed = try await answer(get(path), from: listener)
    #expect(passed.suffix(Self.damaged.count) == Self.damaged[...])
    #expect(passed.firstRange(of: Array("Content-Encoding: ".utf8)) != nil)
    try await cassette.finish()
    listener.stop()
    let interactions = try RuleSet(contentsOf: [file]).cassettes.first?.cassette.interactions
    #expect(interactions?.first?.response?.body == Data(Self.damaged))
    #expect(interactions?.first?.failure == nil)
    #expect(interactions?.first?.response?.headers[.contentEncoding] != nil)
  }

  @Test("Informational responses and trailers are left out, and named")
  func leftOut() async throws {
    let (listener, cassette) = try recording(.once)
    let named = Lock<[[String]]>([])
    cassette.recorder?.onInteraction = { interaction in
      named.withLock { $0.append(interaction.leftOut) }
    }
    let passed = try await answer(get("/extra"), from: listener)
    #expect(WireResponse(passed).statusLine == "HTTP/1.1 200 OK")
    try await cassette.finish()
    listener.stop()
    #expect(named.withLock { $0 } == [["103 Early Hints", "trailer X-Sum"]])
  }

  @Test("A header field that is too large for libcurl is named as the reason")
  func largeField() async throws {
    let (listener, _) = try recording(.once)
    defer { listener.stop() }
    let answer = try await answer(get("/large"), from: listener)
    let text = String(decoding: answer, as: UTF8.self)
    #expect(text.hasPrefix("HTTP/1.1 502 "))
    #expect(text.contains("a header field of the response has more than 100 KB"))
  }

  @Test(
    "Requests that are not for the server are refused with words",
    arguments: [
      (
        "CONNECT example.com:443", "", "405 Method Not Allowed",
        "CONNECT example.com:443: this is not a proxy"
      ),
      (
        "GET http://example.com/a", "", "421 Misdirected Request",
        "GET http://example.com/a: this is not a proxy"
      ),
      (
        "GET /a", "Upgrade: websocket\r\nConnection: Upgrade\r\n", "501 Not Implemented",
        "WebSocket connections are neither"
      ),
    ])
  func refused(line: String, fields: String, status: String, words: String) async throws {
    let (listener, _) = try recording(.once)
    defer { listener.stop() }
    let client = try WireClient(port: listener.port)
    try await client.send("\(line) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
    let response = try await client.response()
    #expect(response.statusLine == "HTTP/1.1 \(status)")
    #expect(String(decoding: response.body, as: UTF8.self).contains(words))
    #expect(server.requestCount == 0)
  }

  @Test(
    "A whole URL of the server or of the listener is passed on",
    arguments: ["server", "listener"])
  func wholeURL(of host: String) async throws {
    let (listener, _) = try recording(.once)
    defer { listener.stop() }
    let port = host == "server" ? Int(server.port) : listener.port
    let client = try WireClient(port: listener.port)
    try await client.send("GET http://127.0.0.1:\(port)/a HTTP/1.1\r\nHost: b\r\n\r\n")
    #expect(String(decoding: try await client.response().body, as: UTF8.self) == "real GET /a ")
  }

  @Test(
    "A target that looks like no path is recorded, and replayed for any host",
    arguments: [
      ("GET //double//slash", "real GET //double//slash "), ("OPTIONS *", "real OPTIONS * "),
    ])
  func oddTargets(line: String, body: String) async throws {
    let (listener, cassette) = try recording(.once)
    let recorded = try await WireClient.exchange(line, to: listener.port)
    #expect(String(decoding: recorded.body, as: UTF8.self) == body)
    try await cassette.finish()
    listener.stop()
    let (replay, _) = try recording(.none)
    defer { replay.stop() }
    #expect(try await WireClient.exchange(line, host: "other", to: replay.port) == recorded)
  }
}
