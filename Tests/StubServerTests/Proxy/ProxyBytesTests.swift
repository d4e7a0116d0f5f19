import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite("The bytes that clients send to a proxy")
struct ProxyBytesTests {
  private static func serving(_ body: (Listener) async throws -> Void) async throws {
    var configuration = ListenerConfiguration.forTests
    var proxy = ProxyConfiguration()
    proxy.tls = .forTests
    configuration.proxy = proxy
    let stubs = StubSet()
    stubs.add(stub: HTTPStubRequest().match(host: .equals("a.example")).stub(.text("a")))
    try await withListener(serving: stubs, configuration, body)
  }

  /// A SOCKS greeting without a password, and a request for `a.example:80`.
  private static let greeting: [UInt8] =
    [5, 1, 0, 5, 1, 0, 3, 9] + Array("a.example".utf8) + [0, 80]
  private static let opening = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)
  private static let request = Array("GET /x HTTP/1.1\r\nHost: a.example\r\n\r\n".utf8)

  @Test(
    "A greeting and a request may arrive in pieces of any size", arguments: [1, 2, 3, 7, 1_000])
  func pieces(size: Int) async throws {
    try await Self.serving { listener in
      let client = try WireClient(port: listener.port)
      let bytes = Self.greeting + Self.request
      for start in stride(from: 0, to: bytes.count, by: size) {
        try await client.send(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      #expect(try await client.bytes(2) == [5, 0])
      #expect(try await client.bytes(10) == [5, 0, 0, 1, 0, 0, 0, 0, 0, 0])
      #expect(try await client.response().text == "a")
    }
  }

  @Test("A tunnel without TLS carries requests too, which need no Host in HTTP/1.0")
  func plain() async throws {
    try await Self.serving { listener in
      for head in ["GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\nHost: a.example\r\n\r\n"] {
        let client = try WireClient(port: listener.port)
        try await client.send("CONNECT a.example:80 HTTP/1.1\r\nHost: a.example:80\r\n\r\n\(head)")
        #expect(try await client.bytes(Self.opening.count) == Self.opening)
        #expect(try await client.response().text == "a")
      }
    }
  }

  @Test("What a tunnel cannot carry is refused with a reason")
  func refusals() async throws {
    try await Self.serving { listener in
      let client = try WireClient(port: listener.port)
      try await client.send("CONNECT a.example:22 HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await client.bytes(Self.opening.count) == Self.opening)
      try await client.send([0, 1, 2, 3, 13, 10])
      #expect(try await client.response().status == 400)
    }
  }

  @Test(
    "A SOCKS client gets the code of the error, and then the end",
    arguments: [
      ([5, 1, 1], [5, 0xFF]),
      ([5, 1, 0, 5, 2, 0, 3, 1, 97, 0, 80], [5, 0, 5, 7, 0, 1, 0, 0, 0, 0, 0, 0]),
      ([5, 1, 0, 5, 1, 0, 9, 1, 97, 0, 80], [5, 0, 5, 8, 0, 1, 0, 0, 0, 0, 0, 0]),
      ([5, 1, 0, 4, 1, 0, 3, 1, 97, 0, 80], [5, 0, 5, 1, 0, 1, 0, 0, 0, 0, 0, 0]),
      ([5, 1, 0, 5, 1, 0, 3, 1, 47, 0, 80], [5, 0, 5, 1, 0, 1, 0, 0, 0, 0, 0, 0]),
    ] as [([UInt8], [UInt8])])
  func socksErrors(sent: [UInt8], answer: [UInt8]) async throws {
    try await Self.serving { listener in
      let client = try WireClient(port: listener.port)
      try await client.send(sent)
      #expect(try await client.untilEnd() == answer)
    }
  }

  @Test("No greeting, however damaged, stops the listener")
  func damage() async throws {
    let seed = UInt64.random(in: .min ... .max)
    let random = SeededRandom(seed: seed)
    try await Self.serving { listener in
      for _ in 0..<200 {
        var bytes = Self.greeting + Self.request
        for _ in 0..<random.integer(in: 1...4) {
          bytes[random.integer(in: 1...bytes.count - 1)] = UInt8(random.integer(in: 0...255))
        }
        let client = try WireClient(port: listener.port)
        try? await client.send(Array(bytes.prefix(random.integer(in: 1...bytes.count))))
        client.finishSending()
        _ = try? await client.untilEnd()
      }
      let client = try WireClient(port: listener.port)
      try await client.send(Self.greeting + Self.request)
      _ = try await client.bytes(12)
      #expect(try await client.response().text == "a", "seed \(seed)")
    }
  }

  @Test("A client that says nothing in its tunnel is disconnected after the idle time")
  func silence() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.proxy = ProxyConfiguration()
    configuration.timeouts.idle = .milliseconds(50)
    try await withListener(serving: StubSet(), configuration) { listener in
      for start in ["CONNECT a.example:443 HTTP/1.1\r\nHost: a\r\n\r\n", "\u{5}"] {
        let client = try WireClient(port: listener.port)
        try await client.send(start)
        _ = try await client.untilEnd()
      }
    }
  }
}
