extension TemplateHelper {
  /// Whether the value is not true.
  static let not = TemplateHelper("not", usage: "{{#if (not value)}}", arguments: 1...1) {
    .bool(!$0[0].isTruthy)
  }
}
