extension TemplateHelper {
  /// Whether two values are alike; a number equals the text it is written as.
  static let equal = TemplateHelper("eq", usage: "{{#if (eq left right)}}", arguments: 2...2) {
    .bool($0[0].isAlike($0[1]))
  }
}
