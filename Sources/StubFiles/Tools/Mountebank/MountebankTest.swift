import StubCore

/// What a predicate does with a text, and what does not count.
struct MountebankTest: Sendable {
  enum Kind: String, Sendable, CaseIterable {
    case equals
    case deepEquals
    case contains
    case startsWith
    case endsWith
    case matches
  }

  let kind: Kind
  var isCaseSensitive = false
  var isKeyCaseSensitive = false
  /// The parts of a text that are removed before comparison.
  var exception: MatchRemoval?
  /// What in the body is looked at.
  var selector: MountebankSelector?

  /// Whether every part has to be named: nothing more, nothing less.
  var isDeep: Bool { kind == .deepEquals }

  /// Whether texts, and all of an XML body, are compared in lower case; patterns ignore case themselves.
  var lowersTexts: Bool { !isCaseSensitive && kind != .matches }

  /// A condition on one text, of which neither side has what is excepted; a pattern stays whole.
  func condition(_ expected: String) throws(PatternError) -> ValueMatcher {
    guard let exception else { return try plainCondition(expected) }
    let kept = kind == .matches ? expected : exception.text(without: expected) ?? expected
    let condition = try plainCondition(kept)
    return ValueMatcher(description: condition.description, problems: condition.problems) {
      values in
      let texts = values.map { exception.text(without: $0) }
      return texts.contains(nil)
        ? .undecided("to remove what is excepted takes too long")
        : condition.judge(texts.compactMap(\.self))
    }
  }

  private func plainCondition(_ expected: String) throws(PatternError) -> ValueMatcher {
    let lower = expected.lowercased()
    switch (kind, isCaseSensitive) {
    case (.equals, true), (.deepEquals, true): return .equals(expected)
    case (.equals, false), (.deepEquals, false): return .equalsIgnoringCase(expected)
    case (.contains, true): return .contains(expected)
    case (.contains, false): return .containsIgnoringCase(expected)
    case (.startsWith, true): return .hasPrefix(expected)
    case (.startsWith, false):
      return ValueMatcher("starts with \(expected.quoted) in any case") {
        $0.lowercased().hasPrefix(lower)
      }
    case (.endsWith, true): return .hasSuffix(expected)
    case (.endsWith, false):
      return ValueMatcher("ends with \(expected.quoted) in any case") {
        $0.lowercased().hasSuffix(lower)
      }
    case (.matches, _):
      var options: RegularExpression.Options = [.asciiClasses, .dollarIsEnd]
      if !isCaseSensitive { options.insert(.caseInsensitive) }
      return .matches(try RegularExpression(expected, options: options))
    }
  }

  /// Whether two names are the same.
  func isSame(_ name: String, _ other: String) -> Bool {
    isKeyCaseSensitive ? name == other : name.lowercased() == other.lowercased()
  }
}

/// What a predicate looks at in the body.
enum MountebankSelector: Sendable {
  case jsonPath(JSONPath)
  case xpath(String, namespaces: [String: String])
}
