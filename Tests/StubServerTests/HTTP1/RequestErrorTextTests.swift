import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct RequestErrorTextTests {
  private static let long = String(repeating: "a b;", count: 100)

  /// Heads that contain more than an error can show.
  private static let longHeads = [
    "GET / \(long)\r\n", "GET / HTTP/1.1\r\nHost: \(long)\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nExpect: \(long)\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: \(long)\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \(long)\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \(long), chunked\r\n\r\n",
    "\rGET / HTTP/1.1\r\n",
  ]

  /// Fields over HTTP/2, each list with one error.
  private static let fields: [[(String, String)]] = [
    [], [(":path", "/a b")], [(":path", "/a#b")], [(":path", "*")], [(":path", "a")],
    [(":path", "http://u@a/")], [(":path", "/"), (":authority", "u@a")],
    [(":path", "/"), (":authority", long)], [(":path", "/\(long)")],
    [(":method", "CONNECT")], [(":method", "CONNECT"), (":authority", "a.example")],
    [(":path", "/"), (":authority", "a"), ("host", "b")],
    [(":path", "/"), (":authority", long), ("host", "b\(long)")],
    [(":path", "/"), ("expect", "something")], [(":path", "/"), ("content-length", "11")],
    (0..<7).map { ("x-\($0)", "") },
  ]

  /// An error of each kind, of real requests where a request is enough to make one.
  ///
  /// - Throws: when an input is no error.
  private static func errors() throws -> [RequestError] {
    let parser = RequestParserErrorTests.self
    let inputs =
      (parser.requestLines + parser.fields + parser.hosts + parser.chunks).map(\.input) + longHeads
    let malformed = try inputs.map { input in
      try #require(events(of: Array(input.utf8), piece: 64).last?.failure, "\(input)")
    }
    let excessive = try parser.excesses.map { input, _ in
      try #require(
        events(of: Array(input.utf8), piece: 64, limits: parser.tightLimits).last?.failure,
        "\(input)")
    }
    let refused = try fields.map { try #require(error(of: $0), "\($0)") }
    let memory = BodyMemory(limit: 268_435_456)
    let (limits, timeouts) = (ListenerLimits(), ListenerTimeouts())
    return malformed + excessive + refused + [refusedField("X-Upper"), refusedField(long)]
      + [
        .largeHead(limits), .tooManyFields(limits), .largeBody(limits), .tooManyConnections(limits),
        .slowHead(timeouts), .stalledBody(timeouts), .slowBody(timeouts), .cutShort(isBody: false),
        .cutShort(isBody: true), .shortage(DescriptorLimit(1_024)), memory.tooLarge,
        memory.exhausted, memory.noRoom(for: 67_108_864),
      ]
  }

  private static func error(of fields: [(String, String)]) -> RequestError? {
    var limits = ListenerLimits()
    (limits.requestLineLength, limits.headerCount, limits.bodySize) = (100, 5, 10)
    var draft = HTTP2RequestDraft(limits: limits)
    for (name, value) in fields {
      draft.append(Array(name.utf8).span, Array(value.utf8).span)
    }
    draft.endHead()
    if let problem = draft.problem { return problem }
    do throws(RequestError) {
      _ = try draft.request(from: .client())
      return nil
    } catch {
      return error
    }
  }

  private static func refusedField(_ name: String) -> RequestError {
    var draft = HTTP2RequestDraft(limits: ListenerLimits())
    draft.refuseField(Array(name.utf8).span)
    return draft.problem ?? RequestError(400, "", try: "")
  }

  @Test("Every error of a request is one short sentence: what is wrong with it, and what to do")
  func sentences() throws {
    let names = ["Content-Length must be ", "Transfer-Encoding must be "]
    let errors = try Self.errors()
    #expect(errors.count > 100)
    for error in errors {
      let text = error.description
      let words = text.split { !$0.isLetter }
      #expect(!words.contains("expected") && !words.contains("got"), "\(text)")
      #expect(text.count <= 160, "\(text) (\(text.count))")
      #expect(!text.contains { $0.isNewline || $0 == "\0" }, "\(text)")
      #expect(
        error.problem.first?.isLowercase == true || names.contains(where: error.problem.hasPrefix),
        "\(text)")
      #expect(error.remedy.first?.isLowercase == true, "\(text)")
      #expect(error.remedy.last != ".", "\(text)")
    }
  }

  @Test(
    "HTTP/1.1 and HTTP/2 explain the same error with the same words",
    arguments: [
      (
        [("Expect", "something")],
        "the Expect field must be `100-continue`, not \"something\"; leave it out"
      ),
      (
        (0..<5).map { ("x-\($0)", "1") },
        "the request has more than 5 header fields; "
          + "send fewer, or raise the limit `headerCount` (--max-headers)"
      ),
      (
        [("x", String(repeating: "a", count: 400))],
        "the header fields have more than 400 bytes together; "
          + "send less, or raise the limit `headSize` (--max-head)"
      ),
      (
        [("Content-Length", "11")],
        "the body has more than 10 bytes; send less, or raise the limit `bodySize` (--max-body)"
      ),
    ])
  func sameWords(_ fields: [(String, String)], _ text: String) async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.limits.headSize = 400
    configuration.limits.headerCount = 5
    configuration.limits.bodySize = 10
    try await withListener(configuration, handler: describing) { listener in
      let plain = try WireClient(port: listener.port)
      let lines = fields.map { "\($0.0): \($0.1)\r\n" }.joined()
      try await plain.send("POST / HTTP/1.1\r\nHost: a.example\r\n\(lines)\r\n")
      let first = try await plain.response()
      let frames = try await FrameClient(port: listener.port)
      let isAnnounced = fields[0].0 == "Content-Length"
      // HTTP/2 has no Host here, so another field takes its place.
      try await frames.request(
        "POST", fields: [("x-host", "a")] + fields.map { ($0.0.lowercased(), $0.1) },
        hasBody: isAnnounced)
      let second = try await frames.response()
      let head = "\(first.status) \(HTTPStatusCode(rawValue: first.status).reasonPhrase)\n"
      #expect(second.text == "\(head)\(text)\n")
      #expect(first.text.hasPrefix("\(head)line "))
      #expect(first.text.hasSuffix(" of the request: \(text)\n"))
    }
  }
}
