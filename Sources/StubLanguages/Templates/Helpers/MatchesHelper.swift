extension TemplateHelper {
  /// Whether a regular expression matches the whole of a text.
  static let matches = TemplateHelper(
    "matches", usage: "{{#if (matches text '[0-9]+')}}", arguments: 2...2, acceptsMissing: true
  ) {
    let expression = try expressions.value(for: $0.text(1)) {
      try RegularExpression($0, options: .fullMatch)
    }
    switch expression.firstMatch(in: $0.text(0)) {
    case .matched: return true
    case .notMatched: return false
    case .gaveUp(let reason): throw TemplateHelperError.endlessSearch(reason)
    }
  }

  private static let expressions = TemplateCache<RegularExpression>()
}
