import StubCore

extension RuleKey where Target == MatchDraft {
  static var headers: Self {
    Self(
      "headers", "Header fields by name, in any case.", .mapping(to: .condition),
      example: ["Accept": ["contains": "json"]]
    ) { value, match in
      value.entries { name, value in
        guard value.isFieldName(name), let condition = value.condition() else { return }
        match.add(HTTPStubHeaderMatcher(HTTPHeaderName(name), condition), from: &value)
      }
    }
  }

  static var headerNames: Self {
    Self(
      "headerNames", "A header field whose name fulfills the condition.", .condition,
      example: ["prefix": "x-trace-"]
    ) { value, match in
      guard let condition = value.condition() else { return }
      match.add(HTTPStubHeaderMatcher(named: condition, .present), from: &value)
    }
  }

  static var cookies: Self {
    Self("cookies", "Cookies by name.", .mapping(to: .condition), example: ["session": "abc"]) {
      value, match in
      value.entries { name, value in
        guard let condition = value.condition() else { return }
        match.add(HTTPStubCookieMatcher(name, condition), from: &value)
      }
    }
  }
}

extension ValueReader {
  /// Whether the key before this value can be the name of a header field; reports it if not.
  mutating func isFieldName(_ name: String) -> Bool {
    if name.isToken { return true }
    report(
      atKeyByte: 0, found: "the header name \(Quotation.of(name))",
      expected: "a name of letters, digits and signs such as \"-\" (RFC 9110)",
      remedy: name.hasSuffix(":")
        ? "try \(Quotation.of(String(name.dropLast())))"
        : "try a name such as \"X-Name\"")
    return false
  }
}
