import StubCore

extension RuleKey where Target == MatchDraft {
  static var form: Self {
    Self(
      "form", "Fields of a URL-encoded form; there may be others.", .mapping(to: .condition),
      example: ["name": "Ada"]
    ) { value, match in
      value.entries { name, value in
        guard let condition = value.condition() else { return }
        match.add(HTTPStubFormMatcher(name, condition), from: &value)
      }
    }
  }

  static var formEquals: Self {
    Self(
      "formEquals", "Exactly these fields of a URL-encoded form, in any order.", .items,
      example: ["name": "Ada", "tag": ["a", "b"]]
    ) { value, match in
      guard let items = value.items() else { return }
      match.add(HTTPStubFormMatcher(equals: items), from: &value)
    }
  }
}
