extension TemplateHelper {
  /// Whether the first number or text is smaller; values that have no order are not.
  static let less = TemplateHelper("lt", usage: "{{#if (lt left right)}}", arguments: 2...2) {
    .bool($0[0].order(to: $0[1]) == .before)
  }
}
