import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct HTTP2LimitTests {
  /// Waits for the end of a connection that has been told why.
  private func expectEnd(
    of client: FrameClient, _ code: HTTP2ErrorCode,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let frame = try await client.next(.goAway)
    #expect(frame.code == code, sourceLocation: sourceLocation)
    _ = try? await client.rest()
  }

  private func expectService(_ listener: Listener) async throws {
    let client = try await FrameClient(port: listener.port)
    try await client.request("GET", "/still")
    #expect(try await client.response().text == "GET /still ")
  }

  @Test("A client that endlessly opens and resets streams gets ENHANCE_YOUR_CALM")
  func rapidReset() async throws {
    let endings = Endings()
    let handler: RequestHandler = { request in
      guard request.target.path == "/slow" else { return describing(request) }
      var plan = ResponsePlan.ok("never")
      plan.timing = ResponseTiming(beforeHead: .seconds(3_600))
      return ListenerResponse(.ready(plan), finish: endings.note)
    }
    try await withListener(handler: handler) { listener in
      let client = try await FrameClient(port: listener.port)
      let count = ListenerLimits().streamResets * 2
      var bytes: [UInt8] = []
      for _ in 0..<count {
        let stream = client.takeStream()
        bytes += Frame.request(stream, "GET", "/slow").bytes + Frame.reset(stream).bytes
      }
      try await client.wire.send(bytes)
      try await expectEnd(of: client, .enhanceYourCalm)
      for _ in 0..<ListenerLimits().streamResets { #expect(await endings.next() == .cancelled) }
      try await expectService(listener)
    }
  }

  @Test("Making the server reset the streams counts too")
  func inducedReset() async throws {
    try await withListener(handler: describing) { listener in
      let client = try await FrameClient(port: listener.port)
      var bytes: [UInt8] = []
      for _ in 0..<ListenerLimits().streamResets * 2 {
        let stream = client.takeStream()
        // A window beyond 2^31-1 is an error of the stream (RFC 9113 §6.9.1).
        bytes += Frame.request(stream, "POST", "/", hasBody: true).bytes
        bytes += Frame.windowUpdate(stream, 0x7FFF_FFFF).bytes
      }
      try? await client.wire.send(bytes)
      try await expectEnd(of: client, .enhanceYourCalm)
      try await expectService(listener)
    }
  }

  @Test(
    "A flood of frames without use ends the connection, and only that",
    arguments: [
      Frame.ping, Frame(.settings), Frame.data(1, "", isLast: false),
      Frame(.data, flags: 8, stream: 1, payload: [3, 0, 0, 0]),
    ])
  func idleFrames(_ frame: Frame) async throws {
    try await withListener(handler: describing) { listener in
      let client = try await FrameClient(port: listener.port)
      try await client.request("POST", "/", hasBody: true)
      let flood = (0..<ListenerLimits().idleFrames * 2).flatMap { _ in frame.bytes }
      try? await client.wire.send(flood)
      try await expectEnd(of: client, .enhanceYourCalm)
      try await expectService(listener)
    }
  }

  @Test("A flood of CONTINUATION ends the connection, and only that")
  func continuations() async throws {
    try await withListener(handler: describing) { listener in
      let client = try await FrameClient(port: listener.port)
      var head = Frame.request(1)
      head.flags = Frame.endStream
      let more = Frame(.continuation, stream: 1, payload: Frame.block([("x", "y")]))
      try? await client.wire.send(head.bytes + (0..<1_000).flatMap { _ in more.bytes })
      let bytes = (try? await client.rest()) ?? []
      #expect(!bytes.isEmpty)
      try await expectService(listener)
    }
  }

  private func limited(_ set: (inout ListenerLimits) -> Void) -> ListenerConfiguration {
    var configuration = ListenerConfiguration.forTests
    set(&configuration.limits)
    return configuration
  }

  @Test("The limits on floods can be lowered")
  func lowered() async throws {
    let reset = (0..<8).flatMap { number in
      let stream = UInt32(2 * number + 1)
      return Frame.request(stream, "POST", hasBody: true).bytes + Frame.reset(stream).bytes
    }
    let head = Frame(.headers, flags: Frame.endStream, stream: 1)
    let continuation = Frame(.continuation, stream: 1, payload: Frame.block([("x", "y")]))
    let settings = (1...3).flatMap { id in Frame.bytes(UInt16(id + 3)) + Frame.bytes(UInt32(65_535))
    }
    let floods: [(ListenerConfiguration, [UInt8], HTTP2ErrorCode)] = [
      (limited { $0.streamResets = 3 }, reset, .enhanceYourCalm),
      // The client's first SETTINGS and its acknowledgement count, too.
      (limited { $0.idleFrames = 5 }, (0..<6).flatMap { _ in Frame.ping.bytes }, .enhanceYourCalm),
      (limited { $0.settings = 2 }, Frame(.settings, payload: settings).bytes, .enhanceYourCalm),
      (
        limited { $0.continuations = 2 }, head.bytes + (0..<4).flatMap { _ in continuation.bytes },
        .protocolError
      ),
    ]
    for (number, (configuration, bytes, code)) in floods.enumerated() {
      try await withListener(configuration, handler: describing) { listener in
        let client = try await FrameClient(port: listener.port)
        try? await client.wire.send(bytes)
        let frame = try await client.next(.goAway)
        #expect(frame.code == code, "flood \(number)")
      }
      // The same bytes are no flood to a listener as it comes.
      try await withListener(handler: describing) { listener in
        let client = try await FrameClient(port: listener.port)
        var bytes = bytes
        if number == 3 {
          bytes +=
            Frame(
              .continuation, flags: Frame.endHeaders, stream: 1,
              payload: Frame.block([
                (":method", "GET"), (":scheme", "http"), (":path", "/"),
              ])
            ).bytes
        }
        try await client.wire.send(bytes + Frame.ping.bytes)
        let frame = try await client.next(.ping)
        #expect(frame.flags & Frame.ack != 0, "flood \(number)")
      }
    }
  }

  @Test("The limits on floods can be raised, whatever limits nghttp2 has")
  func raised() async throws {
    let configuration = limited {
      $0.streamResets = 3_000
      $0.idleFrames = 3_000
    }
    try await withListener(configuration, handler: describing) { listener in
      let client = try await FrameClient(port: listener.port)
      var bytes: [UInt8] = []
      for _ in 0..<2_000 {
        let stream = client.takeStream()
        bytes += Frame.request(stream, "POST", hasBody: true).bytes + Frame.reset(stream).bytes
      }
      for _ in 0..<2_000 { bytes += Frame.ping.bytes }
      try await client.wire.send(bytes)
      try await client.request("GET", "/fine")
      #expect(try await client.response().text == "GET /fine ")
    }
  }

  @Test("Too many or too large fields are answered 431, a long path 414, and other streams go on")
  func headLimits() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.limits.headSize = 2_000
    configuration.limits.headerCount = 5
    configuration.limits.requestLineLength = 100
    try await withListener(configuration, handler: describing) { listener in
      let client = try await FrameClient(port: listener.port)
      try await client.request(fields: [("x-large", String(repeating: "a", count: 2_000))])
      #expect(try await client.response().status == 431)
      try await client.request(fields: (0..<6).map { ("x-\($0)", "a") })
      #expect(try await client.response().status == 431)
      try await client.request("GET", "/" + String(repeating: "a", count: 100))
      let response = try await client.response()
      #expect(response.status == 414)
      #expect(response.text.contains("raise the limit `requestLineLength`"))
      try await client.request("GET", "/fine")
      #expect(try await client.response().text == "GET /fine ")
    }
  }

  @Test("A body beyond the limit is answered 413, announced or not, and other streams go on")
  func bodyLimit() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.limits.bodySize = 10
    try await withListener(configuration, handler: describing) { listener in
      let client = try await FrameClient(port: listener.port)
      try await client.request("POST", fields: [("content-length", "11")], hasBody: true)
      #expect(try await client.response().status == 413)
      let stream = try await client.request("POST", hasBody: true)
      try await client.send(.data(stream, "0123456789", isLast: false))
      try await client.send(.data(stream, "a", isLast: false))
      #expect(try await client.response().status == 413)
      let reset = try await client.next()
      #expect(reset.kind == .reset)
      #expect(reset.code == .noError)
      try await client.send(.data(stream, "dropped", isLast: false))
      try await client.request("GET", "/fine")
      #expect(try await client.response().text == "GET /fine ")
    }
  }

  @Test("A stream beyond the limit is refused, and is taken when one has gone")
  func streamLimit() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.limits.streams = 2
    let gate = Gate()
    let handler: RequestHandler = { request in
      ListenerResponse(
        .pending {
          await gate.wait()
          return .ok(request.target.path)
        })
    }
    try await withListener(configuration, handler: handler) { listener in
      let client = try await FrameClient(port: listener.port)
      // Before the client has acknowledged the limit, going beyond it is no error.
      for number in 1...3 { try await client.request("GET", "/\(number)") }
      let reset = try await client.next()
      #expect(reset.kind == .reset)
      #expect(reset.stream == 5)
      #expect(reset.code == .refusedStream)
      gate.open()
      _ = try await client.response()
      _ = try await client.response()
      try await client.request("GET", "/4")
      #expect(try await client.response().text == "/4")
    }
  }

  @Test("A field that HTTP/2 does not allow is answered 400 with its name, and its stream reset")
  func invalidField() async throws {
    try await withListener(handler: describing) { listener in
      let client = try await FrameClient(port: listener.port)
      try await client.request(fields: [("x-bad", "a\u{1}b")])
      let response = try await client.response()
      #expect(response.status == 400)
      #expect(response.text.contains("the field \"x-bad\" is not valid in HTTP/2; "))
      let reset = try await client.next(.reset)
      #expect(reset.stream == response.stream && reset.code == .protocolError)
      try await client.request("GET", "/fine")
      #expect(try await client.response().text == "GET /fine ")
    }
  }

  @Test(
    "A request that is malformed by RFC 9113 §8 resets its stream, and others go on",
    arguments: [
      [(":method", "GET"), (":scheme", "http"), (":path", "/"), ("connection", "close")],
      [(":method", "GET"), (":scheme", "http"), (":path", "/"), ("te", "gzip")],
      [(":method", "GET"), (":scheme", "http"), (":authority", "a")],
      [(":method", "GET"), ("x", "y"), (":scheme", "http"), (":path", "/"), (":authority", "a")],
    ])
  func malformed(_ fields: [(String, String)]) async throws {
    try await withListener(handler: describing) { listener in
      let client = try await FrameClient(port: listener.port)
      try await client.send(
        Frame(
          .headers, flags: Frame.endStream | Frame.endHeaders, stream: client.takeStream(),
          payload: Frame.block(fields)))
      let reset = try await client.next()
      #expect(reset.kind == .reset)
      #expect(reset.code == .protocolError)
      try await client.request("GET", "/fine")
      #expect(try await client.response().text == "GET /fine ")
    }
  }

  @Test("Invalid HTTP/2 after the preface ends only its connection")
  func garbage() async throws {
    try await withListener(handler: describing) { listener in
      for bytes in [[UInt8](repeating: 0xFF, count: 100), Frame.data(0, "x").bytes] {
        let client = try WireClient(port: listener.port)
        try await client.send(HTTP2Preface.bytes + bytes)
        _ = try? await client.rest()
      }
      try await expectService(listener)
    }
  }
}
