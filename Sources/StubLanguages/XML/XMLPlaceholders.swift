/// Texts in an expected XML document that stand for others, as XMLUnit has them: `${xmlunit.ignore}`.
package struct XMLPlaceholders: Sendable {
  private let pattern: RegularExpression

  /// Placeholders between texts that these expressions match; by default between `${` and `}`.
  ///
  /// - Throws: `PatternError` for an expression that cannot be compiled.
  package init(
    opening: String = "\\$\\{", closing: String = "\\}"
  ) throws(PatternError) {
    pattern = try RegularExpression(
      "\\s*(?:\(opening))\\s*xmlunit\\.(?<word>[A-Za-z]+)(?:\\((?<operand>.*)\\))?\\s*(?:\(closing))\\s*",
      options: [.fullMatch, .dotMatchesLineSeparators])
  }

  /// What a whole text stands for; `nil` for a text that stands for itself.
  func placeholder(_ text: String) -> Placeholder? {
    guard text.contains("xmlunit."), case .matched(let match) = pattern.firstMatch(in: text) else {
      return nil
    }
    let operand = match.groups["operand"]
    switch match.groups["word"] {
    case "ignore": return .anything
    case "isNumber": return .number
    case "isDateTime": return .time(operand.map { .pattern($0) } ?? .usual)
    case "matchesRegex": return operand.flatMap { try? .pattern(RegularExpression($0)) }
    default: return nil
    }
  }

  enum Placeholder {
    /// Any text and any elements, or none.
    case anything
    case number
    case time(DateTimeText.Format)
    /// A text in which the expression is found.
    case pattern(RegularExpression)

    var summary: String {
      switch self {
      case .anything: "anything"
      case .number: "a number"
      case .time: "a time"
      case .pattern: "a text that the regular expression matches"
      }
    }

    func accepts(_ text: String) -> Bool {
      switch self {
      case .anything: return true
      case .number: return Double(text.trimmingWhitespace()) != nil
      case .time(let format): return DateTimeText(text.trimmingWhitespace(), format: format) != nil
      case .pattern(let pattern):
        if case .matched = pattern.firstMatch(in: text) { return true }
        return false
      }
    }
  }
}
