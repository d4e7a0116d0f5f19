import StubCore

extension RuleKey where Target == ValueDraft {
  static var equals: Self {
    text("equals", "Exactly this text.", example: "json") { .equals($0) }
  }

  static var equalsIgnoringCase: Self {
    text("equalsIgnoringCase", "This text in any case.", example: "JSON") {
      .equalsIgnoringCase($0)
    }
  }

  static var contains: Self {
    text("contains", "Has this text in it.", example: "json") { .contains($0) }
  }

  static var containsIgnoringCase: Self {
    text("containsIgnoringCase", "Has this text in it, in any case.", example: "JSON") {
      .containsIgnoringCase($0)
    }
  }

  static var prefix: Self {
    text("prefix", "Starts with this text.", example: "application/") { .hasPrefix($0) }
  }

  static var suffix: Self {
    text("suffix", "Ends with this text.", example: "json") { .hasSuffix($0) }
  }

  static var element: Self {
    text("element", "A comma-separated list with this element.", example: "gzip") {
      .hasElement($0)
    }
  }

  static var domain: Self {
    text("domain", "This host or one below it.", example: "example.com") { .domain($0) }
  }

  private static func text(
    _ name: String, _ summary: String, example: JSONValue,
    _ condition: @escaping @Sendable (String) -> ValueMatcher
  ) -> Self {
    Self(name, summary, .text, example: example) { value, draft in
      guard let text = value.text(from: draft.variables) else { return }
      draft.conditions.append(condition(text))
    }
  }
}
