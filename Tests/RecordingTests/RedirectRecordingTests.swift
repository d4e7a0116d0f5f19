import StubCore
import StubFiles
import StubServer
import TestSupport
import Testing

@Suite("Recording redirects behind a listener")
struct RedirectRecordingTests {
  private static func references(_ response: WireResponse) -> [String] {
    let names = ["Location", "Content-Location", "Refresh"]
    return response.fields.filter { field in names.contains { field.hasPrefix("\($0): ") } }
  }

  @Test("References to the server lead to the listener, live and replayed; the recording has them")
  func redirect() async throws {
    guard let server = try PythonServer() else { return }
    let folder = try TemporaryFolder()
    let file = folder.file("tape.yaml")
    let recording = try Recording(file, upstream: server, RecordingConfiguration())
    let live = try await WireClient.exchange("GET /moved", to: recording.port)
    let away = try await WireClient.exchange("GET /away", to: recording.port)
    let interactions = try await recording.finishedResponses()
    server.stop()
    // The client says the host as `localhost`.
    let expected = [
      "Location: http://localhost/text?a#b", "Content-Location: http://localhost/",
      "Refresh: 1; url=http://localhost/text",
    ]
    #expect(live.statusLine == "HTTP/1.1 303 See Other")
    #expect(Self.references(live) == expected)
    #expect(Self.references(away) == ["Location: http://other.example/text"])
    #expect(interactions.first?.headers[.location] == "\(server.url)/text?a#b")
    #expect(interactions.first?.headers["Content-Location"] == server.url)
    let replay = try Recording(file)
    #expect(try await WireClient.exchange("GET /moved", to: replay.port) == live)
    #expect(try await WireClient.exchange("GET /away", to: replay.port) == away)
    try await replay.finish()
  }

  @Test("A recording through one port is played on another, which its redirects name")
  func otherPort() async throws {
    guard let server = try PythonServer() else { return }
    let folder = try TemporaryFolder()
    let file = folder.file("tape.yaml")
    func location(_ recording: Recording) async throws -> String? {
      let host = "127.0.0.1:\(recording.port)"
      return Self.references(
        try await WireClient.exchange("GET /moved", host: host, to: recording.port)
      )
      .first
    }
    let recording = try Recording(file, upstream: server, RecordingConfiguration())
    #expect(
      try await location(recording) == "Location: http://127.0.0.1:\(recording.port)/text?a#b")
    let interactions = try await recording.finishedResponses()
    server.stop()
    #expect(interactions.first?.headers[.location] == "\(server.url)/text?a#b")
    let replay = try Recording(file, answersAnyHost: false)
    #expect(try await location(replay) == "Location: http://127.0.0.1:\(replay.port)/text?a#b")
    try await replay.finish()
  }

  @Test("A client that uses the recorded host gets the original URLs")
  func ownName() async throws {
    guard let server = try PythonServer() else { return }
    let folder = try TemporaryFolder()
    let file = folder.file("tape.yaml")
    let recording = try Recording(file, upstream: server, RecordingConfiguration())
    _ = try await WireClient.exchange("GET /moved", to: recording.port)
    try await recording.finish()
    server.stop()
    let replay = try Recording(file)
    let authority = "127.0.0.1:\(server.port)"
    let played = try await WireClient.exchange("GET /moved", host: authority, to: replay.port)
    #expect(Self.references(played).first == "Location: \(server.url)/text?a#b")
    try await replay.finish()
  }
}

extension Recording {
  /// Ends the recording; the responses that the file then has.
  fileprivate func finishedResponses() async throws -> [RecordedResponse] {
    let file = cassette.recorder?.file ?? ""
    try await finish()
    return try RuleSet(contentsOf: [file]).cassettes.flatMap(\.cassette.interactions).compactMap {
      $0.failure == nil ? $0.response : nil
    }
  }
}
