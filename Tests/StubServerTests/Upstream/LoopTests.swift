import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite("Requests that come back to a server", .timeLimit(.minutes(5)))
struct LoopTests {
  /// How a server passes requests on to the next.
  enum Way: CaseIterable {
    case passing, recording, stub
    /// By a stub that leaves out `Via`.
    case secretStub
  }

  /// A server that forwards all requests.
  private final class Forwarder {
    let stubs = StubSet()
    let listener: Listener
    let recorder = TestRecorder()

    init() throws {
      listener = try Listener(stubs: stubs, port: 0, configuration: .forTests)
      try listener.start()
    }

    deinit { listener.stop() }

    func forward(to url: String, _ way: Way) throws {
      stubs.unhandledMode = .optin
      switch way {
      case .passing, .recording:
        _ = listener.exchange(upstream: try Upstream(UpstreamConfiguration(url: url)))
        if way == .recording { stubs.add(recorder: recorder) }
      case .stub, .secretStub:
        var forwarding = Forwarding(to: url)
        if way == .secretStub { forwarding.removedFields = ["Via"] }
        stubs.add(stub: HTTPStubRequest().respond(with: ForwardingResponder(forwarding)))
      }
    }
  }

  @Test(
    "Requests that come back end with 508, however many servers forward them, and in whatever way",
    arguments: Way.allCases, [1, 2, 3])
  func ring(way: Way, count: Int) async throws {
    let servers = try (0..<count).map { _ in try Forwarder() }
    for (number, server) in servers.enumerated() {
      try server.forward(to: servers[(number + 1) % count].listener.url, way)
    }
    let response = try await WireClient.exchange("GET /a", to: servers[0].listener.port)
    #expect(response.status == 508)
    let url = servers[1 % count].listener.url
    #expect(response.text.hasPrefix("GET http://"))
    #expect(response.text.contains("/a is not forwarded to \(url): it has come through stubber-"))
    #expect(response.text.contains("; forward to a server that does not forward back"))
    #expect(servers.map(\.stubs.journal.receivedCount).reduce(0, +) == count + 1)
    #expect(servers.allSatisfy { $0.recorder.recorded.isEmpty })
  }

  @Test(
    "Requests that come back end with 508, whatever name they use",
    arguments: ["127.0.0.1", "localhost", "0.0.0.0"])
  func name(_ host: String) async throws {
    let server = try Forwarder()
    try server.forward(to: "http://\(host):\(server.listener.port)", .stub)
    let response = try await WireClient.exchange("GET /a", to: server.listener.port)
    #expect(response.status == 508)
    #expect(server.stubs.journal.receivedCount == 2)
    #expect(server.stubs.journal.entries.last?.response?.head?.status == 508)
  }

  @Test("Requests that come back and match a stub are answered")
  func answered() async throws {
    let server = try Forwarder()
    try server.forward(to: "\(server.listener.url)/own", .stub)
    server.stubs.add(stub: HTTPStubRequest().match(path: "/own/a").stub(for: .get, .text("own")))
    #expect(try await WireClient.exchange("GET /a", to: server.listener.port).text == "own")
  }

  @Test("A request that has come through 20 servers is not forwarded", arguments: [19, 20])
  func hops(count: Int) async throws {
    let (server, real) = (try Forwarder(), try RealServer())
    try server.forward(to: "http://127.0.0.1:\(real.port)", .passing)
    let via = (1...count).map { "1.1 proxy\($0) (a)" }.joined(separator: ", ")
    let response = try await WireClient.exchange(
      "GET /a", headers: ["Via: \(via)"], to: server.listener.port)
    #expect(response.status == (count < ViaHop.most ? 200 : 508))
    #expect(real.requestCount == (count < ViaHop.most ? 1 : 0))
  }

  @Test("A server gets the names of all servers on the way, and a recording none")
  func names() async throws {
    let (server, real) = (try Forwarder(), try Forwarder())
    real.stubs.add(stub: HTTPStubRequest().stub(for: .get, .text("real")))
    try server.forward(to: real.listener.url, .recording)
    let response = try await WireClient.exchange(
      "GET /a", headers: ["Via: 1.0 other (x)"], to: server.listener.port)
    #expect(response.text == "real")
    let request = try #require(real.stubs.journal.entries.first?.request)
    let own = server.listener.outbound.servers.hop.name
    #expect(request.headers.values(of: "Via") == ["1.0 other (x)", "1.1 \(own)"])
    let recorded = try #require(server.recorder.recorded.first)
    #expect(recorded.request.headers.values(of: "Via") == [])
  }

  @Test("Two webhooks of a stub to its own server are sent once", arguments: [1, 2])
  func webhooks(servers count: Int) async throws {
    let servers = try (0..<count).map { _ in try Forwarder() }
    let (stream, ends) = AsyncStream<SentWebhook>.makeStream()
    for (number, server) in servers.enumerated() {
      let url = servers[(number + 1) % count].listener.url
      server.stubs.changeHooks { $0.webhookEnded = { ends.yield($2) } }
      server.stubs.add(
        stub: HTTPStubRequest().stub(.status(.ok))
          .then(send: .post, to: "\(url)/1").then(send: .post, to: "\(url)/2"))
    }
    _ = try await WireClient.exchange("POST /", to: servers[0].listener.port)
    // One request leads to two, and so on, until they come to the stub that has begun.
    let sent = (1...count).map { 1 << $0 }.reduce(0, +)
    let refused = 2 << count
    var failures: [String] = []
    var iterator = stream.makeAsyncIterator()
    for _ in 0..<sent + refused {
      if case .failed(let reason)? = await iterator.next()?.outcome { failures.append(reason) }
    }
    #expect(failures.count == refused)
    #expect(
      failures.allSatisfy {
        $0.hasPrefix("not sent again after this request, as it has come through stubber-")
      })
    #expect(servers.map(\.stubs.journal.receivedCount).reduce(0, +) == 1 + sent)
  }

  @Test("A webhook leads to that of another stub of the server")
  func webhookChain() async throws {
    let (server, target) = (try Forwarder(), try Forwarder())
    target.stubs.add(stub: HTTPStubRequest().stub(.status(.ok)))
    let url = server.listener.url
    let (stream, ends) = AsyncStream<SentWebhook>.makeStream()
    server.stubs.changeHooks { $0.webhookEnded = { ends.yield($2) } }
    for (path, next) in [("/1", "\(url)/2"), ("/2", target.listener.url)] {
      server.stubs.add(
        stub: HTTPStubRequest().match(path: path).stub(.status(.ok))
          .then(send: .post, to: next))
    }
    _ = try await WireClient.exchange("POST /1", to: server.listener.port)
    var iterator = stream.makeAsyncIterator()
    for _ in 0..<2 { #expect(await iterator.next()?.outcome == .answered(.ok)) }
    #expect(target.stubs.journal.receivedCount == 1)
  }
}

/// Takes every request, and keeps what is recorded.
private final class TestRecorder: ExchangeRecorder {
  private let interactions = Shared<[Interaction]>([])

  var recorded: [Interaction] { interactions.value }

  func wants(_ request: ReceivedRequest, beforeStubs: Bool) -> Bool { true }

  func begin(_ request: ReceivedRequest) -> RecordingTicket {
    RecordingTicket { [interactions] interaction in
      if let interaction { interactions.update { $0.append(interaction) } }
    }
  }
}
