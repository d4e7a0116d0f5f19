extension TemplateHelper {
  /// The remainder of the division, with the sign of the first number.
  static let remainder = TemplateHelper("mod", usage: "{{mod left right}}", arguments: 2...2) {
    .number(try TemplateArithmetic.remainder($0.number(0), $0.number(1)))
  }
}
