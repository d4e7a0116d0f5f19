extension TemplateHelper {
  /// Two numbers with `+`, `-`, `*`, `/` or `%` between them.
  static let math = TemplateHelper("math", usage: "{{math left '+' right}}", arguments: 3...3) {
    guard let operation = operations[$0.text(1)] else {
      throw TemplateHelperError(
        expected: "+, -, *, / or % as argument 2 of `math`", found: $0[1].shown,
        remedy: "write {{math left '+' right}}")
    }
    return .number(try operation($0.number(0), $0.number(2)))
  }

  private static let operations: [String: @Sendable (JSONNumber, JSONNumber) throws -> JSONNumber] =
    [
      "+": { try TemplateArithmetic.add($0, $1) },
      "-": { try TemplateArithmetic.subtract($0, $1) },
      "*": { try TemplateArithmetic.multiply($0, $1) },
      "/": { try TemplateArithmetic.divide($0, $1) },
      "%": { try TemplateArithmetic.remainder($0, $1) },
    ]
}
