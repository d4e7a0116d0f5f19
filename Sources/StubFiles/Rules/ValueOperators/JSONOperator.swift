import StubCore

extension RuleKey where Target == ValueDraft {
  static var json: Self {
    Self("json", "A text that is this JSON value.", .any, example: ["id": 1]) { value, draft in
      draft.conditions.append(.equalsJSON(value.json))
    }
  }
}
