import Foundation
import StubCore
import StubFiles
import StubServer
import TestSupport
import Testing

@Suite("Recording responses that come little by little")
struct StreamRecordingTests {
  /// A program that is waited for on threads of their own.
  final class Client: Sendable {
    private let process: Lock<ChildProcess>

    init(_ program: String, _ arguments: [String]) throws {
      process = Lock(try ChildProcess(program, arguments))
    }

    func line() async throws -> String? {
      try await waiting { self.process.withLock { $0.line() } }
    }

    @discardableResult
    func finish() async throws -> ChildProcess.Result {
      try await waiting { self.process.withLock { $0.finish() } }
    }

    func kill() { process.withLock { $0.send(SIGKILL) } }
  }

  /// A client that prints what comes as it comes; `nil`, and a printed reason, without curl.
  private func client(_ path: String, _ port: Int, _ options: [String]) throws -> Client? {
    guard let curl = Tool.curl else { return nil }
    return try Client(
      curl.path, ["-sN", "--max-time", "120"] + options + ["http://127.0.0.1:\(port)\(path)"])
  }

  private func responses(_ file: String) throws -> [RecordedResponse] {
    try RuleSet(contentsOf: [file]).cassettes.flatMap(\.cassette.interactions).compactMap {
      $0.failure == nil ? $0.response : nil
    }
  }

  private static let versions = [["--http1.1"], ["--http1.0"], ["--http2-prior-knowledge"]]

  @Test("Each piece is there before the next is sent, and all are recorded", arguments: versions)
  func pieces(options: [String]) async throws {
    guard let server = try PythonServer() else { return }
    let folder = try TemporaryFolder()
    let file = folder.file("tape.yaml")
    let recording = try Recording(file, upstream: server, RecordingConfiguration())
    guard let client = try client("/pieces", recording.port, options) else { return }
    #expect(try await client.line() == "data: 1")
    for number in 2...4 {
      _ = try await WireClient.exchange("GET /more", to: server.port)
      #expect(try await client.line() == "")
      #expect(try await client.line() == "data: \(number)")
    }
    #expect(recording.cassette.recorder?.recordedCount == 0)
    _ = try await WireClient.exchange("GET /end", to: server.port)
    #expect(try await client.finish().code == 0)
    #expect(try await recording.finish()?.recorded == 1)
    server.stop()
    let text = "data: 1\n\ndata: 2\n\ndata: 3\n\ndata: 4\n\n"
    #expect(try responses(file).map { String(decoding: $0.body, as: UTF8.self) } == [text])
    let replay = try Recording(file)
    let again = try #require(try self.client("/pieces", replay.port, options))
    let played = try await again.finish()
    #expect(played.output == text)
    #expect(played.code == 0)
    try await replay.finish()
  }

  @Test("A client that sends no more still gets the rest, unless events come without end")
  func halfClosed() async throws {
    guard let server = try PythonServer() else { return }
    let folder = try TemporaryFolder()
    let recording = try Recording(
      folder.file("tape.yaml"), upstream: server, RecordingConfiguration())
    let client = try WireClient(port: recording.port)
    try await client.send("GET /pieces HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    #expect(try await client.response(to: "HEAD").status == 200)
    let first = Array("9\r\ndata: 1\n\n\r\n".utf8)
    #expect(try await client.bytes(first.count) == first)
    client.finishSending()
    _ = try await WireClient.exchange("GET /more", to: server.port)
    _ = try await WireClient.exchange("GET /end", to: server.port)
    let rest = String(decoding: try await client.rest(), as: UTF8.self)
    #expect(rest == "9\r\ndata: 2\n\n\r\n0\r\n\r\n")
    let listening = try WireClient(port: recording.port)
    try await listening.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try await listening.response(to: "HEAD").status == 200)
    listening.finishSending()
    // The server holds the stream open, so that only the listener can end it.
    _ = try await listening.untilEnd()
    try await recording.finish()
    server.stop()
  }

  @Test("An event stream is recorded as far as it has come when its client leaves")
  func left() async throws {
    guard let server = try PythonServer() else { return }
    let folder = try TemporaryFolder()
    let file = folder.file("tape.yaml")
    let recording = try Recording(file, upstream: server, RecordingConfiguration())
    guard let client = try client("/events", recording.port, []) else { return }
    #expect(try await client.line() == "data: 1")
    client.kill()
    try await client.finish()
    while recording.cassette.recorder?.recordedCount != 1 { await Task.yield() }
    let summary = try await recording.finish()
    #expect(summary?.outstanding == [])
    #expect(try responses(file).map { String(decoding: $0.body, as: UTF8.self) } == ["data: 1\n\n"])
    server.stop()
  }

  @Test("The end of a recording is the end of an event stream", arguments: versions)
  func ended(options: [String]) async throws {
    guard let server = try PythonServer() else { return }
    let folder = try TemporaryFolder()
    let file = folder.file("tape.yaml")
    let recording = try Recording(file, upstream: server, RecordingConfiguration())
    guard let client = try client("/events", recording.port, options) else { return }
    #expect(try await client.line() == "data: 1")
    let summary = try await recording.finish()
    #expect(summary?.outstanding == [])
    #expect(summary?.recorded == 1)
    #expect(try await client.finish().code == 0)
    let played = try responses(file).first
    #expect(played?.headers[.contentType] == "text/event-stream")
    #expect(played.map { String(decoding: $0.body, as: UTF8.self) } == "data: 1\n\n")
    server.stop()
  }

  @Test("Any other response is recorded whole, although its client leaves half way")
  func abandoned() async throws {
    guard let server = try PythonServer() else { return }
    let folder = try TemporaryFolder()
    let file = folder.file("tape.yaml")
    let recording = try Recording(file, upstream: server, RecordingConfiguration())
    guard let client = try client("/pieces", recording.port, []) else { return }
    #expect(try await client.line() == "data: 1")
    client.kill()
    try await client.finish()
    _ = try await WireClient.exchange("GET /more", to: server.port)
    _ = try await WireClient.exchange("GET /end", to: server.port)
    #expect(try await recording.finish()?.recorded == 1)
    #expect(
      try responses(file).map { String(decoding: $0.body, as: UTF8.self) }
        == ["data: 1\n\ndata: 2\n\n"])
    server.stop()
  }

  @Test(
    "A response that its client has held up is recorded whole when that leaves",
    .timeLimit(.minutes(5)))
  func heldUp() async throws {
    let server = try FloodServer(megabytes: 24)
    let folder = try TemporaryFolder()
    let stubs = StubSet()
    var configuration = ListenerConfiguration()
    configuration.upstream = try UpstreamConfiguration(url: server.url)
    let plan = try RecordingPlan(
      file: folder.file("tape.yaml"), RecordingConfiguration(), environment: [:])
    let (interactions, continuation) = AsyncStream.makeStream(of: Interaction.self)
    plan.recorder?.onInteraction = { continuation.yield($0) }
    stubs.insert(plan, configuration: CassetteConfiguration(answersAnyHost: true))
    let listener = try Listener(stubs: stubs, port: 0, configuration: configuration)
    try listener.start()
    defer { listener.stop() }
    // What it prints is not read, so that it soon reads no more.
    guard let client = try client("/", listener.port, []) else { return }
    #expect(await server.firstStop() < server.body.count)
    client.kill()
    try await client.finish()
    let interaction = await interactions.first { _ in true }
    #expect(interaction?.failure == nil)
    #expect(try interaction?.response?.wholeBody() == server.body)
    plan.recorder?.discard()
  }

  @Test("An answer to HEAD has a length only if the server says one, live and replayed")
  func headOnly() async throws {
    guard let server = try PythonServer() else { return }
    let folder = try TemporaryFolder()
    let file = folder.file("tape.yaml")
    let recording = try Recording(file, upstream: server, RecordingConfiguration())
    let live = try await WireClient.exchange("HEAD /unsized", to: recording.port)
    let sized = try await WireClient.exchange("HEAD /text", to: recording.port)
    try await recording.finish()
    server.stop()
    #expect(!live.fields.contains { $0.hasPrefix("Content-Length") }, "\(live.fields)")
    #expect(sized.fields.contains("Content-Length: 8"))
    let replay = try Recording(file)
    #expect(try await WireClient.exchange("HEAD /unsized", to: replay.port) == live)
    #expect(try await WireClient.exchange("HEAD /text", to: replay.port) == sized)
    try await replay.finish()
  }
}
