import StubCore

extension RuleKey where Target == ResponseDraft {
  static var ranges: Self {
    Self(
      "ranges", "Whether Range requests get parts of the body; unless given, of files only.",
      .boolean, example: true
    ) { value, response in
      if let isOn = value.boolean() { response.specification.acceptsRanges = isOn }
    }
  }

  static var cachePolicy: Self {
    Self(
      "cachePolicy", "Where an in-process client may keep the response.",
      .oneOf(cachePolicies.map(\.key)), example: "allowedInMemoryOnly"
    ) { value, response in
      if let policy = value.keyword(cachePolicies) { response.specification.cachePolicy = policy }
    }
  }

  static var template: Self {
    Self(
      "template",
      "Whether tags such as {{uri.id}} are filled in; unless given, where a text has one.",
      .boolean, example: true, beside: ["text": "Hello {{query.name}}"]
    ) { value, _ in _ = value.boolean() }
  }
}

private let cachePolicies: KeyValuePairs<String, HTTPStubCachePolicy> = [
  "allowed": .allowed, "allowedInMemoryOnly": .allowedInMemoryOnly, "notAllowed": .notAllowed,
]
