import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite("Webhooks of listeners")
struct WebhookTests {
  /// A listener that webhooks are sent to.
  private struct Target {
    let stubs = StubSet()
    let listener: Listener

    init(answering status: HTTPStatusCode = .noContent) throws {
      stubs.add(stub: HTTPStubRequest().stub(.status(status, headers: [.location: "/other"])))
      listener = try Listener(stubs: stubs, port: 0, configuration: .forTests)
      try listener.start()
    }
  }

  private let stubs = StubSet()

  private func listener(
    _ change: (inout WebhookConfiguration) throws -> Void = { _ in }
  ) throws -> Listener {
    var configuration = ListenerConfiguration.forTests
    try change(&configuration.webhooks)
    let listener = try Listener(stubs: stubs, port: 0, configuration: configuration)
    try listener.start()
    return listener
  }

  /// Lets a test wait for the ends of webhooks.
  private func ends() -> AsyncStream<SentWebhook>.AsyncIterator {
    let (stream, continuation) = AsyncStream<SentWebhook>.makeStream()
    stubs.changeHooks { $0.webhookEnded = { continuation.yield($2) } }
    return stream.makeAsyncIterator()
  }

  @Test("A webhook arrives as it is described, and is written into the journal")
  func sending() async throws {
    let target = try Target(answering: .created)
    defer { target.listener.stop() }
    stubs.add(
      stub: HTTPStubRequest().stub(.status(.accepted))
        .then(send: .put, to: "\(target.listener.url)/paid/{{json.id}}?a=1") { webhook in
          webhook.headers = ["X-From": "{{path}}"]
          webhook.body = .json(["id": "{{json.id}}"])
          webhook.usesTemplates = true
        })
    let listener = try listener()
    defer { listener.stop() }
    var ends = ends()
    let response = try await WireClient.exchange(
      "POST /orders", body: #"{"id": "5"}"#, to: listener.port)
    #expect(response.statusLine == "HTTP/1.1 202 Accepted")
    #expect(await ends.next()?.outcome == .answered(.created))
    let arrived = try #require(target.stubs.journal.entries.first?.request)
    #expect(arrived.method == .put)
    #expect(arrived.target.pathAndQuery == "/paid/5?a=1")
    #expect(arrived.headers["X-From"] == "/orders")
    #expect(arrived.headers[.contentType] == "application/json")
    #expect(arrived.headers[.host] == "127.0.0.1:\(target.listener.port)")
    #expect(arrived.bodyText == #"{"id":"5"}"#)
    #expect(
      stubs.journal.entries.first?.webhooks.map { "\($0)" }
        == ["PUT \(target.listener.url)/paid/5?a=1: 201"])
  }

  @Test("A delay goes by the listener's clock, which can be held and advanced")
  func delay() async throws {
    let target = try Target()
    defer { target.listener.stop() }
    stubs.add(
      stub: HTTPStubRequest().stub(.text(""))
        .then(send: .post, to: target.listener.url, delay: .seconds(3_600)))
    let listener = try listener()
    defer { listener.stop() }
    listener.clock.hold()
    var ends = ends()
    _ = try await WireClient.exchange("GET /", to: listener.port)
    while stubs.journal.entries.first?.ending == nil { await Task.yield() }
    #expect(stubs.journal.entries.first?.webhooks.map(\.outcome) == [.pending])
    listener.clock.advance(by: .seconds(3_600))
    #expect(await ends.next()?.outcome == .answered(.noContent))
    #expect(target.stubs.journal.receivedCount == 1)
  }

  @Test("A redirect is not followed")
  func redirect() async throws {
    let target = try Target(answering: .found)
    defer { target.listener.stop() }
    stubs.add(stub: HTTPStubRequest().stub(.text("")).then(send: .post, to: target.listener.url))
    let listener = try listener()
    defer { listener.stop() }
    var ends = ends()
    _ = try await WireClient.exchange("GET /", to: listener.port)
    #expect(await ends.next()?.outcome == .answered(.found))
    #expect(target.stubs.journal.receivedCount == 1)
  }

  @Test("A name is checked by the address that it has when the connection is made")
  func refusedName() async throws {
    let target = try Target()
    defer { target.listener.stop() }
    stubs.add(
      stub: HTTPStubRequest().stub(.text("ok"))
        .then(send: .post, to: "http://localhost:\(target.listener.port)/"))
    let listener = try listener {
      try $0.targets.deny("127.0.0.0-127.255.255.255")
      try $0.targets.deny("::1")
    }
    defer { listener.stop() }
    var ends = ends()
    let response = try await WireClient.exchange("GET /", to: listener.port)
    #expect(String(decoding: response.body, as: UTF8.self) == "ok")
    guard case .failed(let reason)? = await ends.next()?.outcome else {
      Issue.record("the webhook was sent")
      return
    }
    #expect(reason.hasPrefix("localhost ("))
    #expect(
      reason.hasSuffix(
        ") is not an allowed target; use --allow-webhook localhost:\(target.listener.port)"))
    #expect(target.stubs.journal.receivedCount == 0)
  }

  @Test("A target that does not answer changes nothing for the client")
  func failing() async throws {
    let target = try Target()
    let port = target.listener.port
    target.listener.stop()
    target.listener.waitUntilStopped()
    stubs.add(
      stub: HTTPStubRequest().stub(.text("ok")).then(send: .post, to: "http://127.0.0.1:\(port)/"))
    let listener = try listener()
    defer { listener.stop() }
    var ends = ends()
    let response = try await WireClient.exchange("GET /", to: listener.port)
    #expect(String(decoding: response.body, as: UTF8.self) == "ok")
    guard case .failed(let reason)? = await ends.next()?.outcome else {
      Issue.record("the webhook was answered")
      return
    }
    #expect(reason.contains("127.0.0.1"))
  }

  @Test("A webhook that takes too long is given up")
  func timeout() async throws {
    let target = StubSet()
    target.add(stub: HTTPStubRequest().stub(.text("").delayed(by: .seconds(3_600))))
    let slow = try Listener(stubs: target, port: 0, configuration: .forTests)
    try slow.start()
    defer { slow.stop() }
    stubs.add(stub: HTTPStubRequest().stub(.text("")).then(send: .post, to: slow.url))
    let listener = try listener { $0.timeout = .milliseconds(50) }
    defer { listener.stop() }
    var ends = ends()
    _ = try await WireClient.exchange("GET /", to: listener.port)
    guard case .failed(let reason)? = await ends.next()?.outcome else {
      Issue.record("the webhook was answered")
      return
    }
    #expect(reason.contains("timed out"))
  }

  @Test("A webhook may have more time than any clock counts")
  func longTimeout() async throws {
    let target = try Target(answering: .created)
    defer { target.listener.stop() }
    stubs.add(stub: HTTPStubRequest().stub(.text("")).then(send: .post, to: target.listener.url))
    let listener = try listener { $0.timeout = .seconds(Int64.max) }
    defer { listener.stop() }
    var ends = ends()
    _ = try await WireClient.exchange("GET /", to: listener.port)
    #expect(await ends.next()?.outcome == .answered(.created))
  }

  @Test("A listener that stops waits for no webhook")
  func stopping() async throws {
    let target = StubSet()
    target.add(stub: HTTPStubRequest().stub(.text("").delayed(by: .seconds(3_600))))
    var configuration = ListenerConfiguration.forTests
    configuration.timeouts.stop = .zero
    let slow = try Listener(stubs: target, port: 0, configuration: configuration)
    try slow.start()
    defer { slow.stop() }
    stubs.add(stub: HTTPStubRequest().stub(.text("")).then(send: .post, to: slow.url))
    let listener = try listener()
    var ends = ends()
    _ = try await WireClient.exchange("GET /", to: listener.port)
    try await target.journal.waitForRequests(timeout: .seconds(300))
    listener.stop()
    #expect(await ends.next()?.outcome == .failed("given up, as the server stopped"))
    listener.waitUntilStopped()
  }
}
