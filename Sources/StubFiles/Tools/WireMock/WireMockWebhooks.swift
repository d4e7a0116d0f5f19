import StubCore
import StubPlatform

extension Reader {
  /// Reads the webhooks among the listeners of a stub, and reports other listeners.
  func wireMockListeners(_ value: Value, in scope: RuleScope) -> [Webhook]? {
    if value.isNull { return [] }
    return list(value) { value in
      mapping(value) { mapping in
        let isKnown = mapping.required("name") { isWebhook($0, $0.scalar?.text ?? "") }
        mapping.read("requestPhases") { checkPhases($0) }
        guard isKnown == true else {
          _ = mapping.take("parameters")
          return nil
        }
        return mapping.required("parameters") { wireMockWebhook($0, in: scope) }
      }
    }
  }

  /// Reads the webhooks under the older key `postServeActions`.
  ///
  /// Its value is a list, or a mapping from names of listeners to parameters.
  func wireMockActions(_ value: Value, in scope: RuleScope) -> [Webhook]? {
    guard value.members != nil else { return wireMockListeners(value, in: scope) }
    return mapping(value) { mapping in
      mapping.rest { name, value in
        guard !value.isNull, isWebhook(value, name, isKey: true) == true else { return nil }
        return wireMockWebhook(value, in: scope)
      }.map(\.value)
    }
  }

  private func isWebhook(_ value: Value, _ name: String, isKey: Bool = false) -> Bool? {
    if name == "webhook" { return true }
    let found = "\(Quotation.of(name)) is not supported"
    let remedy: Remedy = "remove it, or use \"webhook\""
    if isKey {
      report(keyOf: value, found: found, remedy: remedy)
    } else {
      report(value, found: found, remedy: remedy)
    }
    return nil
  }

  /// Reports a list of phases without AFTER_COMPLETE, the only phase in which webhooks are sent.
  private func checkPhases(_ value: Value) {
    let phases: KeyValuePairs<String, Bool> = [
      "BEFORE_MATCH": false, "AFTER_MATCH": false, "BEFORE_RESPONSE_SENT": false,
      "AFTER_COMPLETE": true,
    ]
    if value.isNull { return }
    guard let known = list(value, { keyword($0, phases) }), !known.contains(true) else { return }
    report(
      value, found: "a webhook is sent in no other phase than AFTER_COMPLETE",
      remedy: "use [\"AFTER_COMPLETE\"], or remove it")
  }

  /// Reads a webhook, which is a request sent after the response; all of its texts are templates.
  private func wireMockWebhook(_ value: Value, in scope: RuleScope) -> Webhook? {
    var draft = WireMockWebhook(parameters: value.json)
    _ = mapping(value) { mapping in
      mapping.passOverNulls()
      mapping.reportAllButOne(
        of: ["body", "base64Body", "bodyFileName"], among: mapping.remaining)
      if let method = mapping.optional("method", { webhookMethod($0) }) { draft.method = method }
      draft.url = mapping.required("url") { webhookURL($0) }
      mapping.read("headers") { draft.headers = webhookFields($0) }
      draft.body =
        mapping.optional("body") { template($0, text($0)).map { .text($0) } }
        ?? mapping.optional("base64Body") { base64($0).map { .bytes($0) } }
        ?? mapping.optional("bodyFileName") {
          WireMockFolder(of: scope.file)
            .body(string($0), $0, self, in: draft.charset, root: WireMockWebhook.root)
        } ?? .none
      draft.delay = mapping.optional("delay") { wireMockDistribution($0) }
      // Other parameters are used only by templates.
      return mapping.rest { _, _ in true }
    }
    guard let url = draft.url else { return nil }
    return Webhook(method: draft.method?.source ?? "GET", url: url.source) { [draft] in
      try draft.message(for: $0, $1)
    }
  }

  private func template(_ value: Value, _ text: String?) -> Template? {
    wireMockTemplate(value, text, root: WireMockWebhook.root)
  }

  private func webhookMethod(_ value: Value) -> Template? {
    guard let template = template(value, text(value)) else { return nil }
    if template.isPlain, methodName(value) == nil { return nil }
    return template
  }

  private func webhookURL(_ value: Value) -> Template? {
    guard let template = template(value, string(value)) else { return nil }
    return isWebhookURL(value, template.source, hasTags: !template.isPlain) ? template : nil
  }

  private func webhookFields(_ value: Value) -> [(name: HTTPHeaderName, value: Template)] {
    var fields: [(HTTPHeaderName, Template)] = []
    entries(value) { name, value in
      guard isFieldName(value, name) else { return }
      let templates = oneOrMore(value) { value -> Template? in
        guard let text = repeatableFieldText(value) else { return nil }
        return template(value, text)
      }
      for template in templates ?? [] { fields.append((HTTPHeaderName(name), template)) }
    }
    return fields
  }
}

extension Reader {
  /// Returns whether a URL is valid for a webhook, as far as this is known before its tags are
  /// filled in.
  ///
  /// An invalid URL is reported.
  func isWebhookURL(_ value: Value, _ text: String, hasTags: Bool) -> Bool {
    if hasTags {
      let start = text.firstRange(of: "{{").map { text[..<$0.lowerBound] } ?? text[...]
      if WebhookURL.canBegin(with: start) { return true }
    } else if WebhookURL.problem(text) == nil {
      return true
    }
    report(
      value, found: "\(Quotation.of(text)) is not an absolute URL",
      remedy: "use http://HOST/PATH or https://HOST/PATH")
    return false
  }
}

/// A webhook of WireMock, whose texts are templates.
private struct WireMockWebhook: Sendable {
  /// The name of the answered request in the templates.
  static let root = "originalRequest"

  /// The value of `parameters` in templates, which is the whole mapping as it was written.
  let parameters: JSONValue
  /// The method; `nil` means GET.
  var method: Template?
  var url: Template?
  var headers: [(name: HTTPHeaderName, value: Template)] = []
  var body = WireMockTemplateResponder.Body.none
  var delay: HTTPStubDelay?

  /// The charset that the header fields of the webhook name, before templates are filled in.
  var charset: TextCharset {
    TextCharset(HTTPHeaders(headers.map { .init(name: $0.name, value: $0.value.source) }))
  }

  func message(
    for request: ReceivedRequest, _ environment: TemplateEnvironment
  ) throws -> WebhookMessage {
    var rendering = WireMockRendering(
      request: request, parameters: parameters, environment: environment)
    rendering.root = Self.root
    let method = try method.map { try rendering.text(of: $0) }
    let fields = HTTPHeaders(
      try headers.map {
        HTTPHeaders.Field(name: $0.name, value: try rendering.text(of: $0.value))
      })
    return WebhookMessage(
      method: HTTPMethod(named: method ?? "GET").rawValue,
      url: try url.map { try rendering.text(of: $0) } ?? "", headers: fields,
      body: try body.data(rendering, in: TextCharset(fields)) ?? Data(),
      delays: delay.map { [$0] } ?? [])
  }
}
