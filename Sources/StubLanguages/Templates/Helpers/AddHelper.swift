extension TemplateHelper {
  /// The sum.
  static let add = TemplateHelper("add", usage: "{{add left right}}", arguments: 2...2) {
    .number(try TemplateArithmetic.add($0.number(0), $0.number(1)))
  }
}
