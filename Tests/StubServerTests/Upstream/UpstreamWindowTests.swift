import Foundation
import StubCore
import StubLanguages
import TestSupport
import Testing

@testable import StubServer

/// A body that is relayed from a real server, and a client that does not read.
@Suite(.timeLimit(.minutes(5))) struct UpstreamWindowTests {
  /// More than the buffers of three programs and of the connections between them hold.
  private static let most = 40 << 20

  private func withRelay(_ body: (FloodServer, Listener) async throws -> Void) async throws {
    let server = try FloodServer(megabytes: 64)
    var configuration = ListenerConfiguration.forTests
    configuration.upstream = try UpstreamConfiguration(url: server.url)
    let stubs = StubSet()
    stubs.unhandledMode = .optin
    let listener = try Listener(stubs: stubs, port: 0, configuration: configuration)
    try listener.start()
    defer { listener.stop() }
    try await body(server, listener)
  }

  @Test("A client that does not read stops the real server, and gets the rest when it reads on")
  func http1() async throws {
    try await withRelay { server, listener in
      let client = try WireClient(port: listener.port)
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await client.response(to: "HEAD").status == 200)
      #expect(await server.firstStop() < Self.most)
      #expect(Data(try await client.bytes(server.body.count)) == server.body)
    }
  }

  @Test("A client whose HTTP/2 window is used up stops the real server until it opens it")
  func http2() async throws {
    try await withRelay { server, listener in
      let client = try await FrameClient(port: listener.port)
      let stream = try await client.request()
      #expect(try await client.next(.headers).status == 200)
      #expect(await server.firstStop() < Self.most)
      try await client.send(.windowUpdate(0, 1 << 30), .windowUpdate(stream, 1 << 30))
      var body = Data()
      while body.count < server.body.count { body += try await client.next(.data).payload }
      #expect(body == server.body)
    }
  }

  @Test("A request that is given up before it is sent is not sent")
  func givenUp() async throws {
    let asked = AtomicInt(0)
    let handler: RequestHandler = { _ in
      asked.add(1)
      return ListenerResponse(.ready(.ok("")))
    }
    try await withListener(handler: handler) { listener in
      let upstream = try Upstream(UpstreamConfiguration(url: listener.url))
      let request = upstream.forwarded(ReceivedRequest(.get, "/"))
      for _ in 0..<20 {
        let (loaded, stream) = await Task {
          withUnsafeCurrentTask { $0?.cancel() }
          return (await upstream.load(request), await upstream.stream(request))
        }.value
        #expect(loaded == nil)
        #expect(stream == nil)
      }
      #expect(asked.load() == 0)
      #expect(await upstream.load(request) != nil)
    }
  }
}
