import StubCore

extension RuleKey where Target == MatchDraft {
  static var query: Self {
    Self(
      "query", "Query parameters; there may be others.", .mapping(to: .condition),
      example: ["page": "2"]
    ) { value, match in
      value.entries { name, value in
        guard let condition = value.condition() else { return }
        match.add(HTTPStubQueryMatcher(name, condition), from: &value)
      }
    }
  }

  static var queryEquals: Self {
    Self(
      "queryEquals", "Exactly these query parameters, in any order.", .items,
      example: ["tag": ["a", "b"], "page": 2]
    ) { value, match in
      guard let items = value.items() else { return }
      match.add(HTTPStubQueryMatcher(equals: items), from: &value)
    }
  }
}

extension Schema {
  /// Names with a text, or with several where the name is repeated.
  static var items: Schema { .mapping(to: .oneOrMore(.text)) }
}

extension ValueReader {
  /// Names with a text each, or with several where a name is repeated.
  mutating func items() -> [QueryItem]? {
    mapping { reader in
      reader.rest { name, value in
        value.oneOrMore { $0.text() }?.map { QueryItem(name: name, value: $0) }
      }.flatMap(\.value)
    }
  }
}
