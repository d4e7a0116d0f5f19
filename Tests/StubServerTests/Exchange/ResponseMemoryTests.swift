import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

/// The memory of responses that were made for one request, until they are out.
@Suite(.timeLimit(.minutes(5))) struct ResponseMemoryTests {
  /// Where the bytes of a response come from.
  enum Source: String, CaseIterable, Sendable {
    case echo, part, copy, made
  }

  /// More than the buffers of a connection hold.
  private static let size = 20 << 20

  /// Answers by the last component of the path, at once or later.
  private func handler(_ size: Int, isLater: Bool = false) -> RequestHandler {
    let shared = ResponsePlan(
      head: ResponseHead(status: .ok), body: .data(Data(repeating: 0x62, count: size))
    ).kept()
    return { request in
      let body = request.body ?? Data()
      var plan = ResponsePlan(head: ResponseHead(status: .ok))
      switch request.target.path {
      case "/echo": plan.body = .data(body)
      case "/part": plan.body = .data(body.dropFirst(1).dropLast(1))
      case "/copy": plan.body = .data(Data(Array(body)))
      case "/made": plan.body = .data(Data(repeating: 0x61, count: size))
      case "/shared": plan = shared
      case "/slow":
        plan = shared
        plan.timing.beforeHead = .nanoseconds(1)
      default: plan.body = .data(Data("small".utf8))
      }
      let made = plan
      return ListenerResponse(isLater ? .pending { made } : .ready(made))
    }
  }

  private func ask(_ path: String, _ listener: Listener) async throws -> WireResponse {
    try await WireClient.exchange("GET \(path)", to: listener.port)
  }

  private func begin(_ source: Source, _ client: WireClient) async throws {
    let length = source == .made ? 0 : Self.size
    try await client.send(
      "POST /\(source) HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n")
    if length > 0 { try await client.send([UInt8](repeating: 0x61, count: length)) }
    #expect(try await client.response(to: "HEAD").status == 200)
  }

  @Test(
    "A response that a client does not read has its memory until it is out, wherever its bytes are from",
    arguments: Source.allCases, [false, true])
  func unread(source: Source, isLater: Bool) async throws {
    try await withListener(
      .forTests(bodyMemory: Self.size * 3 / 2), handler: handler(Self.size, isLater: isLater)
    ) { listener in
      let client = try WireClient(port: listener.port)
      try await begin(source, client)
      let refused = try await ask("/made", listener)
      #expect(refused.status == 503)
      #expect(refused.text.contains("the response of \(Self.size) bytes has no room in the "))
      #expect(refused.text.contains("--max-bodies"))
      // What takes no memory of its own goes on.
      for path in ["/shared", "/slow", "/small"] {
        #expect(try await ask(path, listener).status == 200, "\(path)")
      }
      _ = try await client.bytes(Self.size - (source == .part ? 2 : 0))
      #expect(try await ask("/made", listener).status == 200)
    }
  }

  @Test("The memory is free again when the client has left", arguments: Source.allCases)
  func left(source: Source) async throws {
    try await withListener(
      .forTests(bodyMemory: Self.size * 3 / 2), handler: handler(Self.size)
    ) { listener in
      var client: WireClient? = try WireClient(port: listener.port)
      if let client { try await begin(source, client) }
      #expect(try await ask("/made", listener).status == 503)
      client = nil
      while try await ask("/made", listener).status == 503 {}
    }
  }

  @Test("The streams of an HTTP/2 connection share the memory limit of responses")
  func streams() async throws {
    let size = 1 << 20
    try await withListener(.forTests(bodyMemory: size * 3 / 2), handler: handler(size)) {
      listener in
      let client = try await FrameClient(port: listener.port)
      let first = try await client.request("GET", "/made")
      #expect(try await client.next(.headers).status == 200)
      _ = try await client.request("GET", "/made")
      #expect(try await client.next(.headers).status == 503)
      _ = try await client.request("GET", "/shared")
      #expect(try await client.next(.headers).status == 200)
      try await client.send(.windowUpdate(0, 1 << 30), .windowUpdate(first, 1 << 30))
      var frame = try await client.next(.data)
      while frame.stream != first || frame.flags & Frame.endStream == 0 {
        frame = try await client.next(.data)
      }
      _ = try await client.request("GET", "/made")
      #expect(try await client.next(.headers).status == 200)
    }
  }

  @Test("A response that is larger than all memory goes out if no other body has any")
  func alone() async throws {
    try await withListener(.forTests(bodyMemory: 100_000), handler: handler(1 << 20)) { listener in
      for _ in 0..<3 {
        let response = try await ask("/made", listener)
        #expect(response.body.count == 1 << 20)
      }
    }
  }

  @Test("The journal does not hold the memory of the bodies that it keeps")
  func journal() async throws {
    let stubs = StubSet()
    stubs.add(
      stub: HTTPStubRequest().match(path: "/now").match(body: .contains("a")).stub(
        for: .post, .text("")))
    let listener = try Listener(
      stubs: stubs, port: 0, configuration: .forTests(bodyMemory: 250_000))
    try listener.start()
    defer { listener.stop() }
    let body = String(repeating: "a", count: 150_000)
    for path in ["/now", "/none", "/now", "/none", "/now"] {
      let client = try WireClient(port: listener.port)
      try await client.send(
        "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
      #expect(try await client.response().status == (path == "/now" ? 200 : 404))
    }
    #expect(
      stubs.journal.entries.map { $0.request.body?.count } == Array(repeating: 150_000, count: 5))
  }

  @Test(
    "A large body reaches the real server whole, and has its memory until it is there",
    arguments: [1, 65_535, 65_536, 65_537, 3_000_001])
  func forwarded(size: Int) async throws {
    let counting: RequestHandler = { request in
      let body = request.body ?? Data()
      let isRight = body.enumerated().allSatisfy { $1 == UInt8(truncatingIfNeeded: $0 % 251) }
      return ListenerResponse(.ready(.ok("\(body.count) \(isRight)")))
    }
    try await withListener(handler: counting) { server in
      var configuration = ListenerConfiguration.forTests(bodyMemory: 4_000_000)
      configuration.upstream = try UpstreamConfiguration(url: server.url)
      let stubs = StubSet()
      stubs.unhandledMode = .optin
      let listener = try Listener(stubs: stubs, port: 0, configuration: configuration)
      try listener.start()
      defer { listener.stop() }
      let client = try WireClient(port: listener.port)
      for _ in 0..<2 {
        try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n")
        try await client.send((0..<size).map { UInt8(truncatingIfNeeded: $0 % 251) })
        #expect(try await client.response().text == "\(size) true")
      }
    }
  }
}
