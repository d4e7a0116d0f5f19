import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct HTTP2ConnectionTests {
  /// The id of SETTINGS_INITIAL_WINDOW_SIZE.
  private static let initialWindow: UInt16 = 4

  @Test("A request and its body come in over a stream, and the answer goes out on it")
  func exchange() async throws {
    try await withListener(handler: describing) { listener in
      let client = try await FrameClient(port: listener.port)
      let first = try await client.request("GET", "/x?y=1")
      let response = try await client.response()
      #expect(response.stream == first)
      #expect(response.status == 200)
      #expect(response.text == "GET /x?y=1 ")
      let second = try await client.request("POST", "/z", hasBody: true)
      try await client.send(.data(second, "ab", isLast: false))
      try await client.send(.data(second, "c"))
      #expect(try await client.response().text == "POST /z abc")
    }
  }

  @Test("The preface is recognized byte by byte, and a method that starts like it is not taken")
  func preface() async throws {
    try await withListener(handler: describing) { listener in
      let slow = try WireClient(port: listener.port)
      for byte in HTTP2Preface.bytes { try await slow.send([byte]) }
      try await slow.send(Frame(.settings).bytes)
      #expect(try await slow.bytes(9)[3] == Frame.Kind.settings.rawValue)
      let other = try WireClient(port: listener.port)
      try await other.send("P")
      try await other.send("RI /1 HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await other.response().text == "PRI /1 ")
    }
  }

  @Test("HEAD gets the head of GET and no DATA, and other streams go on")
  func head() async throws {
    try await withListener(handler: describing) { listener in
      let client = try await FrameClient(port: listener.port)
      try await client.request("HEAD", "/1")
      let response = try await client.response()
      #expect(response.status == 200)
      #expect(response.dataFrames.isEmpty)
      try await client.request("GET", "/2")
      #expect(try await client.response().text == "GET /2 ")
    }
  }

  @Test("100 Continue is sent to a client that waits, and only if the body will be read")
  func expectsContinue() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.limits.bodySize = 10
    try await withListener(configuration, handler: describing) { listener in
      let client = try await FrameClient(port: listener.port)
      let expecting = ("expect", "100-continue")
      let waiting = try await client.request("POST", fields: [expecting], hasBody: true)
      #expect(try await client.next(.headers).status == 100)
      try await client.send(.data(waiting, "abc"))
      #expect(try await client.response().text == "POST / abc")
      let large = ("content-length", "11")
      try await client.request("POST", fields: [expecting, large], hasBody: true)
      #expect(try await client.response().status == 413)
      try await client.request("POST", fields: [("expect", "tea")], hasBody: true)
      #expect(try await client.response().status == 417)
    }
  }

  @Test("No DATA goes out while the client's window is shut, and just as much as it opens")
  func window() async throws {
    try await withListener(handler: describing) { listener in
      let client = try await FrameClient(
        port: listener.port, settings: [(Self.initialWindow, 0)])
      let stream = try await client.request("GET", "/abc")
      #expect(try await client.next(.headers).status == 200)
      // The answer to a PING comes behind whatever was ready to go.
      try await client.send(.ping)
      #expect(try await client.next().kind == .ping)
      try await client.send(.windowUpdate(stream, 3))
      let first = try await client.next()
      #expect(String(decoding: first.payload, as: UTF8.self) == "GET")
      #expect(first.flags & Frame.endStream == 0)
      try await client.send(.ping)
      #expect(try await client.next().kind == .ping)
      try await client.send(.windowUpdate(stream, 100))
      let last = try await client.next()
      #expect(String(decoding: last.payload, as: UTF8.self) == " /abc ")
      #expect(last.flags & Frame.endStream != 0)
    }
  }

  @Test("A stream whose window stays shut is given up after a while, and others go on")
  func stalledWindow() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.timeouts.stalledWrite = .milliseconds(40)
    let endings = Endings()
    let handler: RequestHandler = { request in
      ListenerResponse(.ready(.ok(request.target.path)), finish: endings.note)
    }
    try await withListener(configuration, handler: handler) { listener in
      let client = try await FrameClient(
        port: listener.port, settings: [(Self.initialWindow, 0)])
      let stream = try await client.request("GET", "/")
      let reset = try await client.next(.reset)
      #expect(reset.stream == stream)
      #expect(reset.code == .cancel)
      #expect(await endings.next() == .cancelled)
      let next = client.takeStream()
      try await client.send(.request(next, "GET", "/next"), .windowUpdate(next, 100))
      #expect(try await client.response().text == "/next")
    }
  }

  @Test("Five megabytes arrive byte for byte in both directions, through windows that open late")
  func large() async throws {
    let size = 5_000_000
    let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    let handler: RequestHandler = { request in
      ListenerResponse(
        .ready(ResponsePlan(head: ResponseHead(), body: .data(request.body ?? Data()))))
    }
    try await withListener(handler: handler) { listener in
      let client = try await FrameClient(port: listener.port)
      let stream = try await client.request("POST", "/", hasBody: true)
      // The windows that the server has set, less what has been used of them.
      var (streamWindow, window, sent) = (256 * 1_024, 1_024 * 1_024, 0)
      _ = try await client.wire.bytes(9 + 24 + 9 + 4)
      while sent < size {
        while sent < size, streamWindow >= 16_384, window >= 16_384 {
          let piece = body[sent..<min(size, sent + 16_384)]
          sent += piece.count
          (streamWindow, window) = (streamWindow - piece.count, window - piece.count)
          let isLast = sent == size
          try await client.send(
            Frame(
              .data, flags: isLast ? Frame.endStream : 0, stream: stream, payload: Array(piece)))
        }
        if sent == size { break }
        let header = try await client.wire.bytes(9)
        let payload = try await client.wire.bytes(Int(header[2]))
        guard header[3] == Frame.Kind.windowUpdate.rawValue else { continue }
        let more = Int(Frame.number(payload[...]))
        if Frame.number(header[5...]) == 0 { window += more } else { streamWindow += more }
      }
      try await client.send(.windowUpdate(0, size), .windowUpdate(stream, size))
      let response = try await client.response()
      #expect(response.body.count == size)
      #expect(response.body == body)
    }
  }

  @Test("Each step of a paced body goes out in DATA of its own")
  func steps() async throws {
    var plan = ResponsePlan.ok("abcdef")
    plan.timing = ResponseTiming(body: .over(.milliseconds(30)))
    let steps = plan.steps.count { if case .bytes = $0.step { true } else { false } }
    let paced = plan
    try await withListener(handler: answering(paced)) { listener in
      let client = try await FrameClient(port: listener.port)
      try await client.request()
      let response = try await client.response()
      #expect(response.text == "abcdef")
      #expect(response.dataFrames.count { $0 > 0 } == steps)
    }
  }
}
