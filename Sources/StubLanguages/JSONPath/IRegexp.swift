/// A compiled I-Regexp (RFC 9485).
struct IRegexp: Sendable {
  private let expression: RegularExpression

  /// Compiles a pattern that has to match the whole text or, otherwise, any part of it.
  ///
  /// - Throws: `IRegexpError` saying what in the pattern is not an I-Regexp.
  init(_ pattern: String, matchesWhole: Bool) throws(IRegexpError) {
    let translated = try IRegexpSyntax.translate(pattern)
    do {
      expression = try RegularExpression(translated, options: matchesWhole ? .fullMatch : [])
    } catch {
      throw IRegexpError(reason: error.reason, remedy: error.remedy)
    }
  }

  /// Whether the text matches; `nil` when the search met the limits of `RegularExpression`.
  func matches(_ text: String) -> Bool? {
    switch expression.firstMatch(in: text) {
    case .matched: true
    case .notMatched: false
    case .gaveUp: nil
    }
  }
}
