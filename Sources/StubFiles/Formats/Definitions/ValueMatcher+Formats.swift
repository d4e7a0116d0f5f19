import StubCore

extension ValueMatcher {
  /// A condition that always holds, for parts that are not there too.
  static let anything = ValueMatcher(description: "is anything") { _ in .accepted(groups: [:]) }

  /// The same condition on each value alone, of which one has to fit, or on none where none is.
  ///
  /// It makes "not a" mean "a value that is not a" where a part has several values.
  var ofOneValue: ValueMatcher {
    ValueMatcher(description: description, problems: problems) { values in
      guard values.count > 1 else { return judge(values) }
      var doubt = ValueVerdict.rejected
      for value in values {
        switch judge([value]) {
        case .accepted(let groups): return .accepted(groups: groups)
        case .undecided(let reason): doubt = .undecided(reason)
        case .rejected: continue
        }
      }
      return doubt
    }
  }

  /// One value for each condition and none besides.
  static func exactly(_ conditions: [ValueMatcher]) -> ValueMatcher {
    let sentence = conditions.map(\.description).joined(separator: ", ")
    return ValueMatcher(
      description: "has exactly one value for each of: \(sentence)",
      problems: conditions.flatMap(\.problems)
    ) { values in
      let fits =
        values.count == conditions.count
        && conditions.allSatisfy { condition in values.contains { condition.accepts([$0]) } }
        && values.allSatisfy { value in conditions.contains { $0.accepts([value]) } }
      return fits ? .accepted(groups: [:]) : .rejected
    }
  }
}
