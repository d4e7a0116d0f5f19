import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

/// A body file goes out from where it is; what a client sees is that of a body in memory.
@Suite struct FileBodyTests {
  /// Parts of a file around the sizes from which it is sent otherwise, and of steps.
  private static let ranges = [
    0..<0, 0..<1, 5..<64 * 1_024 + 4, 5..<64 * 1_024 + 5, 0..<256 * 1_024, 0..<256 * 1_024 + 1,
    7..<256 * 1_024 + 64 * 1_024 + 7, 100..<1_000_003,
  ]

  private static let headers: [HTTPHeaders] = [
    [:], ["Transfer-Encoding": "chunked"], ["Content-Length": "2000000"],
    ["Content-Length": "10"],
  ]

  private static let requests = [
    "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    String(repeating: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", count: 3)
      + "HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    "GET / HTTP/1.0\r\n\r\n",
  ]

  /// All that a connection brings for these requests, without the values of dates.
  private func bytes(_ plan: ResponsePlan, _ requests: String) async throws -> [UInt8] {
    var plan = plan
    plan.head?.headers["Date"] = "now"
    var bytes: [UInt8] = []
    try await withListener(handler: answering(plan)) { listener in
      let client = try WireClient(port: listener.port)
      try await client.send(requests)
      bytes = try await client.rest()
    }
    return bytes
  }

  @Test(
    "A file is sent byte for byte like data, chunk by chunk, on every kind of connection",
    arguments: headers,
    requests)
  func sameBytes(_ headers: HTTPHeaders, _ requests: String) async throws {
    let file = try TestBodyFile(1_000_003)
    for range in Self.ranges {
      let plan = ResponsePlan(head: ResponseHead(headers: headers))
      let fromFile = try await bytes(plan.with(file.body(range)), requests)
      let fromMemory = try await bytes(plan.with(file.data(range)), requests)
      #expect(fromFile == fromMemory, "\(range)")
    }
  }

  @Test("A file is sent like data with a fault in the middle or at the end")
  func sameFaults() async throws {
    let file = try TestBodyFile(600_000)
    for fault in [HTTPStubFault.close(after: .percent(70)), .wrongLength(by: -7)] {
      var plan = ResponsePlan(head: ResponseHead(), fault: fault)
      plan.completeFraming(for: ReceivedRequest(.get, "/"))
      let request = Self.requests[0]
      #expect(
        try await bytes(plan.with(file.body()), request)
          == bytes(plan.with(file.data()), request))
    }
  }

  @Test("Over HTTP/2 a file has the same frames as data")
  func sameFrames() async throws {
    let file = try TestBodyFile(60_000)
    func answer(_ body: PlannedBody) async throws -> FrameResponse {
      var response: FrameResponse?
      let plan = ResponsePlan(head: ResponseHead(), body: body)
      try await withListener(handler: answering(plan)) { listener in
        let client = try await FrameClient(port: listener.port)
        try await client.request()
        response = try await client.response()
      }
      return try #require(response)
    }
    let response = try await answer(file.body())
    #expect(response.body == Array(file.bytes))
    #expect(try await response == answer(file.data()))
  }

  @Test("Over TLS a file is sent like data", .needs("curl"))
  func sameOverTLS() async throws {
    let file = try TestBodyFile(600_000)
    let plan = ResponsePlan(head: ResponseHead(), body: file.body())
    try await withSecureListener(handler: answering(plan)) { listener in
      let result = try await Tool.curl(
        ["--http1.1", "https://localhost:\(listener.port)/"], trusting: TestAuthority.certificate)
      guard let result else { return }
      #expect(result.bytes == file.bytes, "\(result.errors)")
    }
  }

  @Test("A file is reported when its last byte has left, even if nothing is written after it")
  func reported() async throws {
    let file = try TestBodyFile(600_000)
    let endings = Endings()
    let plan = ResponsePlan(head: ResponseHead(), body: file.body())
    let handler: RequestHandler = { _ in
      ListenerResponse(.ready(plan), finish: endings.note)
    }
    try await withListener(handler: handler) { listener in
      let client = try WireClient(port: listener.port)
      for _ in 0..<2 {
        try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try await client.response().body == Array(file.bytes))
        // The connection stays, so that nothing else tells.
        #expect(await endings.next() == .completed)
      }
    }
  }

  @Test("A client that does not read a file is cut off")
  func stalled() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.timeouts.stalledWrite = .milliseconds(50)
    let file = try TestBodyFile(100)
    let size = 1 << 30
    try file.truncate(to: size)
    let endings = Endings()
    let plan = ResponsePlan(
      head: ResponseHead(), body: .file(path: file.path, offset: 0, count: size))
    let handler: RequestHandler = { _ in ListenerResponse(.ready(plan), finish: endings.note) }
    try await withListener(configuration, handler: handler) { listener in
      let client = try WireClient(port: listener.port)
      client.readSlowly()
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(await endings.next() == .cancelled)
    }
  }

  @Test("A file that has become shorter ends the response before the missing step")
  func tooShort() async throws {
    let file = try TestBodyFile(300_000)
    let endings = Endings()
    let plan = ResponsePlan(
      head: ResponseHead(headers: ["Content-Length": "600000"]),
      body: .file(path: file.path, offset: 0, count: 600_000))
    let handler: RequestHandler = { _ in ListenerResponse(.ready(plan), finish: endings.note) }
    try await withListener(handler: handler) { listener in
      let client = try WireClient(port: listener.port)
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      let error = await #expect(throws: WireError.self) { try await client.rest() }
      #expect(error?.description == "reset by the server")
      let bytes = error?.bytesBefore ?? []
      let head = try #require(bytes.firstRange(of: "\r\n\r\n".utf8))
      let body = bytes[head.upperBound...]
      // A client that was kept from reading for more than a second has lost the end of it.
      let isOfFirstStep = file.bytes.prefix(PlanSteps.largestStep).starts(with: body)
      #expect(isOfFirstStep && !body.isEmpty, "\(body.count) bytes")
      let reason = try OpenFile.shared(file.path).truncationError
      #expect(await endings.next() == .failed(.error(reason)))
    }
  }

  @Test("If a file becomes shorter while it is sent, the response ends with its bytes")
  func becomesShorter() async throws {
    let file = try TestBodyFile(100)
    let size = 1 << 30
    try file.truncate(to: size)
    let endings = Endings()
    let plan = ResponsePlan(
      head: ResponseHead(headers: ["Content-Length": String(size)]),
      body: .file(path: file.path, offset: 0, count: size))
    let handler: RequestHandler = { _ in ListenerResponse(.ready(plan), finish: endings.note) }
    try await withListener(handler: handler) { listener in
      let client = try WireClient(port: listener.port)
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      try await client.skip(1_000)
      try file.truncate(to: 100)
      let error = await #expect(throws: WireError.self) { try await client.rest() }
      #expect(error?.description == "reset by the server")
      let reason = try OpenFile.shared(file.path).truncationError
      #expect(await endings.next() == .failed(.error(reason)))
    }
  }
}

extension ResponsePlan {
  fileprivate func with(_ body: PlannedBody) -> ResponsePlan {
    var plan = self
    plan.body = body
    return plan
  }
}
