import StubCore

extension RuleKey where Target == ValueDraft {
  static var present: Self {
    Self("present", "At least one value, whatever it is.", .boolean, example: true) {
      value, draft in
      guard let isPresent = value.boolean() else { return }
      draft.conditions.append(isPresent ? .present : .absent)
    }
  }

  static var absent: Self {
    Self("absent", "No value at all.", .boolean, example: true) { value, draft in
      guard let isAbsent = value.boolean() else { return }
      draft.conditions.append(isAbsent ? .absent : .present)
    }
  }
}
