import StubCassettes
import StubCore
import StubDocuments
import StubPlatform
import StubRules

extension Reader {
  /// Reads the webhooks in the listeners of a stub, and reports other listeners.
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

  /// Reads the webhooks under `postServeActions`, the older key: a list, or a mapping of listener
  /// names to parameters.
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

  /// Reads a webhook, a request that is sent after the response; all of its texts are templates.
  private func wireMockWebhook(_ value: Value, in scope: RuleScope) -> Webhook? {
    let webhook: WireMockWebhook? = mapping(value) { mapping in
      var webhook = WireMockWebhook(parameters: value.json, files: WireMockFolder(of: scope.file))
      mapping.reportAllButOne(
        of: ["body", "base64Body", "bodyFileName"], among: mapping.given)
      mapping.readInOrder(WireMockWebhook.keys, into: &webhook)
      // Other parameters are used only by templates.
      mapping.each { _, _ in }
      return webhook
    }
    guard let webhook, let url = webhook.url else { return nil }
    return Webhook(method: webhook.method?.source ?? "GET", url: url.source) {
      try webhook.message(for: $0, $1)
    }
  }

  fileprivate func webhookTemplate(_ value: Value, _ text: String?) -> Template? {
    wireMockTemplate(value, text, root: WireMockWebhook.root)
  }

  fileprivate func webhookMethod(_ value: Value) -> Template? {
    guard let template = webhookTemplate(value, text(value)) else { return nil }
    if template.isPlain, methodName(value) == nil { return nil }
    return template
  }

  fileprivate func webhookURL(_ value: Value) -> Template? {
    guard let template = webhookTemplate(value, string(value)) else { return nil }
    return isWebhookURL(value, template.source, hasTags: !template.isPlain) ? template : nil
  }

  fileprivate func webhookFields(_ value: Value) -> [(name: HTTPHeaderName, value: Template)] {
    var fields: [(HTTPHeaderName, Template)] = []
    entries(value) { name, value in
      guard isFieldName(value, name) else { return }
      let templates = oneOrMore(value) { value -> Template? in
        guard let text = repeatableFieldText(value) else { return nil }
        return webhookTemplate(value, text)
      }
      for template in templates ?? [] { fields.append((HTTPHeaderName(name), template)) }
    }
    return fields
  }
}

/// A webhook of WireMock, whose texts are templates.
struct WireMockWebhook: Sendable {
  /// The name of the answered request in the templates.
  static let root = "originalRequest"

  /// The value of `parameters` in templates: the whole mapping as it was written.
  let parameters: JSONValue
  /// The folder with body files.
  let files: WireMockFolder
  /// The method; `nil` for GET.
  var method: Template?
  var url: Template?
  var headers: [(name: HTTPHeaderName, value: Template)] = []
  var body = WireMockTemplateResponder.Body.none
  var delay: HTTPStubDelay?

  static let keys = Keys<WireMockWebhook>(
    [
      Key("method", .word(in: HTTPMethod.standard.map(\.rawValue))) { reader, value, webhook in
        webhook.method = reader.webhookMethod(value)
      },
      Key("url", .webURL, isRequired: true) { $2.url = $0.webhookURL($1) },
      Key("headers", .anyObject) { $2.headers = $0.webhookFields($1) },
      .body("body", .string) { reader, value, _ in
        reader.webhookTemplate(value, reader.text(value)).map { .text($0) }
      },
      .body("base64Body", .string) { reader, value, _ in reader.base64(value).map { .bytes($0) } },
      .body("bodyFileName", .string) { reader, value, webhook in
        webhook.files.body(
          reader.string(value), value, reader, in: webhook.charset, root: root)
      },
      Key("delay", .component("DelayDistribution")) { $2.delay = $0.wireMockDistribution($1) },
    ], nulls: [])

  /// The charset in the header fields of the webhook, before templates are filled in.
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

extension Key where Target == WireMockWebhook {
  /// Returns a key for the body; the first one with a valid body counts.
  fileprivate static func body(
    _ name: String, _ schema: @escaping @Sendable @autoclosure () -> Schema,
    _ read: @escaping @Sendable (Reader, Value, Target) -> WireMockTemplateResponder.Body?
  ) -> Self {
    Self(name, schema()) { reader, value, webhook in
      guard case .none = webhook.body, let body = read(reader, value, webhook) else { return }
      webhook.body = body
    }
  }
}

extension Schema {
  /// A listener of a stub, which is a webhook.
  static var wireMockListener: Schema {
    .open(
      [("name", .word(in: ["webhook"])), ("parameters", .component("Webhook"))],
      required: ["name", "parameters"])
  }
}
