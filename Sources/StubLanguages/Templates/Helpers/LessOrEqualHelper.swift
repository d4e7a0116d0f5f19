extension TemplateHelper {
  /// Whether the first number or text is smaller or the same.
  static let lessOrEqual = TemplateHelper(
    "lte", usage: "{{#if (lte left right)}}", arguments: 2...2
  ) {
    let order = $0[0].order(to: $0[1])
    return .bool(order != nil && order != .after)
  }
}
