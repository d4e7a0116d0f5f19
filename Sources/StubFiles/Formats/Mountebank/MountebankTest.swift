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
  /// What is taken out of a text before it is compared.
  var exception: RegularExpression?
  /// What in the body is looked at.
  var selector: MountebankSelector?

  /// Whether every part has to be named: nothing more, nothing less.
  var isDeep: Bool { kind == .deepEquals }

  /// A condition on one text.
  func condition(_ expected: String) throws(PatternError) -> ValueMatcher {
    let regex =
      kind == .matches
      ? try RegularExpression(expected, options: isCaseSensitive ? [] : .caseInsensitive) : nil
    let wanted = folded(expected)
    let test = self
    return ValueMatcher("\(kind.rawValue) \(Quotation.of(expected))") { found in
      let text = test.stripped(found)
      if let regex { return regex.isMatch(text) }
      return test.holds(test.folded(text), wanted)
    }
  }

  private func holds(_ found: String, _ expected: String) -> Bool {
    switch kind {
    case .equals, .deepEquals, .matches: found == expected
    case .contains: expected.isEmpty || found.contains(expected)
    case .startsWith: found.hasPrefix(expected)
    case .endsWith: found.hasSuffix(expected)
    }
  }

  private func folded(_ text: String) -> String { isCaseSensitive ? text : text.lowercased() }

  /// Whether two names are the same.
  func isSame(_ name: String, _ other: String) -> Bool {
    isKeyCaseSensitive ? name == other : name.lowercased() == other.lowercased()
  }

  private func stripped(_ text: String) -> String {
    guard let exception else { return text }
    var kept = ""
    var rest = text[...]
    while case .matched(let match) = exception.firstMatch(in: String(rest)), !match.text.isEmpty,
      let range = rest.firstRange(of: match.text)
    {
      kept += rest[..<range.lowerBound]
      rest = rest[range.upperBound...]
    }
    return kept + rest
  }
}

/// What a predicate looks at in the body.
enum MountebankSelector: Sendable {
  case jsonPath(JSONPath)
  case xpath(String, namespaces: [String: String])
}
