import Foundation
import HTTPStubber
import StubCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Webhooks in-process")
struct InProcessWebhookTests {
  private let server: RealServer
  private let stubber: HTTPStubber
  private let ends: AsyncStream<SentWebhook>

  init() throws {
    server = try RealServer()
    stubber = HTTPStubber()
    let (stream, continuation) = AsyncStream<SentWebhook>.makeStream()
    ends = stream
    stubber.stubSet.changeHooks { $0.webhookEnded = { continuation.yield($2) } }
  }

  private func end() async -> SentWebhook? {
    for await webhook in ends { return webhook }
    return nil
  }

  /// Lets the session ask the stub.
  private func ask() async throws -> String {
    let url = try #require(URL(string: "http://shop.example/orders?id=5"))
    let (data, _) = try await stubber.session.data(from: url)
    return String(decoding: data, as: UTF8.self)
  }

  @Test("A webhook is sent for real, past all stubs")
  func sending() async throws {
    stubber.add(
      stub: HTTPStubRequest().stub(.text("ok"))
        .then(send: .put, to: "http://127.0.0.1:\(server.port)/paid/{{query.id}}") {
          $0.headers = ["X-One": "1"]
          $0.body = .text("hi")
          $0.usesTemplates = true
        })
    #expect(try await ask() == "ok")
    #expect(await end()?.outcome == .answered(.ok))
    let sent = String(decoding: server.lastRequest, as: UTF8.self)
    #expect(sent.hasPrefix("PUT /paid/5 HTTP/1.1\r\n"))
    #expect(sent.contains("X-One: 1\r\n"))
    #expect(
      stubber.journal.entries.first?.webhooks.map { "\($0)" }
        == ["PUT http://127.0.0.1:\(server.port)/paid/5: 200"])
    #expect(stubber.journal.entries.count == 1)
  }

  @Test("A target that is not allowed is not asked, and the journal says so")
  func refused() async throws {
    try stubber.webhooks.targets.deny("127.0.0.0-127.255.255.255")
    try stubber.webhooks.targets.deny("::1")
    stubber.add(
      stub: HTTPStubRequest().stub(.text("ok"))
        .then(send: .post, to: "http://localhost:\(server.port)/"))
    #expect(try await ask() == "ok")
    guard case .failed(let reason)? = await end()?.outcome else {
      Issue.record("the webhook was sent")
      return
    }
    #expect(reason.contains("is not an allowed target"))
    #expect(server.requestCount == 0)
  }

  @Test("A webhook that takes too long is given up")
  func timeout() async throws {
    stubber.webhooks.timeout = .milliseconds(20)
    stubber.add(
      stub: HTTPStubRequest().stub(.text("ok"))
        .then(send: .post, to: "http://127.0.0.1:\(server.port)/never"))
    _ = try await ask()
    guard case .failed(let reason)? = await end()?.outcome else {
      Issue.record("the webhook was answered")
      return
    }
    #expect(reason.contains("timed out"))
  }

  @Test("A webhook may have more time than any clock counts")
  func longTimeout() async throws {
    stubber.webhooks.timeout = .seconds(Int64.max)
    stubber.add(
      stub: HTTPStubRequest().stub(.text("ok"))
        .then(send: .post, to: "http://127.0.0.1:\(server.port)/"))
    _ = try await ask()
    #expect(await end()?.outcome == .answered(.ok))
  }

  @Test("A delay goes by the stubber's clock")
  func delay() async throws {
    let clock = VirtualClock()
    let slow = HTTPStubber(stubs: stubber.stubSet, clock: clock)
    slow.add(
      stub: HTTPStubRequest().stub(.text("ok"))
        .then(send: .get, to: "http://127.0.0.1:\(server.port)/later", delay: .seconds(60)))
    let url = try #require(URL(string: "http://shop.example/"))
    _ = try await slow.session.data(from: url)
    // The end of the response is told on another thread.
    while slow.journal.entries.first?.webhooks.isEmpty != false { await Task.yield() }
    #expect(server.requestCount == 0)
    clock.advance(by: .seconds(60))
    #expect(await end()?.outcome == .answered(.ok))
    #expect(server.requestCount == 1)
  }
}
