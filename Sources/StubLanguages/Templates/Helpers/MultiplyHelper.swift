extension TemplateHelper {
  /// The product.
  static let multiply = TemplateHelper(
    "multiply", usage: "{{multiply left right}}", arguments: 2...2
  ) {
    .number(try TemplateArithmetic.multiply($0.number(0), $0.number(1)))
  }
}
