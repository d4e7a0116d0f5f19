/// The ways to combine conditions on values.
enum ValueCombination: Sendable {
  /// For each condition, there must be a value that meets it.
  case includes([ValueMatcher])
  case any([ValueMatcher])
  /// A single value must meet all conditions on single values, and the whole list must meet the
  /// others.
  case all([ValueMatcher])
  case not(ValueMatcher)
  /// Every value must meet the condition, and there must be at least one.
  case every(ValueMatcher)
  /// A list of just one of the values must meet the condition; without values, an empty list must.
  case one(ValueMatcher)

  var conditions: [ValueMatcher] {
    switch self {
    case .includes(let conditions), .any(let conditions), .all(let conditions): conditions
    case .not(let condition), .every(let condition), .one(let condition): [condition]
    }
  }

  /// A text that follows "the value …" in reports.
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

  /// Returns whether a single value meets all conditions on single values, and the whole list meets
  /// the others.
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
  /// Requires that there is a matching value for each condition; other values are ignored.
  public static func includes(_ conditions: [ValueMatcher]) -> ValueMatcher {
    ValueMatcher(.includes(conditions))
  }

  /// Requires that at least one of the conditions is met; an empty list of conditions accepts
  /// nothing.
  public static func any(of conditions: [ValueMatcher]) -> ValueMatcher {
    ValueMatcher(.any(conditions))
  }

  /// Requires that at least one of the conditions is met.
  public static func any(of conditions: ValueMatcher...) -> ValueMatcher { any(of: conditions) }

  /// Requires that one value meets all conditions; an empty list of conditions accepts everything.
  ///
  /// The conditions `present`, `absent`, `exactly`, `includes`, `every` and `not` check all values
  /// of the part together.
  public static func all(of conditions: [ValueMatcher]) -> ValueMatcher {
    ValueMatcher(.all(conditions.flatMap(\.conjuncts)))
  }

  /// Requires that one value meets all conditions.
  public static func all(of conditions: ValueMatcher...) -> ValueMatcher { all(of: conditions) }

  /// Requires that every value meets the condition, and that there is at least one.
  ///
  /// Each header field with the name is one value, even if it is a list with commas.
  public static func every(_ condition: ValueMatcher) -> ValueMatcher {
    ValueMatcher(.every(condition))
  }

  /// This condition, applied to each value alone, or to an empty list if there are no values.
  ///
  /// One of the values must meet the condition. For a part with several values, "not a" then means
  /// "has a value that is not a", and not "has no value a".
  package var ofOneValue: ValueMatcher { isOnList ? ValueMatcher(.one(self)) : self }

  /// Requires that the condition does not accept the values.
  ///
  /// If the condition is undecided, so is the result.
  public static func not(_ condition: ValueMatcher) -> ValueMatcher {
    ValueMatcher(.not(condition))
  }
}
