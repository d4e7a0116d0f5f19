extension TemplateHelper {
  /// Whether the first number or text is greater or the same.
  static let greaterOrEqual = TemplateHelper(
    "gte", usage: "{{#if (gte left right)}}", arguments: 2...2
  ) {
    let order = $0[0].order(to: $0[1])
    return .bool(order != nil && order != .before)
  }
}
