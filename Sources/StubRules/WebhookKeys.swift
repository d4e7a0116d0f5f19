package import StubCore
package import StubDocuments

/// A webhook while its keys are read.
struct WebhookDraft {
  var webhook = WebhookSpecification()
  /// The URL as it is written; `nil` until it is read.
  var url: Value?
  /// The header fields, body and delay of the webhook, which are read as in a response.
  var content: ResponseDraft
}

extension Keys where Target == WebhookDraft {
  /// The keys of a webhook; to add one, write a property and add its name to this list.
  static let webhook = Keys([
    .method, .url, .as(.headers), .as(.contentType), .as(.text), .as(.json), .as(.base64),
    .as(.bodyFile), .as(.delay, "The wait after the response: a time, or a distribution."),
    .as(.template),
  ])
}

extension Key where Target == WebhookDraft {
  static var method: Self {
    Self("method", "The method (default: POST).", .methodName, example: "PUT") {
      reader, value, draft in
      if let method = reader.method(value, orForEvery: "use POST") { draft.webhook.method = method }
    }
  }

  static var url: Self {
    Self(
      "url", "The absolute URL; it leads to this machine, or to a host that serve allows.",
      .string, example: "http://127.0.0.1:9000/orders/{{json.id}}"
    ) { reader, value, draft in
      guard let url = reader.string(value) else { return }
      draft.webhook.url = url
      draft.url = value
      draft.content.checkTags(in: url, of: value)
    }
  }

  /// Returns a key of responses as a key of webhooks.
  static func `as`(_ key: Key<ResponseDraft>, _ summary: String? = nil) -> Self {
    Self(
      key.name, summary ?? key.summary, key.schema, example: key.example, beside: key.beside
    ) { reader, value, draft in key.read(reader, value, &draft.content) }
  }
}

extension Reader {
  /// Reads the value of `then`: a webhook, or a list of webhooks.
  package func webhooks(_ value: Value, in scope: RuleScope) -> [Webhook]? {
    oneOrMore(value) { webhook($0, in: scope) }
  }

  private func webhook(_ value: Value, in scope: RuleScope) -> Webhook? {
    guard let members = value.members else {
      return mismatch(
        value, expected: "a webhook",
        remedy: "use a mapping such as { method: POST, url: \"http://127.0.0.1:9000/\" }")
    }
    var draft = WebhookDraft(content: ResponseDraft(self, value, in: scope))
    return mapping(value) { mapping in
      mapping.reportIfMissing("url")
      mapping.read(.webhook, into: &draft)
      mapping.reportAllButOne(of: Self.contents, among: members)
      ResponseContradictions.reportFields(value, to: self)
      draft.content.checkContent()
      draft.webhook.content = draft.content.specification
      guard let url = draft.url,
        isWebhookURL(
          url, draft.webhook.url,
          hasTags: draft.webhook.content.usesTemplates && draft.webhook.url.mayHaveTags)
      else { return nil }
      return try? draft.webhook.webhook()
    }
  }

  /// The keys for the body of a webhook, which has at most one of them.
  package static let contents = ["text", "json", "base64", "bodyFile"]
}

extension Schema {
  /// The schema of a webhook, which has at most one body.
  package static var webhook: Schema {
    let pairs = Reader.contents.enumerated().flatMap { place, first in
      Reader.contents[(place + 1)...].map { second -> JSONValue in
        ["required": [.string(first), .string(second)]]
      }
    }
    return Keys.webhook.schema.adding("required", ["url"]).adding("not", ["anyOf": .array(pairs)])
  }
}

extension Reader {
  /// Returns whether the URL is valid for a webhook, and reports an invalid one.
  ///
  /// If the URL `hasTags`, only the text before the first tag is checked.
  package func isWebhookURL(_ value: Value, _ text: String, hasTags: Bool) -> Bool {
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
