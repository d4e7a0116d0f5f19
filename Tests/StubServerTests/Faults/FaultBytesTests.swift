import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct FaultBytesTests {
  private static let body = "0123456789"

  /// Sends a request to a stub with the fault; the body may go on with the client.
  private func ask(
    _ response: HTTPStubResponse, _ body: (WireClient, Listener, Endings) async throws -> Void
  ) async throws {
    let endings = Endings()
    let stubs = StubSet()
    stubs.hooks.finished = { _, _, ending in endings.note(ending) }
    stubs.add(stub: HTTPStubRequest().match(path: "/").stub(response))
    var configuration = ListenerConfiguration.forTests
    // One loop, so that a whole exchange later the loop has also ended what it was to end.
    configuration.threadCount = 1
    configuration.timeouts.linger = .zero
    let listener = try Listener(stubs: stubs, port: 0, configuration: configuration)
    try listener.start()
    defer { listener.stop() }
    let client = try WireClient(port: listener.port)
    try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    try await body(client, listener, endings)
  }

  @Test(
    "Every fault is played to the byte and ends the connection its way", arguments: FaultCase.all)
  func bytes(_ expected: FaultCase) async throws {
    let response = HTTPStubResponse()
    response.body = Self.body
    response.fail(with: expected.fault)
    try await ask(response) { client, listener, endings in
      let found: (bytes: [UInt8], end: FaultCase.End)
      if expected.end == .open {
        // The head's own date makes the count uncertain; what is read is checked below.
        let dateLength = expected.bytes.count > 40 ? Self.dateField.utf8.count : 0
        let bytes = try await client.bytes(expected.bytes.count + dateLength)
        _ = await endings.next()
        #expect(client.serverSide == .open)
        listener.stop()
        #expect(try await client.rest().isEmpty)
        found = (bytes, .open)
      } else {
        found = try await readToEnd(client, listener, expecting: expected.end)
        let ending = try #require(await endings.next())
        #expect(ending == Self.ending(of: expected.fault))
      }
      #expect(
        String(decoding: withoutDate(found.bytes), as: UTF8.self).debugDescription
          == String(decoding: expected.bytes, as: UTF8.self).debugDescription)
      #expect(withoutDate(found.bytes) == expected.bytes)
      #expect(found.end == expected.end)
    }
  }

  @Test("The table of bytes has every fault there is")
  func complete() {
    #expect(Set(FaultCase.all.map(\.fault)) == Set(HTTPStubFault.samples))
  }

  @Test("A stall sends nothing more to a waiting client, and ends when it disconnects")
  func stallEndsWithClient() async throws {
    let response = HTTPStubResponse()
    response.fail(with: .neverAnswer)
    try await ask(response) { client, _, endings in
      #expect(await endings.next() == .failed(.network(.timedOut)))
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(client.serverSide == .open)
      client.finishSending()
      #expect(try await client.rest().isEmpty)
    }
  }

  @Test("A fault in a response with chunks leaves the chunks that are out whole")
  func chunks() async throws {
    let response = HTTPStubResponse()
    response.chunks = [HTTPStubChunk("abc"), HTTPStubChunk("defg")]
    response.fail(with: .close(after: .bytes(5)))
    try await ask(response) { client, _, _ in
      let text = String(decoding: withoutDate(try await client.rest()), as: UTF8.self)
      #expect(text.hasSuffix("Connection: close\r\n\r\n3\r\nabc\r\n2\r\nde\r\n"))
    }
  }

  @Test(
    "A fault of the head alone leaves the chunks behind it whole",
    arguments: [HTTPStubFault.duplicateLength, .invalidHeader])
  func chunksAfterBadHead(_ fault: HTTPStubFault) async throws {
    let response = HTTPStubResponse()
    response.chunks = [HTTPStubChunk("abc"), HTTPStubChunk("defg")]
    response.fail(with: fault)
    try await ask(response) { client, _, _ in
      let text = String(decoding: try await client.rest(), as: UTF8.self)
      #expect(text.hasSuffix("\r\n\r\n3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n"))
    }
  }

  @Test("A script of one's own is played as it is written")
  func script() async throws {
    let fault = HTTPStubFault(
      "hiccup",
      steps: [
        .headBytes(9), .wait(.milliseconds(1)), .headBytes(-1), .head, .body(.percent(20)),
        .raw(Data("--".utf8)), .body(.all), .finish,
      ], clientError: nil)
    let response = HTTPStubResponse()
    response.body = Self.body
    response.fail(with: fault)
    try await ask(response) { client, _, endings in
      let text = String(decoding: withoutDate(try await client.rest()), as: UTF8.self)
      #expect(text.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: "))
      #expect(text.hasSuffix("\r\nConnection: close\r\n\r\n01--23456789"))
      #expect(await endings.next() == .completed)
    }
  }

  @Test("A response recovers when only the first requests are to fail")
  func recovers() async throws {
    let response = HTTPStubResponse()
    response.body = Self.body
    response.fail(with: .reset, first: 1)
    try await ask(response) { client, listener, _ in
      await #expect(throws: WireError.reset(after: [])) { try await client.rest() }
      let second = try WireClient(port: listener.port)
      try await second.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await second.response().text == Self.body)
      #expect(second.serverSide == .open)
    }
  }

  private static func ending(of fault: HTTPStubFault) -> ResponseEnding {
    fault.clientError.map { .failed(.network($0)) } ?? .completed
  }

  private static let dateField = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"

  private func withoutDate(_ bytes: [UInt8]) -> [UInt8] {
    guard let text = String(bytes: bytes, encoding: .utf8),
      let start = text.range(of: "Date: "), let end = text.range(of: " GMT\r\n")
    else { return bytes }
    return Array((text[..<start.lowerBound] + text[end.upperBound...]).utf8)
  }

  private func readToEnd(
    _ client: WireClient, _ listener: Listener, expecting end: FaultCase.End
  ) async throws -> (bytes: [UInt8], end: FaultCase.End) {
    let bytes: [UInt8]
    do {
      bytes = try await client.rest()
    } catch let error as WireError where error.description == "reset by the server" {
      return (error.bytesBefore, .reset)
    }
    let other = try WireClient(port: listener.port)
    try await other.send("GET /other HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = try await other.response()
    // What is sent to a socket that is closed is answered by a reset, after which nothing can be
    // sent any more. The reset may take its time.
    try await client.send("x")
    do {
      repeat { try await client.send("y") } while end == .closed
      return (bytes, .halfClosed)
    } catch {
      return (bytes, .closed)
    }
  }
}
