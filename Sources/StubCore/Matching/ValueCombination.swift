/// How one condition on values is made of others.
enum ValueCombination: Sendable {
  /// A value for each condition.
  case includes([ValueMatcher])
  case any([ValueMatcher])
  /// One value for all conditions on a value.
  case all([ValueMatcher])
  case not(ValueMatcher)
  /// Every value, of which there has to be one.
  case every(ValueMatcher)
  /// One value alone, or none where there is none.
  case one(ValueMatcher)

  var conditions: [ValueMatcher] {
    switch self {
    case .includes(let conditions), .any(let conditions), .all(let conditions): conditions
    case .not(let condition), .every(let condition), .one(let condition): [condition]
    }
  }

  /// Completes the sentence "the value …".
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

  /// The same combination of other conditions.
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

  /// Asks for one value that fits all conditions on a value, and judges the list by the others.
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
  /// For each condition at least one value; other values may be there too.
  public static func includes(_ conditions: [ValueMatcher]) -> ValueMatcher {
    ValueMatcher(.includes(conditions))
  }

  /// At least one of the conditions; an empty list accepts nothing.
  public static func any(of conditions: [ValueMatcher]) -> ValueMatcher {
    ValueMatcher(.any(conditions))
  }

  /// At least one of the conditions.
  public static func any(of conditions: ValueMatcher...) -> ValueMatcher { any(of: conditions) }

  /// Every condition, each for the same value; an empty list accepts everything.
  ///
  /// `present`, `absent`, `exactly`, `includes`, `every` and `not` are on all values of the part.
  public static func all(of conditions: [ValueMatcher]) -> ValueMatcher {
    ValueMatcher(.all(conditions.flatMap(\.conjuncts)))
  }

  /// Every condition, each for the same value.
  public static func all(of conditions: ValueMatcher...) -> ValueMatcher { all(of: conditions) }

  /// The condition for every value, of which there has to be at least one.
  ///
  /// Values of header fields are those of the fields, each as it was sent.
  public static func every(_ condition: ValueMatcher) -> ValueMatcher {
    ValueMatcher(.every(condition))
  }

  /// The same condition on each value alone, of which one has to fit, or on none where there is none.
  ///
  /// It makes "not a" mean "a value that is not a" where a part has several values.
  package var ofOneValue: ValueMatcher { isOnList ? ValueMatcher(.one(self)) : self }

  /// The opposite; undecided if the condition is undecided.
  public static func not(_ condition: ValueMatcher) -> ValueMatcher {
    ValueMatcher(.not(condition))
  }
}
