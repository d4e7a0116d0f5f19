import Foundation
import StubCore
import Testing

@Suite("Webhooks")
struct WebhookSenderTests {
  /// Takes the place of the network, and lets a test wait for what is sent.
  private final class Network: Sendable {
    private let stream: AsyncStream<ReceivedRequest>
    private let continuation: AsyncStream<ReceivedRequest>.Continuation
    private let held = Lock(false)

    init() { (stream, continuation) = AsyncStream.makeStream() }

    /// Lets what is sent from now on wait until its task is cancelled.
    func hold() { held.withLock { $0 = true } }

    @Sendable func load(
      _ request: ReceivedRequest, _ configuration: WebhookConfiguration
    ) async -> SentWebhook.Outcome {
      continuation.yield(request)
      if held.withLock({ $0 }) { try? await Task.sleep(for: .seconds(3_600)) }
      return .answered(.noContent)
    }

    func next() async -> ReceivedRequest? {
      for await request in stream { return request }
      return nil
    }
  }

  /// Lets a test wait for the ends of webhooks.
  private final class Ends: Sendable {
    private let stream: AsyncStream<SentWebhook>
    private let continuation: AsyncStream<SentWebhook>.Continuation

    init(of set: StubSet) {
      (stream, continuation) = AsyncStream.makeStream()
      set.changeHooks { [continuation] hooks in
        hooks.webhookEnded = { _, _, webhook in continuation.yield(webhook) }
      }
    }

    func next() async -> SentWebhook? {
      for await webhook in stream { return webhook }
      return nil
    }
  }

  private let set = StubSet()
  private let clock = VirtualClock()
  private let network = Network()
  private let sender: WebhookSender
  private let ends: Ends

  init() {
    sender = WebhookSender(WebhookConfiguration(), clock: clock, load: network.load)
    ends = Ends(of: set)
  }

  private func add(_ build: (HTTPStubRequest) -> Void) {
    let stub = HTTPStubRequest().stub(.status(.accepted))
    build(stub)
    set.add(stub: stub)
  }

  private func request(_ body: String = "") -> ReceivedRequest {
    ReceivedRequest(
      .post, "http://shop.example/orders?page=2", headers: ["X-Id": "7"], body: Data(body.utf8))
  }

  @Test("A webhook is sent once the response has ended, not before")
  func order() async throws {
    add {
      $0.then(
        send: .put, to: "http://127.0.0.1:9/paid", headers: ["X-One": "1"],
        body: HTTPStubBody.json(["a": 1]))
    }
    let exchange = set.receive(request(), webhooks: sender)
    #expect(sender.pendingCount == 0)
    #expect(
      set.journal.entries[0].webhooks.map { "\($0)" } == ["PUT http://127.0.0.1:9/paid: pending"])
    exchange.finish(.completed)
    let sent = try #require(await network.next())
    #expect(sent.method == .put)
    #expect(sent.target.absoluteString == "http://127.0.0.1:9/paid")
    #expect(sent.headers["X-One"] == "1")
    #expect(sent.headers[.contentType] == "application/json")
    #expect(sent.bodyText == #"{"a":1}"#)
    #expect(await ends.next()?.outcome == .answered(.noContent))
    let noted = try #require(set.journal.entries[0].webhooks.first)
    #expect("\(noted)" == "PUT http://127.0.0.1:9/paid: 204")
    #expect(noted.date != nil)
    #expect(sender.pendingCount == 0)
  }

  @Test("A response that failed or was cut off is followed by its webhooks too")
  func endings() async throws {
    add { $0.then(send: .get, to: "http://127.0.0.1/x") }
    for ending in [ResponseEnding.cancelled, .failed(.network(.timedOut))] {
      set.receive(request(), webhooks: sender).finish(ending)
      #expect(await ends.next()?.outcome == .answered(.noContent))
    }
  }

  @Test("A delay counts from the end of the response")
  func delay() async throws {
    add { $0.then(send: .post, to: "http://127.0.0.1/x", delay: .seconds(5)) }
    let exchange = set.receive(request(), webhooks: sender)
    clock.advance(by: .seconds(60))
    exchange.finish(.completed)
    #expect(set.journal.entries[0].webhooks.map(\.outcome) == [.pending])
    clock.advance(by: .milliseconds(4_999))
    #expect(clock.waiting == 1)
    #expect(set.journal.entries[0].webhooks[0].date == nil)
    clock.advance(by: .milliseconds(1))
    #expect(clock.waiting == 0)
    #expect(await ends.next()?.outcome == .answered(.noContent))
  }

  @Test("A random delay is drawn for each webhook")
  func randomDelay() async throws {
    add {
      $0.then(send: .post, to: "http://127.0.0.1/x") {
        $0.randomDelay = .uniform(.seconds(2) ... .seconds(3))
      }
    }
    set.receive(request(), webhooks: sender).finish(.completed)
    clock.advance(by: .seconds(2) - .nanoseconds(1))
    #expect(clock.waiting == 1)
    clock.advance(by: .seconds(1) + .nanoseconds(1))
    #expect(await ends.next()?.outcome == .answered(.noContent))
  }

  @Test(
    "Bodies that wait to be sent take 64 MiB together at most, and one alone as much as it likes")
  func bodies() async throws {
    let most = 64 << 20
    add {
      $0.then(send: .post, to: "http://127.0.0.1/x") {
        $0.delay = .seconds(1)
        $0.body = .data(Data(count: most + 1))
      }
    }
    for _ in 0..<2 { set.receive(request(), webhooks: sender).finish(.completed) }
    clock.advance(by: .zero)
    let refused = try #require(await ends.next())
    #expect(
      "\(refused)".hasSuffix("not sent, as the bodies of others under way take 67 MB"),
      "\(refused)")
    clock.advance(by: .seconds(1))
    #expect(await ends.next()?.outcome == .answered(.noContent))
    set.receive(request(), webhooks: sender).finish(.completed)
    clock.advance(by: .seconds(1))
    #expect(await ends.next()?.outcome == .answered(.noContent))
  }

  @Test("Templates see the request that was answered")
  func templates() async throws {
    add {
      $0.then(send: .post, to: "http://127.0.0.1/{{json.id}}?p={{query.page}}") { webhook in
        webhook.headers = ["X-Id": "{{headers.X-Id}}"]
        webhook.body = .json(["path": "{{request.path}}", "n": 1])
        webhook.usesTemplates = true
      }
    }
    set.receive(request(#"{"id": "a b"}"#), webhooks: sender).finish(.completed)
    let sent = try #require(await network.next())
    #expect(sent.target.absoluteString == "http://127.0.0.1/a%20b?p=2")
    #expect(sent.headers["X-Id"] == "7")
    #expect(sent.bodyText == #"{"path":"/orders","n":1}"#)
  }

  @Test("A closure makes a webhook of the request")
  func provider() async throws {
    add {
      $0.then { request in
        var webhook = HTTPStubWebhook(to: "http://127.0.0.1/\(request.headers["X-Id"] ?? "")")
        webhook.delay = .seconds(1)
        return webhook
      }
    }
    set.receive(request(), webhooks: sender).finish(.completed)
    clock.advance(by: .seconds(1))
    #expect(await network.next()?.target.path == "/7")
  }

  @Test("Several webhooks of a stub are sent, each for itself")
  func several() async throws {
    add {
      $0.then(send: .post, to: "http://127.0.0.1/1", delay: .seconds(1))
        .then(send: .post, to: "http://10.0.0.1/2").then(send: .post, to: "http://127.0.0.1/3")
    }
    set.receive(request(), webhooks: sender).finish(.completed)
    clock.advance(by: .seconds(1))
    for _ in 0..<3 { _ = await ends.next() }
    #expect(
      set.journal.entries[0].webhooks.map { "\($0)" } == [
        "POST http://127.0.0.1/1: 204",
        "POST http://10.0.0.1/2: 10.0.0.1 is not an allowed target; use --allow-webhook 10.0.0.1",
        "POST http://127.0.0.1/3: 204",
      ])
  }

  @Test(
    "What cannot be sent is in the journal, with the reason",
    arguments: [
      (
        "nowhere", [:],
        "\"nowhere\" is not an absolute URL; use http://HOST/PATH or https://HOST/PATH"
      ),
      (
        "http://127.0.0.1/", ["X": "a\r\nY: b"], "the header field \"X\" is malformed"
      ),
      (
        "ftp://127.0.0.1/", [:],
        "\"ftp://127.0.0.1/\" is not an absolute URL; use http://HOST/PATH or https://HOST/PATH"
      ),
    ] as [(String, HTTPHeaders, String)])
  func unsendable(url: String, headers: HTTPHeaders, reason: String) async {
    add {
      $0.then(send: .post, to: "{{{request.body}}}") { webhook in
        webhook.headers = headers
        webhook.usesTemplates = true
      }
    }
    set.receive(request(url), webhooks: sender).finish(.completed)
    #expect(await ends.next()?.outcome == .failed(reason))
    #expect(sender.pendingCount == 0)
  }

  @Test("Beyond the limit a webhook is not sent, and the journal says so")
  func limit() async {
    sender.configuration.pendingLimit = 2
    add { $0.then(send: .post, to: "http://127.0.0.1/x", delay: .seconds(1)) }
    for _ in 0..<3 { set.receive(request(), webhooks: sender).finish(.completed) }
    #expect(await ends.next()?.outcome == .failed("not sent, as 2 others are under way"))
    #expect(sender.pendingCount == 2)
    clock.advance(by: .seconds(1))
    for _ in 0..<2 { #expect(await ends.next()?.outcome == .answered(.noContent)) }
    #expect(sender.pendingCount == 0)
  }

  @Test("A sender that stops gives up what is under way and what waits, and sends nothing more")
  func stop() async {
    let given = SentWebhook.Outcome.failed("given up, as the server stopped")
    network.hold()
    add { $0.then(send: .post, to: "http://127.0.0.1/x") }
    set.receive(request(), webhooks: sender).finish(.completed)
    _ = await network.next()
    sender.stop()
    #expect(await ends.next()?.outcome == given)
    set.receive(request(), webhooks: sender).finish(.completed)
    #expect(await ends.next()?.outcome == given)
  }

  @Test("A webhook that waits for its delay when the sender stops is not sent")
  func stopWhileWaiting() async {
    add { $0.then(send: .post, to: "http://127.0.0.1/x", delay: .seconds(1)) }
    set.receive(request(), webhooks: sender).finish(.completed)
    sender.stop()
    clock.advance(by: .seconds(1))
    #expect(await ends.next()?.outcome == .failed("given up, as the server stopped"))
  }

  @Test("Mistakes are problems of the stub")
  func problems() {
    let stub = HTTPStubRequest().stub(.text(""))
      .then(send: .post, to: "/x").then(send: .post, to: "http://a/", delay: .seconds(-1))
      .then(send: .post, to: "http://a/{{") { $0.usesTemplates = true }
    #expect(
      set.add(stub: stub).problems.map { $0.prefix(30) }
        == [
          "\"/x\" is not an absolute URL; us", "a delay must be 0 s or more, n",
          "line 1, column 10: expected `}}` to close the tag",
        ].map { $0.prefix(30) })
  }

  @Test("The journal of a set without limits for webhooks keeps them within its bytes")
  func bytes() async {
    let set = StubSet(journal: Journal(limits: .init(bytes: 100_000)))
    let stub = HTTPStubRequest().stub(.text(""))
    for _ in 0..<100 { stub.then(send: .post, to: "/x") }
    set.add(stub: stub)
    for _ in 0..<20 { set.receive(request(), webhooks: sender).finish(.completed) }
    #expect(set.journal.entries.count < 6)
  }
}
