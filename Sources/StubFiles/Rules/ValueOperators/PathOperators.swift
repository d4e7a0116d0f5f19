import StubCore

extension RuleKey where Target == ValueDraft {
  static var `extension`: Self {
    Self(
      "extension", "What follows the last dot of the path.", .condition, example: "json"
    ) { value, draft in
      guard let condition = value.condition() else { return }
      draft.matchers.append(HTTPStubPathExtensionMatcher(condition))
    }
  }
}
