extension TemplateHelper {
  /// The text in upper case.
  static let upper = TemplateHelper(
    "upper", "uppercase", usage: "{{upper text}}", arguments: 1...1, takesBody: true
  ) {
    .string($0.text(0).uppercased())
  }

  /// The text in lower case.
  static let lower = TemplateHelper(
    "lower", "lowercase", usage: "{{lower text}}", arguments: 1...1, takesBody: true
  ) {
    .string($0.text(0).lowercased())
  }

  /// The text with the first letter of every word in upper case.
  static let capitalize = TemplateHelper(
    "capitalize", usage: "{{capitalize text}}", arguments: 1...1, takesBody: true
  ) {
    var isStart = true
    let text = $0.text(0).map { character in
      defer { isStart = character.isWhitespace }
      return isStart ? character.uppercased() : String(character)
    }
    return .string(text.joined())
  }

  /// The text without white space at its ends.
  static let trim = TemplateHelper(
    "trim", usage: "{{trim text}}", arguments: 1...1, takesBody: true
  ) {
    .string($0.text(0).trimmingWhitespace())
  }

  /// The text with every occurrence of one text replaced by another text.
  static let replace = TemplateHelper(
    "replace", usage: "{{replace text 'old' 'new'}}", arguments: 3...3, takesBody: true
  ) {
    let (text, old, new) = ($0.text(0), $0.text(1), $0.text(2))
    return .string(old.isEmpty ? text : text.replacing(old, with: new))
  }

  /// The characters from one index up to, but not including, another.
  ///
  /// Indexes count from 0; an index outside of the text stands for its nearest end.
  static let substring = TemplateHelper(
    "substring", usage: "{{substring text start end}}", arguments: 2...3, takesBody: true
  ) {
    let text = $0.text(0)
    let count = text.count
    let start = min(max(try $0.integer(1), 0), count)
    let end = min(max($0.arguments.count > 2 ? try $0.integer(2) : count, start), count)
    return .string(String(text.dropFirst(start).prefix(end - start)))
  }

  /// The parts of a text between separators; if the separator is empty, the characters of the text.
  static let split = TemplateHelper("split", usage: "{{split text ','}}", arguments: 2...2) {
    let (text, separator) = ($0.text(0), $0.text(1))
    if text.isEmpty { return [] }
    if separator.isEmpty { return .array(text.map { .string(String($0)) }) }
    return .array(
      text.split(separator: separator, omittingEmptySubsequences: false).map {
        .string(String($0))
      })
  }

  /// The elements of a list, or all arguments but the last, joined by the last argument as the
  /// separator.
  static let join = TemplateHelper("join", usage: "{{join list ', '}}", arguments: 2...Int.max) {
    let separator = $0.arguments.last?.templateText ?? ""
    let values = $0.elements(of: $0.arguments.dropLast())
    return .string(values.map(\.templateText).joined(separator: separator))
  }

  /// The elements of a list, joined by a separator.
  ///
  /// As a block, the helper joins the bodies that are rendered for the elements.
  static let arrayJoin = TemplateHelper(
    "arrayJoin", usage: "{{arrayJoin ', ' list prefix='[' suffix=']'}}", arguments: 2...2,
    options: ["prefix", "suffix"], repeatsBody: true
  ) {
    let elements = ($0.data(1).elements ?? []).map(\.templateText)
    let text = elements.joined(separator: $0.text(0))
    return .string(($0.text(option: "prefix") ?? "") + text + ($0.text(option: "suffix") ?? ""))
  }

  /// The part of a text that a regular expression matches, or the part of one group.
  ///
  /// With a third argument, the list of groups is assigned to this name, and nothing is printed.
  static let regexExtract = TemplateHelper(
    "regexExtract", usage: "{{regexExtract text '([a-z]+)-([0-9]+)' 'parts' default=''}}",
    arguments: 2...3, options: ["default", "group"], acceptsMissing: true, namesValue: true
  ) {
    let expression = try expressions.value(for: ScalarText($0.text(1))) {
      try RegularExpression($0.text)
    }
    switch expression.firstMatch(in: $0.text(0)) {
    case .matched(let match):
      guard $0.arguments.count > 2 else {
        return .string(match.groups[$0.text(option: "group") ?? "0"] ?? "")
      }
      $0.assignment = ($0.text(2), groups(of: match))
    case .notMatched:
      if $0.arguments.count < 3 { return $0.options["default"] ?? .null }
      $0.assignment = ($0.text(2), $0.options["default"] ?? .null)
    case .gaveUp(let reason): throw TemplateHelperError.endlessSearch(reason)
    }
    return .null
  }

  private static let expressions = CompilationCache<ScalarText, RegularExpression>()

  /// Returns the numbered groups in order; a group that did not match is an empty text.
  private static func groups(of match: RegexMatch) -> JSONValue {
    let last = match.groups.keys.compactMap { Int($0) }.max() ?? 0
    guard last > 0 else { return .array([.string(match.text)]) }
    return .array((1...last).map { .string(match.groups[String($0)] ?? "") })
  }
}
