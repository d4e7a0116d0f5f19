import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct HTTP2BodyTests {
  private func withFile(
    _ bytes: Data, _ body: (URL) async throws -> Void
  ) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try bytes.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try await body(file)
  }

  @Test("A part of a file goes out exactly")
  func file() async throws {
    let bytes = Data((0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) })
    try await withFile(bytes) { file in
      let plan = ResponsePlan(
        head: ResponseHead(), body: .file(path: file.path, offset: 1_000, count: 300_000))
      try await withListener(handler: answering(plan)) { listener in
        let client = try await FrameClient(
          port: listener.port, settings: [(4, 1_000_000)], .windowUpdate(0, 1_000_000))
        try await client.request()
        #expect(try await client.response().body == Array(bytes[1_000..<301_000]))
      }
    }
  }

  @Test("A file that is missing becomes a 500 that names it")
  func missingFile() async throws {
    let missing = ResponsePlan(
      head: ResponseHead(), body: .file(path: "/no/such/file", offset: 0, count: 5))
    try await withListener(handler: answering(missing)) { listener in
      let client = try await FrameClient(port: listener.port)
      try await client.request()
      let response = try await client.response()
      #expect(response.status == 500)
      #expect(response.text.contains("/no/such/file"))
    }
  }

  @Test("A file that is shorter than planned ends in a reset after its bytes")
  func shortFile() async throws {
    try await withFile(Data("abc".utf8)) { file in
      let plan = ResponsePlan(
        head: ResponseHead(), body: .file(path: file.path, offset: 0, count: 5))
      try await withListener(handler: answering(plan)) { listener in
        let client = try await FrameClient(port: listener.port)
        try await client.request()
        #expect(try await client.next().status == 200)
        let reset = try await client.next()
        #expect(reset.kind == .reset)
        #expect(reset.code == .internalError)
      }
    }
  }

  @Test("A head that cannot be sent becomes a 500 that says why")
  func unsendable() async throws {
    let plan = ResponsePlan(head: ResponseHead(headers: ["X-A": "1\r\nX-B: 2"]))
    try await withListener(handler: answering(plan)) { listener in
      let client = try await FrameClient(port: listener.port)
      try await client.request()
      let response = try await client.response()
      #expect(response.status == 500)
      #expect(response.text.contains("contains a line end or NUL"))
    }
  }

  @Test("A client with open windows that reads nothing is cut off and reported so")
  func bounded() async throws {
    let size = 64 * 1_024 * 1_024
    let endings = Endings()
    let plan = ResponsePlan.ok(String(repeating: "a", count: size))
    let handler: RequestHandler = { _ in ListenerResponse(.ready(plan), finish: endings.note) }
    var configuration = ListenerConfiguration.forTests
    configuration.timeouts.stalledWrite = .milliseconds(60)
    try await withListener(configuration, handler: handler) { listener in
      let client = try await FrameClient(
        port: listener.port, settings: [(4, 0x7FFF_FFFF)], .windowUpdate(0, 0x7FFE_0000),
        .request(1))
      #expect(try await client.next().status == 200)
      // Nothing is read from here on: the windows are open, but the connection is full.
      #expect(await endings.next() == .cancelled)
      let rest = try? await client.rest()
      #expect(rest?.count ?? 0 < size)
    }
  }

  @Test("A client that reads nothing is cut off even when little is left to be sent to it")
  func boundedWithLittleLeft() async throws {
    let endings = Endings()
    let plan = ResponsePlan.ok(String(repeating: "a", count: 100 * 1_024))
    let handler: RequestHandler = { _ in ListenerResponse(.ready(plan), finish: endings.note) }
    var configuration = ListenerConfiguration.forTests
    configuration.timeouts.stalledWrite = .milliseconds(60)
    try await withListener(configuration, handler: handler) { listener in
      let client = try await FrameClient(
        port: listener.port, settings: [(4, 0x7FFF_FFFF)], .windowUpdate(0, 0x7FFE_0000))
      // The system takes many before it takes no more: then one of them is stuck, or its end.
      var ending = ResponseEnding.completed
      for _ in 0..<1_000 where ending == .completed {
        try await client.request()
        ending = try #require(await endings.next())
      }
      #expect(ending == .cancelled)
    }
  }
}
