import CoreTestSupport
import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct FaultStreamTests {
  /// What becomes of a stream by a fault whose sound response has the body `0123456789`.
  struct Case: Sendable, CustomTestStringConvertible {
    let fault: HTTPStubFault
    /// `nil` when there is no head either.
    let data: String?
    let code: HTTP2ErrorCode

    var testDescription: String { fault.name }
  }

  private static let cases: [Case] = [
    Case(fault: .emptyResponse, data: nil, code: .internalError),
    Case(fault: .reset, data: nil, code: .internalError),
    Case(fault: .reset(insideHead: 20), data: nil, code: .internalError),
    Case(fault: .reset(after: .bytes(4)), data: "0123", code: .internalError),
    Case(fault: .reset(after: .percent(50)), data: "01234", code: .internalError),
    Case(fault: .reset(after: .bytes(0)), data: "", code: .internalError),
    Case(fault: .close(after: .bytes(4)), data: "0123", code: .internalError),
    Case(fault: .halfClose(after: .bytes(4)), data: "0123", code: .internalError),
    Case(fault: .garbage, data: nil, code: .internalError),
    Case(fault: .malformedChunk, data: "", code: .internalError),
    // A connection reset or stream reset behind the whole body leaves its end unmarked.
    Case(fault: .reset(after: .all), data: "0123456789", code: .internalError),
    Case(fault: .resetStream(code: 8, after: .bytes(4)), data: "0123", code: .cancel),
    Case(fault: .resetStream(code: 7, after: .bytes(0)), data: "", code: .refusedStream),
    Case(
      fault: .resetStream(code: 0xFFFF_FFFF, after: .all), data: "0123456789",
      code: HTTP2ErrorCode(rawValue: 0xFFFF_FFFF)),
  ]

  /// Serves the response at `/` and a sound one elsewhere.
  private func ask(
    _ response: HTTPStubResponse, _ configuration: ListenerConfiguration = .forTests,
    line: NetworkProfile? = nil, _ body: (FrameClient, Endings) async throws -> Void
  ) async throws {
    let endings = Endings()
    let stubs = StubSet()
    stubs.network = line
    stubs.hooks.finished = { _, _, ending in endings.note(ending) }
    stubs.add(stub: HTTPStubRequest().match(path: "/").stub(response))
    stubs.add(stub: HTTPStubRequest().match(path: "/other").stub(.text("other")))
    let listener = try Listener(stubs: stubs, port: 0, configuration: configuration)
    try listener.start()
    defer { listener.stop() }
    try await body(try await FrameClient(port: listener.port), endings)
  }

  private func response(_ fault: HTTPStubFault) -> HTTPStubResponse {
    let response = HTTPStubResponse()
    response.body = "0123456789"
    response.fail(with: fault)
    return response
  }

  /// Another stream of the connection works, and nothing comes on the first until then.
  private func expectOther(_ client: FrameClient) async throws {
    let stream = try await client.request("GET", "/other")
    let head = try await client.next()
    #expect(head.kind == .headers)
    #expect(head.stream == stream)
    let data = try await client.next()
    #expect(data.stream == stream)
    #expect(data.payload == Array("other".utf8))
  }

  @Test(
    "A fault that ends an HTTP/1 connection resets only its stream over HTTP/2",
    arguments: cases)
  func resets(_ expected: Case) async throws {
    try await ask(response(expected.fault)) { client, endings in
      let stream = try await client.request()
      var (head, data): (Int?, [UInt8]) = (nil, [])
      var frame = try await client.next()
      while frame.kind == .headers || frame.kind == .data {
        #expect(frame.stream == stream)
        #expect(frame.flags & Frame.endStream == 0)
        if frame.kind == .headers { head = frame.status } else { data += frame.payload }
        frame = try await client.next()
      }
      #expect(head == (expected.data == nil ? nil : 200))
      #expect(String(decoding: data, as: UTF8.self) == expected.data ?? "")
      #expect(frame.kind == .reset)
      #expect(frame.stream == stream)
      #expect(frame.code == expected.code)
      let error = try #require(expected.fault.clientError)
      #expect(await endings.next() == .failed(.network(error)))
      try await expectOther(client)
    }
  }

  @Test("A stream without a body is reset behind its head")
  func resetsWithoutBody() async throws {
    let empty = HTTPStubResponse()
    empty.statusCode = .noContent
    empty.fail(with: .resetStream(code: 8))
    try await ask(empty) { client, endings in
      let stream = try await client.request()
      let head = try await client.next()
      #expect(head.status == 204)
      #expect(head.flags & Frame.endStream == 0)
      let reset = try await client.next()
      #expect(reset.kind == .reset)
      #expect(reset.stream == stream)
      #expect(reset.code == .cancel)
      #expect(await endings.next() == .failed(.network(.networkConnectionLost)))
      try await expectOther(client)
    }
  }

  @Test(
    "An orderly close after the whole body ends the stream in order",
    arguments: [
      .wrongLength(by: 3), .wrongLength(by: -3), .duplicateLength, .invalidHeader,
      .close(after: .all), .close(after: .bytes(10)), .halfClose(after: .all),
    ] as [HTTPStubFault])
  func endsInOrder(_ fault: HTTPStubFault) async throws {
    try await ask(response(fault)) { client, endings in
      let stream = try await client.request()
      let head = try await client.next()
      #expect(head.kind == .headers)
      #expect(head.status == 200)
      #expect(head.flags & Frame.endStream == 0)
      let data = try await client.next()
      #expect(data.kind == .data)
      #expect(data.stream == stream)
      #expect(data.payload == Array("0123456789".utf8))
      #expect(data.flags & Frame.endStream != 0)
      let headFails = !fault.headEdit.rawLines.isEmpty || fault.headEdit.lengthOffset > 0
      let error = headFails ? fault.clientError : nil
      #expect(await endings.next() == error.map { .failed(.network($0)) } ?? .completed)
      try await expectOther(client)
    }
  }

  @Test(
    "curl reports an invalid head as a stream error", .needs("curl"),
    arguments: [.wrongLength(by: 3), .duplicateLength, .invalidHeader] as [HTTPStubFault])
  func curl(_ fault: HTTPStubFault) async throws {
    try await withListener(handler: answering(.ok("0123456789").with(fault))) { listener in
      let arguments = ["--http2-prior-knowledge", listener.url]
      guard let result = try await Tool.curl(arguments) else { return }
      #expect(result.code != 0, "\(result.output)")
      #expect(result.errors.contains("HTTP/2"), "\(result.errors)")
    }
  }

  @Test("A slow head is sent whole when its last byte is due, after the bytes of other streams")
  func slowHead() async throws {
    let fault = HTTPStubFault.slowHead(every: .milliseconds(1))
    try await ask(response(fault)) { client, endings in
      // Both requests come at once, so that the second is answered before the first is due.
      let (slow, other) = (client.takeStream(), client.takeStream())
      try await client.send(.request(slow), .request(other, "GET", "/other"))
      let frames = try await [
        client.next(.headers), client.next(.data), client.next(.headers), client.next(.data),
      ]
      #expect(frames.map(\.stream) == [other, other, slow, slow])
      #expect(frames[2].status == 200)
      #expect(frames[3].payload == Array("0123456789".utf8))
      #expect(frames[3].flags & Frame.endStream != 0)
      #expect(await endings.next() == .completed)
      #expect(await endings.next() == .completed)
    }
  }

  @Test("A planned GOAWAY has the code of the stub and ends the connection", arguments: [2, 11])
  func goAway(code: UInt32) async throws {
    let fault = HTTPStubFault.goAway(code: code)
    try await ask(response(fault)) { client, endings in
      try await client.request()
      let frame = try await client.next()
      #expect(frame.kind == .goAway)
      #expect(frame.code.rawValue == code)
      #expect(try await client.rest().isEmpty)
      let error = try #require(fault.clientError)
      #expect(await endings.next() == .failed(.network(error)))
    }
  }

  @Test(
    "A stall sends the planned DATA and nothing more, and other streams go on",
    arguments: [
      (.stall(after: .bytes(4)), "0123"), (.stall(insideHead: 20), nil), (.neverAnswer, nil),
      (.stall(after: .all), "0123456789"),
    ]
      as [(HTTPStubFault, String?)])
  func stalls(fault: HTTPStubFault, data: String?) async throws {
    try await ask(response(fault)) { client, endings in
      let stream = try await client.request()
      #expect(await endings.next() == .failed(.network(.timedOut)))
      if let data {
        #expect(try await client.next().status == 200)
        let frame = try await client.next()
        #expect(frame.kind == .data)
        #expect(frame.payload == Array(data.utf8))
        #expect(frame.flags & Frame.endStream == 0)
      }
      for _ in 0..<3 { try await expectOther(client) }
      try await client.send(.reset(stream))
      try await expectOther(client)
    }
  }

  @Test("A gate holds its stream and no other, until it opens", .timeLimit(.minutes(5)))
  func gate() async throws {
    let gate = HTTPStubGate()
    let held = HTTPStubResponse()
    held.body = "open"
    held.gate = gate
    try await ask(held) { client, endings in
      let stream = try await client.request()
      try await expectOther(client)
      #expect(gate.waitingCount == 1)
      #expect(await endings.next() == .completed)
      // A stream that the client gives up is held no longer.
      let given = try await client.request()
      try await expectOther(client)
      #expect(gate.waitingCount == 2)
      #expect(await endings.next() == .completed)
      try await client.send(.reset(given))
      #expect(await endings.next() == .cancelled)
      #expect(gate.waitingCount == 1)
      gate.open()
      let response = try await client.response()
      #expect(response.stream == stream)
      #expect(response.text == "open")
      #expect(await endings.next() == .completed)
    }
  }

  @Test(
    "A body comes whole over HTTP/2 through the lines of set and listener, no faster than either",
    arguments: [(500_000, nil), (nil, 500_000), (2_000_000, 500_000)] as [(Double?, Double?)])
  func line(set: Double?, listener: Double?) async throws {
    func profile(_ speed: Double?) -> NetworkProfile? { speed.map { NetworkProfile(down: $0) } }
    let text = String(repeating: "0123456789", count: 1_000)
    let slow = HTTPStubResponse()
    slow.body = text
    var configuration = ListenerConfiguration.forTests
    configuration.network = profile(listener)
    try await ask(slow, configuration, line: profile(set)) { client, _ in
      let start = ContinuousClock.now
      for _ in 0..<2 { try await client.request() }
      var (bodies, ended): ([UInt32: [UInt8]], Int) = ([:], 0)
      while ended < 2 {
        let frame = try await client.next()
        if frame.kind == .data { bodies[frame.stream, default: []] += frame.payload }
        if frame.flags & Frame.endStream != 0 { ended += 1 }
      }
      #expect(bodies == [1: Array(text.utf8), 3: Array(text.utf8)])
      // Both streams share the line.
      #expect(ContinuousClock.now - start >= .milliseconds(40))
    }
  }
}
