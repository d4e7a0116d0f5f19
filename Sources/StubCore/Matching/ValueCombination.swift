/// The ways to combine conditions on values.
enum ValueCombination: Sendable {
  /// Each condition must accept some value.
  case includes([ValueMatcher])
  case any([ValueMatcher])
  /// One value must meet all conditions on single values; the list must meet the other conditions.
  case all([ValueMatcher])
  case not(ValueMatcher)
  /// Every value must meet the condition, and there must be at least one.
  case every(ValueMatcher)
  /// A list of only one of the values must meet the condition; without values, the empty list must
  /// meet it.
  case one(ValueMatcher)

  var conditions: [ValueMatcher] {
    switch self {
    case .includes(let conditions), .any(let conditions), .all(let conditions): conditions
    case .not(let condition), .every(let condition), .one(let condition): [condition]
    }
  }

  /// The text after "the value …" in reports.
  var description: String {
    let texts = conditions.map(\.description)
    return switch self {
    case .includes: "includes a value for each of: \(texts.joined(separator: ", "))"
    case .any: texts.joined(separator: " or ")
    case .all: texts.joined(separator: " and ")
    case .not: "is not one that \(texts[0])"
    case .one: texts[0]
    case .every: "has only values of which each \(texts[0])"
    }
  }

  /// Returns this combination with each condition changed.
  func map(_ change: (ValueMatcher) -> ValueMatcher) -> ValueCombination {
    switch self {
    case .includes(let conditions): .includes(conditions.map(change))
    case .any(let conditions): .any(conditions.map(change))
    case .all(let conditions): .all(conditions.map(change))
    case .not(let condition): .not(change(condition))
    case .every(let condition): .every(change(condition))
    case .one(let condition): .one(change(condition))
    }
  }

  func judge(_ values: [String]) -> ValueVerdict {
    switch self {
    case .includes(let conditions): return conditions.lazy.map { $0.judge(values) }.allAccepted()
    case .all(let conditions) where values.count > 1: return Self.judge(values, by: conditions)
    case .all(let conditions): return conditions.lazy.map { $0.judge(values) }.allAccepted()
    case .any(let conditions): return conditions.lazy.map { $0.judge(values) }.anyAccepted()
    case .one(let condition):
      if values.count < 2 { return condition.judge(values) }
      return values.lazy.map { condition.judge([$0]) }.anyAccepted()
    case .every(let condition):
      if values.isEmpty { return .rejected }
      return values.lazy.map { condition.judge([$0]) }.allAccepted()
    case .not(let condition):
      return switch condition.judge(values) {
      case .accepted: .rejected
      case .rejected: .accepted
      case .undecided(let reason): .undecided(reason)
      }
    }
  }

  /// Returns whether one value meets all conditions on single values, and the list meets the
  /// others.
  private static func judge(
    _ values: [String], by conditions: [ValueMatcher]
  ) -> ValueVerdict {
    let onValue = conditions.filter { !$0.isOnList }
    let ofOneValue = values.lazy.map { value in
      onValue.lazy.map { $0.judge([value]) }.allAccepted()
    }.anyAccepted()
    let ofList = conditions.filter(\.isOnList).map { $0.judge(values) }
    return (ofList + [ofOneValue]).allAccepted()
  }
}

extension ValueMatcher {
  /// Requires at least one value for each condition; other values are ignored.
  public static func includes(_ conditions: [ValueMatcher]) -> ValueMatcher {
    ValueMatcher(.includes(conditions))
  }

  /// Requires at least one of the conditions; an empty list of conditions accepts nothing.
  public static func any(of conditions: [ValueMatcher]) -> ValueMatcher {
    ValueMatcher(.any(conditions))
  }

  /// Requires at least one of the conditions.
  public static func any(of conditions: ValueMatcher...) -> ValueMatcher { any(of: conditions) }

  /// Requires that one value meets all conditions; an empty list of conditions accepts everything.
  ///
  /// The conditions `present`, `absent`, `exactly`, `includes`, `every` and `not` check all values
  /// of the part instead of one.
  public static func all(of conditions: [ValueMatcher]) -> ValueMatcher {
    ValueMatcher(.all(conditions.flatMap(\.conjuncts)))
  }

  /// Requires that one value meets all conditions.
  public static func all(of conditions: ValueMatcher...) -> ValueMatcher { all(of: conditions) }

  /// Requires that every value meets the condition, and that there is at least one.
  ///
  /// Each header field with the name has one value, even if that is a list with commas.
  public static func every(_ condition: ValueMatcher) -> ValueMatcher {
    ValueMatcher(.every(condition))
  }

  /// This condition applied to each value alone, or to the empty list if there are no values.
  ///
  /// One of the values must meet the condition. For a part with several values, "not a" then means
  /// "has a value that is not a", rather than "has no value a".
  package var ofOneValue: ValueMatcher { isOnList ? ValueMatcher(.one(self)) : self }

  /// Requires that the condition does not accept the values; undecided if the condition is
  /// undecided.
  public static func not(_ condition: ValueMatcher) -> ValueMatcher {
    ValueMatcher(.not(condition))
  }
}
