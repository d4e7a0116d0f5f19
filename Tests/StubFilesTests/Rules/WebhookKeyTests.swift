import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Webhooks of rule files") struct WebhookKeyTests {
  private let request = ReceivedRequest.json(
    .post, "http://shop.example/orders/7?page=2", #"{"id": 5}"#)

  /// What the webhooks of the only stub of a file make of the request.
  private func messages(_ then: String, match: String = "{}") throws -> [WebhookMessage] {
    let set = try StubSet.reading("match: \(match)\nrespond: { status: 202 }\nthen: \(then)")
    let stub = try #require(set.stubs.first)
    var request = request
    if case .matched(let captures)? = stub.matchers.first?.evaluate(request, for: .stubRequest) {
      request.captures = captures
    }
    return try stub.webhooks.map { try $0.make(request, set.templateEnvironment) }
  }

  @Test("A webhook is a POST without a body unless it says otherwise")
  func least() throws {
    let message = try #require(try messages("{ url: \"http://127.0.0.1:9/x\" }").first)
    #expect(message.method == "POST")
    #expect(message.url == "http://127.0.0.1:9/x")
    #expect(message.headers.fields.isEmpty)
    #expect(message.body.isEmpty)
  }

  @Test(
    "The body is written as in a response, and has its media type",
    arguments: [
      ("json: { a: 1 }", #"{"a":1}"#, "application/json"),
      ("text: hi", "hi", "text/plain; charset=utf-8"),
      ("base64: aGk=", "hi", nil), ("text: hi, contentType: a/b", "hi", "a/b"),
      ("text: hi, headers: { content-type: a/c }", "hi", "a/c"),
    ] as [(String, String, String?)])
  func bodies(keys: String, body: String, type: String?) throws {
    let message = try #require(
      try messages("{ method: PUT, url: \"http://a/\", \(keys) }").first)
    #expect(message.method == "PUT")
    #expect(String(decoding: message.body, as: UTF8.self) == body)
    #expect(message.headers[.contentType] == type)
  }

  @Test("Tags are filled in from the request that was answered, and from what it was matched with")
  func tags() throws {
    let message = try #require(
      try messages(
        """
        { url: "http://a/{{uri.id}}?p={{query.page}}", headers: { X-Id: "{{json.id}}" },
          json: { id: "{{request.json.id}}", path: "{{path}}" } }
        """, match: "{ uri: \"http://shop.example/orders/{id}{?page}\" }"
      ).first)
    #expect(message.url == "http://a/7?p=2")
    #expect(message.headers["X-Id"] == "5")
    #expect(String(decoding: message.body, as: UTF8.self) == #"{"id":"5","path":"/orders/7"}"#)
  }

  @Test("Without templates, tags are text")
  func noTemplate() throws {
    let message = try #require(
      try messages("{ url: \"http://a/\", text: \"{{path}}\", template: false }").first)
    #expect(String(decoding: message.body, as: UTF8.self) == "{{path}}")
  }

  @Test("A body file counts from the rule file, and is read each time")
  func bodyFile() throws {
    let folder = try TemporaryFolder()
    try folder.write("one {{path}}", to: "hook.txt")
    let file = try folder.write(
      "respond: {}\nthen: { url: \"http://a/\", bodyFile: hook.txt, template: true }\n",
      to: "stubs.yaml")
    let rules = RuleSet(reading: [file])
    #expect(rules.diagnostics.description == "")
    let webhook = try #require(rules.stubs.first?.webhooks.first)
    for text in ["one", "two"] {
      try folder.write("\(text) {{path}}", to: "hook.txt")
      let message = try webhook.make(request, TemplateEnvironment())
      #expect(String(decoding: message.body, as: UTF8.self) == "\(text) /orders/7")
    }
  }

  @Test("A list has several webhooks")
  func several() throws {
    let messages = try messages("[{ url: \"http://a/\" }, { url: \"http://b/\", method: GET }]")
    #expect(messages.map(\.url) == ["http://a/", "http://b/"])
    #expect(messages.map(\.method) == ["POST", "GET"])
  }

  @Test(
    "Delays are fixed or drawn, as in responses",
    arguments: [("120ms", 120...120), ("{ uniform: [1s, 2s] }", 1_000...2_000)])
  func delays(delay: String, milliseconds: ClosedRange<Int>) async throws {
    let set = try StubSet.reading(
      "respond: {}\nthen: { url: \"http://127.0.0.1/\", delay: \(delay) }")
    let clock = VirtualClock()
    let sender = WebhookSender(WebhookConfiguration(), clock: clock) { _, _ in .answered(.ok) }
    set.receive(request, webhooks: sender).finish(.completed)
    clock.advance(by: .milliseconds(milliseconds.lowerBound) - .nanoseconds(1))
    #expect(clock.waiting == 1)
    clock.advance(
      by: .milliseconds(milliseconds.upperBound - milliseconds.lowerBound) + .nanoseconds(1))
    #expect(clock.waiting == 0)
  }

  @Test("A stub with webhooks is shown as it is written")
  func written() throws {
    let text = """
      stubs:
        - respond: { status: 202 }
          then:
            url: "http://127.0.0.1:9000/{{json.id}}"
            json: { paid: true }
            delay: 2s

      """
    let source = try SourceText(name: "stubs.yaml", text: text)
    let stub = try #require(try RuleSet(text: text).stubs.first)
    let offset = try #require(stub.written?.offset)
    let value = try #require(WrittenStubs(at: [offset], in: source)[offset])
    let again = try RuleSet(text: WrittenRule(value.json).text)
    #expect(again.diagnostics.description == "")
    #expect(again.stubs.first?.webhooks.map(\.title) == stub.webhooks.map(\.title))
    #expect(stub.webhooks.map(\.title) == ["POST http://127.0.0.1:9000/{{json.id}}"])
  }
}
