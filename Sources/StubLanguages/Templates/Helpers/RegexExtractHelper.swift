extension TemplateHelper {
  /// The part of a text that a regular expression matches, or one group of it.
  ///
  /// With a third argument the list of groups gets that name and nothing is printed.
  static let regexExtract = TemplateHelper(
    "regexExtract", usage: "{{regexExtract text '([a-z]+)-([0-9]+)' 'parts' default=''}}",
    arguments: 2...3, options: ["default", "group"], acceptsMissing: true
  ) {
    let expression = try expressions.value(for: $0.text(1)) { try RegularExpression($0) }
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

  private static let expressions = TemplateCache<RegularExpression>()

  /// The numbered groups in order; one that took no part is an empty text.
  private static func groups(of match: RegexMatch) -> JSONValue {
    let last = match.groups.keys.compactMap { Int($0) }.max() ?? 0
    guard last > 0 else { return .array([.string(match.text)]) }
    return .array((1...last).map { .string(match.groups[String($0)] ?? "") })
  }
}
