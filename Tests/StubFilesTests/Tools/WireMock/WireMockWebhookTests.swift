import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Webhooks of WireMock's mappings")
struct WireMockWebhookTests {
  private static func stub(_ parameters: String, _ more: String = "") -> String {
    """
    {"request": {}, "response": {}, "serveEventListeners": [
      {"name": "webhook"\(more), "parameters": \(parameters)}]}
    """
  }

  private let request = ReceivedRequest.json(
    .post, "http://shop.example/orders/7?page=2&tag=a&tag=b",
    #"{"id": 5, "callbackUrl": "http://127.0.0.1:9/back", "callbackMethod": "put"}"#)

  /// What the webhooks of the only stub of a file make of the request.
  private func messages(_ text: String) throws -> [WebhookMessage] {
    let set = try Definition.set(text)
    let stub = try #require(set.stubs.first)
    return try stub.webhooks.map { try $0.make(request, set.templateEnvironment) }
  }

  @Test("A webhook has the method, the URL, the header fields and the body that are written")
  func parts() throws {
    let message = try #require(
      try messages(
        Self.stub(
          #"""
          {"method": "POST", "url": "http://127.0.0.1:9/x", "body": "{\"a\": 1}",
           "headers": {"Content-Type": "application/json", "X": ["1", "2"]}, "extra": {"a": [1]}}
          """#)
      ).first)
    #expect(message.method == "POST")
    #expect(message.url == "http://127.0.0.1:9/x")
    #expect(message.headers.values(of: "X") == ["1", "2"])
    #expect(message.headers[.contentType] == "application/json")
    #expect(message.body == Data(#"{"a": 1}"#.utf8))
  }

  @Test("The method is GET unless another is written; null stands for nothing")
  func defaults() throws {
    let message = try #require(
      try messages(
        Self.stub(#"{"url": "http://a/", "headers": null, "delay": null}"#)
      ).first)
    #expect(message.method == "GET")
    #expect(message.headers.fields.isEmpty)
    #expect(message.body.isEmpty)
    for key in ["serveEventListeners", "postServeActions"] {
      #expect(try messages(#"{"request": {}, "response": {}, "\#(key)": null}"#).isEmpty)
    }
  }

  @Test(
    "All texts are templates with the original request and the parameters",
    arguments: [
      ("{{originalRequest.method}} {{originalRequest.url}}", "POST /orders/7?page=2&tag=a&tag=b"),
      ("{{originalRequest.path.[1]}}, {{originalRequest.pathSegments.[0]}}", "7, orders"),
      ("{{originalRequest.query.page}} {{originalRequest.query.tag.[1]}}", "2 b"),
      ("{{originalRequest.headers.Content-Type}}", "application/json"),
      ("{{jsonPath originalRequest.body '$.id'}}", "5"),
      ("{{parameters.extra}} {{parameters.method}}", "more POST"),
      ("{{#if parameters.none}}x{{/if}}{{math 1 '+' 2}}", "3"),
    ])
  func templates(template: String, expected: String) throws {
    let message = try #require(
      try messages(
        Self.stub(
          #"""
          {"method": "POST", "url": "http://a/?q={{originalRequest.query.page}}", "extra": "more",
           "headers": {"X": "{{originalRequest.query.page}}"}, "body": "\#(template)"}
          """#)
      ).first)
    #expect(String(decoding: message.body, as: UTF8.self) == expected)
    #expect(message.url == "http://a/?q=2")
    #expect(message.headers["X"] == "2")
  }

  @Test("A callback goes where the request says, with the method that it says")
  func callback() throws {
    let message = try #require(
      try messages(
        Self.stub(
          #"""
          {"method": "{{jsonPath originalRequest.body '$.callbackMethod'}}",
           "url": "{{jsonPath originalRequest.body '$.callbackUrl'}}", "base64Body": "e3thfX0="}
          """#)
      ).first)
    #expect(message.method == "PUT")
    #expect(message.url == "http://127.0.0.1:9/back")
    #expect(message.body == Data("{{a}}".utf8))
  }

  @Test("The body can be a file of __files, with tags in its name and its contents")
  func file() throws {
    let folder = try TemporaryFolder()
    try folder.write("hi {{originalRequest.query.page}}", to: "__files/hook2.txt")
    for name in ["hook2.txt", "hook{{originalRequest.query.page}}.txt"] {
      let file = try folder.write(
        Self.stub(#"{"url": "http://a/", "bodyFileName": "\#(name)"}"#), to: "mappings/a.json")
      let definition = Definition(file: file)
      #expect(definition.findings == [])
      let webhook = try #require(definition.stubs.first?.webhooks.first)
      let message = try webhook.make(request, TemplateEnvironment())
      #expect(message.body == Data("hi 2".utf8))
    }
  }

  @Test("The older form is a mapping by name, or a list")
  func older() throws {
    let webhook = #"{"method": "POST", "url": "http://a/{{originalRequest.query.page}}"}"#
    for actions in [
      #"{"webhook": \#(webhook)}"#, #"[{"name": "webhook", "parameters": \#(webhook)}]"#,
    ] {
      let messages = try messages(
        #"{"request": {}, "response": {}, "postServeActions": \#(actions)}"#)
      #expect(messages.map(\.url) == ["http://a/2"])
    }
  }

  @Test("A stub can have several webhooks, and names the phase that they are sent in")
  func several() throws {
    let messages = try messages(
      #"""
      {"request": {}, "serveEventListeners": [
        {"name": "webhook", "requestPhases": ["AFTER_COMPLETE"], "parameters": {"url": "http://a/"}},
        {"name": "webhook", "parameters": {"url": "http://b/"}}]}
      """#)
    #expect(messages.map(\.url) == ["http://a/", "http://b/"])
  }

  @Test("A mistake in a webhook is told with its place", arguments: mistakes)
  func mistake(text: String, findings: [String]) throws {
    let definition = try Definition(text)
    #expect(definition.findings == findings)
    #expect(definition.stubs.isEmpty)
  }

  private static let mistakes: [(String, [String])] = [
    (stub("{}"), [#"2:37: "parameters" needs "url""#]),
    (
      stub(#"{"url": "/x"}"#),
      [#"2:45: "/x" is not an absolute URL; use http://HOST/PATH or https://HOST/PATH"#]
    ),
    (
      stub(#"{"url": "ftp://{{originalRequest.host}}"}"#),
      [
        #"2:45: "ftp://{{originalRequest.host}}" is not an absolute URL; "#
          + "use http://HOST/PATH or https://HOST/PATH"
      ]
    ),
    (
      stub(#"{"url": "http://a/{{request.path}}"}"#),
      [
        #"2:57: unknown name "request" in a template; "#
          + #"available: "originalRequest", "parameters" and helpers"#
      ]
    ),
    (
      stub(#"{"url": "http://a/", "body": "{{originalRequest.pathh}}"}"#),
      [
        #"2:69: unknown name "originalRequest.pathh" in a template; available: "#
          + #""baseUrl", "body", "bodyAsBase64", "clientIp", "cookies", "headers", "host", "#
          + #""method", "path", "pathSegments", "port", "query", "scheme", "url""#
      ]
    ),
    (
      stub(#"{"url": "http://a/{{"}"#),
      [
        "2:55: expected `}}` to close the tag, got the end of the template; "
          + #"close it, or write `\{{` for braces that are text"#
      ]
    ),
    (
      stub(#"{"url": "http://a/", "method": "a b"}"#),
      [#"2:68: "method" must be a method such as GET, not "a b"; use GET"#]
    ),
    (
      stub(#"{"url": "http://a/", "body": "a", "base64Body": "YQ=="}"#),
      [#"2:71: use either "base64Body" or "body" (2:58), not both"#]
    ),
    (
      stub(#"{"url": "http://a/", "delay": {"type": "gamma"}}"#),
      [#"2:76: "type" must be one of "lognormal", "uniform", "fixed", not "gamma""#]
    ),
    (
      stub(#"{"url": "http://a/", "headers": {"a b": "c"}}"#),
      [
        #"2:71: expected a name of letters, digits and signs such as "-" (RFC 9110), "#
          + #"got the header name "a b"; use a name such as "X-Name""#
      ]
    ),
    (
      stub(#"{"url": "http://a/"}"#, #", "requestPhases": ["BEFORE_MATCH"]"#),
      [
        "2:40: a webhook is sent in no other phase than AFTER_COMPLETE; "
          + #"use ["AFTER_COMPLETE"], or remove it"#
      ]
    ),
    (
      #"{"request": {}, "serveEventListeners": [{"name": "audit", "parameters": {"a": 1}}]}"#,
      [#"1:50: "audit" is not supported; remove it, or use "webhook""#]
    ),
    (
      #"{"request": {}, "postServeActions": {"audit": {"a": 1}}}"#,
      [#"1:38: "audit" is not supported; remove it, or use "webhook""#]
    ),
    (
      #"{"request": {}, "serveEventListeners": [{"name": "webhook"}]}"#,
      [#"1:41: "serveEventListeners" needs "parameters""#]
    ),
    (
      #"{"request": {}, "serveEventListeners": {"webhook": {}}}"#,
      [
        #"1:40: "serveEventListeners" must be a list, not a mapping; "#
          + #"use [ … ], or a line with "- " for each"#
      ]
    ),
  ]
}
