extension TemplateHelper {
  /// The difference.
  static let subtract = TemplateHelper(
    "subtract", usage: "{{subtract left right}}", arguments: 2...2
  ) {
    .number(try TemplateArithmetic.subtract($0.number(0), $0.number(1)))
  }
}
