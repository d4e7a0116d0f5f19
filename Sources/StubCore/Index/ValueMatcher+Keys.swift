import StubLanguages

extension ValueMatcher {
  /// Returns the keys of requests in which values of the part meet the condition, the most specific
  /// first; none if the condition accepts a request without a value.
  func keys(of part: KeyedPart) -> [StubKey] {
    let keys = keysOfValue(of: part)
    guard needsValue, let presence = part.presence else { return keys }
    return keys + [presence]
  }

  /// Whether the condition rejects a request in which the part has no value.
  ///
  /// `false` if this is unknown, because a caller's closure decides.
  var needsValue: Bool {
    switch form {
    case .equals, .hasPrefix, .hasSuffix, .contains, .regex, .glob, .present, .element: true
    case .exactly(let texts): !texts.isEmpty
    case .absent: false
    case .other: combination?.needsValue ?? implied.contains(where: \.needsValue)
    }
  }

  private func keysOfValue(of part: KeyedPart) -> [StubKey] {
    switch form {
    case .equals(let text): [.value(part, text)]
    case .exactly(let texts): texts.map { .value(part, $0) }
    case .hasPrefix(let text): [.text(part, .start(ScalarText(text)))]
    case .hasSuffix(let text): [.text(part, .end(ScalarText(text)))]
    case .contains(let text): [.text(part, .literal(ScalarText(text)))]
    case .regex(let regex):
      regex.requiredLiterals.map { .text(part, .literal(ScalarText($0))) }
    case .glob(let pattern):
      // On a host, a glob ignores letter case.
      part == .host
        ? []
        : [.text(part, .start(ScalarText(String(pattern.prefix { !"*?[{\\!".contains($0) }))))]
    case .present, .absent, .element: []
    case .other:
      if let combination {
        combination.keyedNumbers.map { .text(part, .numbers($0)) }
          + combination.neededConditions.flatMap { $0.keysOfValue(of: part) }
      } else if let trait {
        [StubKey(.text(part, trait))]
      } else {
        implied.flatMap { $0.keysOfValue(of: part) }
      }
    }
  }
}

extension ValueCombination {
  /// The range of numbers that all conditions on one value have in common; empty if none of them
  /// is on a number.
  fileprivate var keyedNumbers: [NumberRange] {
    guard case .all(let conditions) = self else { return [] }
    let ranges = conditions.compactMap { condition -> NumberRange? in
      if case .numbers(let range)? = condition.trait?.shape { range } else { nil }
    }
    return ranges.first.map { [ranges.dropFirst().reduce($0) { $0.intersection($1) }] } ?? []
  }

  fileprivate var needsValue: Bool {
    switch self {
    case .includes(let conditions), .all(let conditions): conditions.contains(where: \.needsValue)
    case .any(let conditions): !conditions.isEmpty && conditions.allSatisfy(\.needsValue)
    case .one(let condition): condition.needsValue
    case .every: true
    case .not: false
    }
  }

  /// The conditions that some value must meet.
  fileprivate var neededConditions: [ValueMatcher] {
    switch self {
    case .includes(let conditions), .all(let conditions): conditions
    case .any(let conditions): conditions.count == 1 ? conditions : []
    case .one(let condition), .every(let condition): [condition]
    case .not: []
    }
  }
}

extension StubKey {
  fileprivate static func text(_ part: KeyedPart, _ shape: TextTrait.Shape) -> StubKey {
    StubKey(.text(part, TextTrait(shape)))
  }
}
