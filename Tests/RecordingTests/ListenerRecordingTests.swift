import Foundation
import StubCore
import StubFiles
import StubServer
import TestSupport
import Testing

@Suite("Recording behind a listener")
struct ListenerRecordingTests {
  struct Request: CustomStringConvertible {
    let line: String
    var headers: [String] = []
    var body = ""

    init(_ line: String, _ headers: String..., body: String = "") {
      self.line = line
      self.headers = headers
      self.body = body
    }

    var description: String { line }
  }

  static let requests = [
    Request("GET /text"), Request("HEAD /text"), Request("GET /order"), Request("GET /empty"),
    Request("GET /nothing"), Request("GET /same"), Request("GET /binary"),
    Request("GET /packed", "Accept-Encoding: gzip"), Request("GET /first"), Request("GET /second"),
    Request("GET /missing"), Request("GET /echo?a=1&b=%20x", "X-B: 2", "x-a: 1", "X-B: 3"),
    Request("POST /echo", "Content-Type: text/plain", body: "hello"), Request("DELETE /echo"),
    Request("PUT /echo?put", body: "{}"), Request("OPTIONS /echo"),
  ]

  @Test("A recording is replayed exactly, without the server", arguments: [false, true])
  func replay(decodes: Bool) async throws {
    guard let server = try PythonServer() else { return }
    let folder = try TemporaryFolder()
    let file = folder.file("tape.yaml")
    let recording = try Recording(file, upstream: server, RecordingConfiguration()) {
      $0.decodesBodies = decodes
    }
    var recorded: [WireResponse] = []
    for request in Self.requests {
      recorded.append(
        try await WireClient.exchange(
          request.line, headers: request.headers, body: request.body, to: recording.port))
    }
    let summary = try await recording.finish()
    server.stop()
    #expect(summary?.recorded == Self.requests.count)
    let replay = try Recording(file)
    for (request, response) in zip(Self.requests, recorded) {
      let played = try await WireClient.exchange(
        request.line, headers: request.headers, body: request.body, to: replay.port)
      #expect(played == response, "\(request)")
      #expect(!response.statusLine.isEmpty, "\(request)")
    }
    try await replay.finish()
  }

  @Test("The client gets what the server sends, except for fields of connections")
  func transparency() async throws {
    guard let server = try PythonServer() else { return }
    let folder = try TemporaryFolder()
    let recording = try Recording(
      folder.file("tape.yaml"), upstream: server, RecordingConfiguration())
    for request in Self.requests where !request.line.contains("/echo") {
      let direct = try await WireClient.exchange(
        request.line, headers: request.headers, body: request.body, to: server.port)
      var through = try await WireClient.exchange(
        request.line, headers: request.headers, body: request.body, to: recording.port)
      through.fields.removeAll { $0 == "Connection: close" }
      #expect(through == direct, "\(request)")
    }
    try await recording.finish()
  }

  @Test(
    "Fields of a request keep their order and repeats; Host is the server's, and Via names the recorder"
  )
  func requestFields() async throws {
    guard let server = try PythonServer() else { return }
    let folder = try TemporaryFolder()
    let recording = try Recording(
      folder.file("tape.yaml"), upstream: server, RecordingConfiguration())
    let response = try await WireClient.exchange(
      "POST /echo", headers: ["X-B: 2", "x-a: 1", "X-B: 3", "Empty:", "Content-Type: a/b"],
      body: "hello", to: recording.port)
    let text = String(decoding: response.body, as: UTF8.self)
    #expect(
      text.replacing(/: 1\.1 stubber-[0-9a-f]+\n/, with: ": 1.1 stubber-x\n") == """
        POST /echo
        Host: 127.0.0.1:\(server.port)
        Via: 1.1 stubber-x
        X-B: 2
        x-a: 1
        X-B: 3
        Empty:\u{20}
        Content-Type: a/b
        Content-Length: 5

        hello
        """)
    try await recording.finish()
  }

  @Test("Requests that were repeated are answered in the order they were recorded")
  func repeats() async throws {
    guard let server = try PythonServer() else { return }
    let folder = try TemporaryFolder()
    let file = folder.file("tape.yaml")
    let recording = try Recording(file, upstream: server, RecordingConfiguration())
    let recorded = try await bodies(recording.port)
    try await recording.finish()
    server.stop()
    let replay = try Recording(file)
    #expect(recorded.map { String(decoding: $0, as: UTF8.self) } == ["1", "2", "3"])
    #expect(try await bodies(replay.port) == recorded)
    try await replay.finish()
  }

  /// What three requests get.
  private func bodies(_ port: Int) async throws -> [[UInt8]] {
    var bodies: [[UInt8]] = []
    for _ in 1...3 { bodies.append(try await WireClient.exchange("GET /count", to: port).body) }
    return bodies
  }

  @Test("A server that is not there is a 502 with the reason, and recorded as an error")
  func noServer() async throws {
    guard let server = try PythonServer() else { return }
    server.stop()
    let folder = try TemporaryFolder()
    let file = folder.file("tape.yaml")
    let recording = try Recording(file, upstream: server, RecordingConfiguration())
    let response = try await WireClient.exchange("GET /text", to: recording.port)
    #expect(response.statusLine == "HTTP/1.1 502 Bad Gateway")
    #expect(String(decoding: response.body, as: UTF8.self).contains("cannotConnectToHost"))
    try await recording.finish()
    let replay = try Recording(file)
    let interaction = try #require(replay.cassette.cassette.interactions.first)
    #expect(interaction.response == nil)
    let failure = try #require(interaction.failure)
    #expect(failure.domain == "NSURLErrorDomain")
    #expect(failure.code == -1004)
    #expect(replay.cassette.responses.count == 1)
    try await replay.finish()
  }

  @Test(
    "A response that is cut off is recorded with the received bytes", arguments: ["/cut", "/drop"])
  func cut(path: String) async throws {
    guard let server = try PythonServer() else { return }
    let folder = try TemporaryFolder()
    let file = folder.file("tape.yaml")
    let recording = try Recording(file, upstream: server, RecordingConfiguration())
    let recorded = try await WireClient.exchange("GET \(path)", to: recording.port)
    try await recording.finish()
    server.stop()
    let replay = try Recording(file)
    let interaction = try #require(replay.cassette.cassette.interactions.first)
    #expect(interaction.failure?.code == -1005)
    let begun = interaction.response.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(begun == (path == "/cut" ? "begin" : nil))
    if path == "/cut" {
      #expect(try await WireClient.exchange("GET /cut", to: replay.port) == recorded)
    }
    try await replay.finish()
  }

  @Test("Requests at the same time are all recorded")
  func concurrency() async throws {
    guard let server = try PythonServer() else { return }
    let folder = try TemporaryFolder()
    let file = folder.file("tape.yaml")
    let recording = try Recording(file, upstream: server, RecordingConfiguration())
    let port = recording.port
    try await withThrowingTaskGroup { group in
      for number in 0..<40 {
        group.addTask { _ = try await WireClient.exchange("GET /echo?n=\(number)", to: port) }
      }
      try await group.waitForAll()
    }
    #expect(try await recording.finish()?.recorded == 40)
    server.stop()
    let replay = try Recording(file)
    for number in 0..<40 {
      let played = try await WireClient.exchange("GET /echo?n=\(number)", to: replay.port)
      #expect(String(decoding: played.body, as: UTF8.self).hasPrefix("GET /echo?n=\(number)\n"))
    }
    try await replay.finish()
  }

  @Test("Ending a recording waits for responses under way, and names those that take too long")
  func outstanding() async throws {
    guard let server = try PythonServer() else { return }
    defer { server.stop() }
    // On a slow machine, a response that takes 50 ms may not be recorded within 300.
    for limit in [0.3, 2, 16, 64] {
      let folder = try TemporaryFolder()
      let recording = try Recording(
        folder.file("tape.yaml"), upstream: server, RecordingConfiguration())
      let port = recording.port
      let recorder = try #require(recording.cassette.recorder)
      let stuck = Task.detached { try await WireClient.exchange("GET /never", to: port) }
      while recorder.outstandingCount != 1 { await Task.yield() }
      let client = Task.detached { try await WireClient.exchange("GET /slow", to: port) }
      while recorder.outstandingCount + recorder.recordedCount != 2 { await Task.yield() }
      let summary = try await recorder.finish(within: .seconds(limit))
      #expect(try await String(decoding: client.value.body, as: UTF8.self) == "late")
      let isLast = summary.recorded == 1
      if isLast { server.stop() } else { stuck.cancel() }
      _ = try? await stuck.value
      try await recording.finish()
      guard isLast else { continue }
      #expect(summary.outstanding == ["GET http://localhost/never"])
      return
    }
    Issue.record("a response that takes 50 ms was not recorded in 64 s")
  }

  @Test("Whether an expired recording is played depends on the server that is recorded now")
  func expiredOfOtherServer() throws {
    let server = try Listener(stubs: StubSet(), port: 0)
    try server.start()
    defer {
      server.stop()
      server.waitUntilStopped()
    }
    let folder = try TemporaryFolder()
    let file = folder.file("tape.yaml")
    var configuration = RecordingConfiguration(expiry: .seconds(60))
    configuration.playsExpired = true
    // Nothing listens on this port.
    let (open, closed) = ("http://127.0.0.1:\(server.port)/", "http://127.0.0.1:9/")
    for (recorded, asked, isPlayed) in [
      (open, closed, true), (closed, open, false), (open, nil, false), (closed, nil, true),
    ] {
      let interaction = Interaction(
        RecordedRequest(.get, recorded), RecordedResponse(.ok),
        recordedAt: Date(timeIntervalSinceNow: -7_200))
      try WritableFormat.own.write(Cassette(interactions: [interaction])).bytes
        .write(to: URL(filePath: file))
      let plan = try RecordingPlan(
        file: file, configuration, environment: [:], server: asked.map { RequestURL($0) })
      plan.recorder?.discard()
      #expect((plan.recorder == nil) == isPlayed)
    }
  }

  @Test("With an upstream server, a listener forwards unmatched requests")
  func spying() async throws {
    guard let server = try PythonServer() else { return }
    let stubs = StubSet()
    stubs.unhandledMode = .optin
    let stub = HTTPStubRequest().match(method: .get).match(path: "/own")
    stub.stub(for: .get, .status(.imATeapot))
    stubs.add(stub: stub)
    var configuration = ListenerConfiguration()
    configuration.upstream = try UpstreamConfiguration(url: server.url)
    let listener = try Listener(stubs: stubs, port: 0, configuration: configuration)
    try listener.start()
    #expect(try await WireClient.exchange("GET /own", to: listener.port).statusLine.contains("418"))
    let passed = try await WireClient.exchange("GET /text", to: listener.port)
    #expect(String(decoding: passed.body, as: UTF8.self) == "one\ntwo\n")
    listener.stop()
    listener.waitUntilStopped()
  }
}
