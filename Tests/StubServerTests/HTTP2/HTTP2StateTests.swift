import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

/// What a client must not do with a stream, in each of its states (RFC 9113 §5.1 and §6).
@Suite("Frames on streams in the wrong state", .timeLimit(.minutes(5)))
struct HTTP2StateTests {
  /// Opens a stream and lets it be answered.
  private func answered(_ client: FrameClient) async throws -> UInt32 {
    let stream = try await client.request()
    #expect(try await client.response().stream == stream)
    return stream
  }

  /// Opens a stream for a request with a body and resets it.
  private func reset(_ client: FrameClient) async throws -> UInt32 {
    let stream = client.takeStream()
    try await client.send(.request(stream, "POST", "/", hasBody: true), .reset(stream))
    return stream
  }

  private func withClient(_ body: (FrameClient) async throws -> Void) async throws {
    try await withListener(handler: describing) { listener in
      try await body(try await FrameClient(port: listener.port))
    }
  }

  /// Expects that the connection ends with this error.
  private func expectEnd(
    _ code: HTTP2ErrorCode, _ client: FrameClient, _ place: SourceLocation = #_sourceLocation
  ) async throws {
    #expect(try await client.next(.goAway).code == code, sourceLocation: place)
  }

  @Test("HEADERS on a lower stream than the last ends the connection")
  func lowerStream() async throws {
    try await withClient { client in
      try await client.send(.request(5, "GET", "/"))
      #expect(try await client.response().stream == 5)
      try await client.send(.request(3, "GET", "/"))
      try await expectEnd(.protocolError, client)
    }
  }

  @Test("HEADERS on an even stream ends the connection")
  func evenStream() async throws {
    try await withClient { client in
      try await client.send(.request(2, "GET", "/"))
      try await expectEnd(.protocolError, client)
    }
  }

  @Test("DATA on an idle stream ends the connection")
  func idle() async throws {
    try await withClient { client in
      try await client.send(.data(1, "x"))
      try await expectEnd(.protocolError, client)
    }
  }

  @Test("HEADERS on a stream that was answered ends the connection")
  func closed() async throws {
    try await withClient { client in
      let stream = try await answered(client)
      try await client.send(.request(stream, "GET", "/"))
      try await expectEnd(.streamClosed, client)
    }
  }

  @Test("HEADERS behind a reset ends the connection")
  func afterReset() async throws {
    try await withClient { client in
      let stream = try await reset(client)
      try await client.send(.request(stream, "GET", "/"))
      try await expectEnd(.streamClosed, client)
    }
  }

  @Test("DATA or HEADERS behind the end, while the answer is under way, ends the stream or all")
  func halfClosed() async throws {
    let gate = Gate()
    let handler: RequestHandler = { _ in
      ListenerResponse(
        .pending {
          await gate.wait()
          return .ok("x")
        })
    }
    for isData in [true, false] {
      try await withListener(handler: handler) { listener in
        let client = try await FrameClient(port: listener.port)
        let stream = try await client.request()
        try await client.send(isData ? .data(stream, "x") : .request(stream, "GET", "/"))
        while true {
          let frame = try await client.next()
          guard frame.kind == .reset || frame.kind == .goAway else { continue }
          #expect(frame.code == .streamClosed)
          break
        }
      }
    }
    gate.open()
  }

  @Test("WINDOW_UPDATE, RST_STREAM and PRIORITY on a closed stream are overlooked")
  func late() async throws {
    try await withClient { client in
      let stream = try await answered(client)
      try await client.send(
        .windowUpdate(stream, 1), .reset(stream),
        Frame(Frame.Kind(rawValue: 2), stream: stream, payload: [0, 0, 0, 0, 15]))
      #expect(try await answered(client) > stream)
    }
  }

  @Test("SETTINGS that take a stream's window above 2³¹ − 1 end the connection")
  func tooLargeWindow() async throws {
    func initialWindow(_ size: UInt32) -> Frame {
      Frame(.settings, payload: Frame.bytes(UInt16(4)) + Frame.bytes(size))
    }
    let gate = Gate()
    defer { gate.open() }
    let handler: RequestHandler = { request in
      guard request.target.path == "/late" else { return ListenerResponse(.ready(.ok("now"))) }
      return ListenerResponse(
        .pending {
          await gate.wait()
          return .ok("late")
        })
    }
    try await withListener(handler: handler) { listener in
      let client = try await FrameClient(port: listener.port)
      let late = try await client.request("GET", "/late")
      try await client.send(.windowUpdate(late, 0x7FFF_FFFF - 65_536), initialWindow(65_536))
      try await client.request("GET", "/")
      #expect(try await client.response().text == "now")
      try await client.send(initialWindow(65_537))
      while true {
        let frame = try await client.next()
        guard frame.kind == .goAway else { continue }
        #expect(frame.code == .flowControlError)
        break
      }
    }
  }
}
