extension TemplateHelper {
  /// The quotient; whole when it comes out even.
  static let divide = TemplateHelper("divide", usage: "{{divide left right}}", arguments: 2...2) {
    .number(try TemplateArithmetic.divide($0.number(0), $0.number(1)))
  }
}
