extension ValueMatcher {
  /// For each condition at least one value; other values may be there too.
  public static func includes(_ conditions: [ValueMatcher]) -> ValueMatcher {
    ValueMatcher(
      description: "includes a value for each of: \(conditions.sentence(joinedBy: ", "))",
      problems: conditions.flatMap(\.problems)
    ) { values in conditions.lazy.map { $0.judge(values) }.allAccepted() }
  }

  public static func any(of conditions: [ValueMatcher]) -> ValueMatcher {
    ValueMatcher(
      description: conditions.sentence(joinedBy: " or "), problems: conditions.flatMap(\.problems)
    ) { values in conditions.lazy.map { $0.judge(values) }.anyAccepted() }
  }

  public static func any(of conditions: ValueMatcher...) -> ValueMatcher { any(of: conditions) }

  public static func all(of conditions: [ValueMatcher]) -> ValueMatcher {
    ValueMatcher(
      description: conditions.sentence(joinedBy: " and "), problems: conditions.flatMap(\.problems)
    ) { values in conditions.lazy.map { $0.judge(values) }.allAccepted() }
  }

  public static func all(of conditions: ValueMatcher...) -> ValueMatcher { all(of: conditions) }

  /// The opposite; where the condition cannot tell, neither can this.
  public static func not(_ condition: ValueMatcher) -> ValueMatcher {
    ValueMatcher(
      description: "is not one that \(condition.description)", problems: condition.problems
    ) { values in
      switch condition.judge(values) {
      case .accepted: .rejected
      case .rejected: .accepted
      case .undecided(let reason): .undecided(reason)
      }
    }
  }
}

extension [ValueMatcher] {
  fileprivate func sentence(joinedBy word: String) -> String {
    map(\.description).joined(separator: word)
  }
}
