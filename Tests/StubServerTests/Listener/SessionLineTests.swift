import CoreTestSupport
import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct SessionLineTests {
  private let body = String(repeating: "y", count: 1_000)

  /// Runs a listener whose clock is held, with a session `one`.
  private func listen(
    _ line: NetworkProfile?, session own: NetworkProfile?,
    _ body: (Listener, StubSession) async throws -> Void
  ) async throws {
    let stubs = StubSet()
    stubs.network = line
    stubs.add(stub: HTTPStubRequest().stub(for: .post, .text("taken")))
    let sessions = StubSessions(of: stubs)
    _ = sessions.begin("one")
    let session = try #require(sessions["one"])
    session.stubs.network = own
    try await withListener(serving: stubs, sessions: sessions) { listener in
      listener.clock.hold()
      try await body(listener, session)
    }
  }

  /// How far the clock is moved until the session has received so many requests.
  private func timeOfArrival(
    _ count: Int, _ session: StubSession, _ listener: Listener
  ) async throws -> Duration {
    let start = listener.clock.now
    while session.stubs.journal.receivedCount < count {
      listener.clock.advance(by: .seconds(1))
      try await Task.sleep(for: .milliseconds(1))
    }
    return listener.clock.now - start
  }

  private struct Example: Sendable {
    var path: String
    var field: (String, String)?

    static let all = [
      Example(path: "/", field: ("x-stub-session", "one")), Example(path: "/__session/one/"),
    ]

    var lines: String { field.map { "\($0): \($1)\r\n" } ?? "" }
    var fields: [(String, String)] { field.map { [$0] } ?? [] }
  }

  @Test(
    "A request body comes no faster than the line of its session", .timeLimit(.minutes(5)))
  func slowSession() async throws {
    try await listen(nil, session: NetworkProfile(up: 10)) { listener, session in
      for (place, example) in Example.all.enumerated() {
        let client = try WireClient(port: listener.port)
        try await client.send(
          "POST \(example.path) HTTP/1.1\r\nHost: a\r\n\(example.lines)"
            + "Content-Length: 1000\r\n\r\n\(body)")
        let time = try await timeOfArrival(2 * place + 1, session, listener)
        #expect(time > .seconds(90))
        #expect(try await client.response().text == "taken")
        let frames = try await FrameClient(port: listener.port)
        let stream = try await frames.request(
          "POST", example.path, fields: example.fields, hasBody: true)
        try await frames.send(.data(stream, body))
        let secondTime = try await timeOfArrival(2 * place + 2, session, listener)
        #expect(secondTime > .seconds(90))
        #expect(try await frames.response().text == "taken")
      }
      #expect(session.stubs.journal.entries.allSatisfy { $0.request.bodyText == body })
    }
  }

  @Test(
    "The line of the server holds up no body of a session that has another one",
    .timeLimit(.minutes(5)))
  func fastSession() async throws {
    try await listen(NetworkProfile(up: 0.001), session: NetworkProfile()) { listener, _ in
      for example in Example.all {
        let client = try WireClient(port: listener.port)
        try await client.send(
          "POST \(example.path) HTTP/1.1\r\nHost: a\r\n\(example.lines)"
            + "Content-Length: 1000\r\n\r\n\(body)")
        #expect(try await client.response().text == "taken")
        let frames = try await FrameClient(port: listener.port)
        let stream = try await frames.request(
          "POST", example.path, fields: example.fields, hasBody: true)
        try await frames.send(.data(stream, body))
        #expect(try await frames.response().text == "taken")
      }
    }
  }
}
