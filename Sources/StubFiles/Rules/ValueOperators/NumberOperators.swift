import StubCore

extension RuleKey where Target == ValueDraft {
  static var greaterThan: Self {
    number("greaterThan", "A number above this one.") { .greaterThan($0) }
  }

  static var atLeast: Self {
    number("atLeast", "This number or one above.") { .atLeast($0) }
  }

  static var lessThan: Self {
    number("lessThan", "A number below this one.") { .lessThan($0) }
  }

  static var atMost: Self {
    number("atMost", "This number or one below.") { .atMost($0) }
  }

  private static func number(
    _ name: String, _ summary: String,
    _ condition: @escaping @Sendable (Double) -> ValueMatcher
  ) -> Self {
    Self(name, summary, .number, example: 18) { value, draft in
      if let number = value.number() { draft.conditions.append(condition(number)) }
    }
  }
}
