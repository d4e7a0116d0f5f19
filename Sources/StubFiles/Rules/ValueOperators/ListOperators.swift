import StubCore

extension RuleKey where Target == ValueDraft {
  static var exactly: Self {
    Self(
      "exactly", "Exactly these values, in any order.", .list(of: .text), example: ["a", "b"]
    ) { value, draft in
      let variables = draft.variables
      guard let texts = value.list({ $0.text(from: variables) }) else { return }
      draft.conditions.append(.exactly(texts))
    }
  }

  static var includes: Self {
    conditions("includes", "For each condition at least one value.") { .includes($0) }
  }

  static var any: Self {
    conditions("any", "One of the conditions holds.") { .any(of: $0) }
  }

  static var all: Self {
    conditions("all", "Each of the conditions holds.") { .all(of: $0) }
  }

  static var not: Self {
    Self("not", "The condition does not hold.", .condition, example: ["contains": "xml"]) {
      value, draft in
      guard let condition = value.condition(variables: draft.variables) else { return }
      draft.conditions.append(.not(condition))
    }
  }

  private static func conditions(
    _ name: String, _ summary: String,
    _ combined: @escaping @Sendable ([ValueMatcher]) -> ValueMatcher
  ) -> Self {
    Self(
      name, summary, .list(of: .condition).adding("minItems", 1),
      example: ["a", ["prefix": "b"]]
    ) { value, draft in
      let variables = draft.variables
      let isEmpty = value.node.elements?.isEmpty ?? false
      guard !isEmpty else {
        value.report(
          found: "an empty list", expected: "at least one condition",
          remedy: "try { present: true } for any value")
        return
      }
      guard let conditions = value.list({ $0.condition(variables: variables) }) else { return }
      draft.conditions.append(combined(conditions))
    }
  }
}
