extension TemplateHelper {
  /// Whether two values differ.
  static let notEqual = TemplateHelper(
    "ne", "neq", usage: "{{#if (ne left right)}}", arguments: 2...2
  ) {
    .bool(!$0[0].isAlike($0[1]))
  }
}
