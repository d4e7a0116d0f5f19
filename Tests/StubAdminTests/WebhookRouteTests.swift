import Foundation
import StubCore
import StubLanguages
import Testing

@testable import StubAdmin

@Suite("Webhooks over HTTP: added, shown, and told how they went")
struct WebhookRouteTests {
  private let client = AdminClient()
  private let sender = WebhookSender(WebhookConfiguration(), clock: VirtualClock()) { request, _ in
    request.target.path == "/fails" ? .failed("refused") : .answered(.created)
  }

  private static let id = "12222222-1111-4111-8111-111111111111"

  private static func mapping(_ url: String) -> String {
    """
    {"id": "\(id)", "name": "orders", "request": {"method": "POST", "urlPath": "/orders"}, \
    "response": {"status": 202}, "serveEventListeners": [{"name": "webhook", "parameters": \
    {"method": "POST", "url": "\(url)", "body": "{{originalRequest.body}}", "extra": 1}}], \
    "uuid": "\(id)"}
    """
  }

  /// Lets a request be received and its webhooks be sent.
  private func order() async {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    client.stubs.changeHooks { $0.webhookEnded = { _, _, _ in continuation.yield() } }
    let request = ReceivedRequest(.post, "http://127.0.0.1:8080/orders", body: Data("hi".utf8))
    client.stubs.receive(request, webhooks: sender).finish(.completed)
    for await _ in stream { return }
  }

  @Test("A mapping with a webhook comes back as it was sent")
  func roundTrip() async throws {
    let text = Self.mapping("http://127.0.0.1:9/x")
    let sent = try JSONValue(parsing: text)
    #expect(await client(.post, "/mappings", text).json == sent)
    #expect(await client(.get, "/mappings/\(Self.id)").json == sent)
    let row = await client(.get, "/stubs/\(Self.id)/row").json
    #expect(row["then"] == ["POST http://127.0.0.1:9/x"])
  }

  @Test("A listener of another name is refused, and nothing changes")
  func refused() async {
    let text = Self.mapping("http://a/").replacingOccurrences(of: "\"webhook\"", with: "\"audit\"")
    let reply = await client(.post, "/mappings", text)
    #expect(reply.status == 422)
    #expect(reply.json["errors"]?[0]?["source"]?["pointer"] == "/serveEventListeners/0/name")
    #expect(client.stubs.stubs.isEmpty)
  }

  @Test("An event of the journal has what was sent and how it was answered")
  func subEvents() async throws {
    await client(.post, "/mappings", Self.mapping("http://127.0.0.1:9/x?a=1"))
    await order()
    let events = await client(.get, "/requests").json["requests"]?[0]?["subEvents"]
    #expect(events?[0]?["type"] == "WEBHOOK_REQUEST")
    #expect(
      events?[0]?["data"] == [
        "url": "/x?a=1", "absoluteUrl": "http://127.0.0.1:9/x?a=1", "method": "POST",
        "scheme": "http", "host": "127.0.0.1", "port": 9,
      ])
    #expect(events?[1]?["type"] == "WEBHOOK_RESPONSE")
    #expect(events?[1]?["data"] == ["status": 201])
    #expect(events?.array?.count == 2)
    let row = await client(.get, "/journal").json["requests"]?[0]?["webhooks"]?[0]
    #expect(row?["method"] == "POST")
    #expect(row?["url"] == "http://127.0.0.1:9/x?a=1")
    #expect(row?["status"] == 201)
  }

  @Test("A webhook that was refused is an event too; without webhooks there is none")
  func failures() async {
    await client(.post, "/mappings", Self.mapping("http://10.0.0.1/x"))
    await order()
    client.receive(.get, "/none")
    let requests = await client(.get, "/requests").json["requests"]
    #expect(requests?[0]?["subEvents"] == nil)
    #expect(requests?[1]?["subEvents"]?.array?.count == 1)
    #expect(requests?[1]?["subEvents"]?[0]?["type"] == "ERROR")
    #expect(
      requests?[1]?["subEvents"]?[0]?["data"]?["message"]
        == "POST http://10.0.0.1/x: 10.0.0.1 is not an allowed target; use --allow-webhook 10.0.0.1"
    )
  }

  @Test("Who follows events is told of a webhook's end, also after coming back")
  func events() async throws {
    await client(.post, "/mappings", Self.mapping("http://127.0.0.1:9/fails"))
    await order()
    for start in ["0-1", "1-1"] {
      let stream = AdminStream()
      let place = try #require(EventFeed.Place(start))
      let running = Task { await EventFeed(client.admin, after: place).run(stream) }
      var text = ""
      let end = ContinuousClock.now + .seconds(120)
      while !text.contains("refused"), ContinuousClock.now < end {
        while case .bytes(let bytes) = stream.tail.take(upTo: .max) {
          text += String(decoding: bytes, as: UTF8.self)
        }
        try await Task.sleep(for: .milliseconds(1))
      }
      stream.end()
      await running.value
      #expect(text.contains(#""error":"refused""#))
    }
  }
}
