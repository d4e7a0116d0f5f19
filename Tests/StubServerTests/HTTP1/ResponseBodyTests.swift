import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct ResponseBodyTests {
  private func ask(
    _ plan: ResponsePlan, version: String = "1.1", _ body: (WireClient) async throws -> Void
  ) async throws {
    let handler: RequestHandler = { _ in ListenerResponse(.ready(plan)) }
    try await withListener(handler: handler) { listener in
      let client = try WireClient(port: listener.port)
      try await client.send("GET / HTTP/\(version)\r\nHost: a\r\n\r\n")
      try await body(client)
    }
  }

  private func plan(
    _ text: String, _ headers: HTTPHeaders = [:], pacing: ResponseTiming.Pacing = .atOnce
  ) -> ResponsePlan {
    ResponsePlan(
      head: ResponseHead(headers: headers), body: .data(Data(text.utf8)),
      timing: ResponseTiming(body: pacing))
  }

  @Test("A body with a transfer coding goes out in a chunk for each step of the plan")
  func chunked() async throws {
    let text = "abcdef"
    let chunked = plan(
      text, ["Transfer-Encoding": "chunked"], pacing: .over(.milliseconds(30)))
    let steps = chunked.steps.count {
      if case .bytes = $0.step { true } else { false }
    }
    try await ask(chunked) { client in
      let response = try await client.response()
      #expect(response.text == text)
      #expect(response.chunks.count == steps + 1)
      #expect(response["Content-Length"] == nil)
    }
    try await ask(chunked, version: "1.0") { client in
      let response = try await client.response()
      #expect(response.text == text)
      #expect(response["Transfer-Encoding"] == nil)
      #expect(response.chunks.isEmpty)
    }
  }

  @Test("A request in chunks arrives as one body")
  func chunkedRequest() async throws {
    try await withListener(handler: describing) { listener in
      let client = try WireClient(port: listener.port)
      try await client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
      for piece in ["3\r\nab", "c\r\n", "4;x=1\r\ndefg\r", "\n0\r\n", "\r\n"] {
        try await client.send(piece)
      }
      #expect(try await client.response().text == "POST / abcdefg")
    }
  }

  @Test("A response that is too short for its length ends with the connection")
  func tooShort() async throws {
    try await ask(plan("abc", ["Content-Length": "10"])) { client in
      let bytes = try await client.rest()
      #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("\r\n\r\nabc"))
    }
  }

  @Test("A header that would split the response becomes a 500 that says so")
  func splitting() async throws {
    try await ask(plan("abc", ["X-A": "1\r\nX-B: 2"])) { client in
      let response = try await client.response()
      #expect(response.status == 500)
      #expect(response["X-B"] == nil)
      #expect(response.text.contains("\"1\\r\\nX-B: 2\" of the header"))
    }
  }

  @Test("A body file that is missing becomes a 500 that names it")
  func missingFile() async throws {
    let missing = ResponsePlan(
      head: ResponseHead(), body: .file(path: "/no/such/file", offset: 0, count: 5))
    try await ask(missing) { client in
      let response = try await client.response()
      #expect(response.status == 500)
      #expect(response.text.contains("/no/such/file"))
    }
  }

  @Test("A failure before the head resets the connection and is reported")
  func failsAtOnce() async throws {
    let endings = Endings()
    let handler: RequestHandler = { _ in
      ListenerResponse(.ready(.failing(.network(.networkConnectionLost))), finish: endings.note)
    }
    try await withListener(handler: handler) { listener in
      let client = try WireClient(port: listener.port)
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      await #expect(throws: WireError.reset(after: [])) { try await client.rest() }
      #expect(await endings.next() == .failed(.network(.networkConnectionLost)))
    }
  }

  @Test("A failure in the middle of a body resets the connection after the planned bytes")
  func failsMidBody() async throws {
    var failing = plan("abc", ["Content-Length": "10"])
    failing.failure = .network(.networkConnectionLost)
    try await ask(failing) { client in
      let error = await #expect(throws: WireError.self) { try await client.rest() }
      #expect(error?.description == "reset by the server")
      let text = String(decoding: error?.bytesBefore ?? [], as: UTF8.self)
      #expect(text.hasSuffix("\r\n\r\nabc"))
    }
  }

  @Test("A large body file is sent whole without being held in memory")
  func largeFile() async throws {
    let size = 50 * 1_024 * 1_024
    // Sparse, so that it takes no room on the disk.
    let hugeSize = 2 * 1_024 * 1_024 * 1_024
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: UInt64(hugeSize))
    try handle.close()
    let handler: RequestHandler = { request in
      let count = request.target.path == "/huge" ? hugeSize : size
      let plan = ResponsePlan(
        head: ResponseHead(headers: ["Content-Length": String(count)]),
        body: .file(path: file.path, offset: 0, count: count))
      return ListenerResponse(.ready(plan))
    }
    try await withListener(handler: handler) { listener in
      // Clients that do not read: what is buffered for each of them stays.
      let before = try residentBytes()
      var clients: [WireClient] = []
      for _ in 0..<4 {
        let client = try WireClient(port: listener.port)
        client.readSlowly()
        try await client.send("GET /huge HTTP/1.1\r\nHost: a\r\n\r\n")
        try await client.skip(1)
        clients.append(client)
      }
      let client = try WireClient(port: listener.port)
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      try await client.skip(size)
      let rest = try await client.rest()
      // The head's bytes were skipped too, so that many of the body are left.
      #expect(rest.count < 1_000 && rest.count > 50)
      #expect(rest.allSatisfy { $0 == 0 })
      // A single response held in memory would be 2 GB; other tests run in this process too.
      let growth = try residentBytes() - before
      #expect(growth < hugeSize / 2, "grew by \(growth) bytes")
    }
  }

  private func residentBytes() throws -> Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else {
      print("skipped: the system does not say how much memory is in use")
      return 0
    }
    return pages * 4_096
  }
}
