extension TemplateHelper {
  /// Whether the first number or text is greater; values that have no order are not.
  static let greater = TemplateHelper("gt", usage: "{{#if (gt left right)}}", arguments: 2...2) {
    .bool($0[0].order(to: $0[1]) == .after)
  }
}
