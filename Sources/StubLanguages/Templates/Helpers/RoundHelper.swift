extension TemplateHelper {
  /// The number rounded to so many decimals (0); halves are rounded away from zero.
  static let round = TemplateHelper("round", usage: "{{round number decimals}}", arguments: 1...2) {
    let decimals = try $0.amount(
      $0.arguments.count > 1 ? $0.integer(1) : 0, "a number of decimals", in: 0...15)
    return .number(TemplateArithmetic.rounded(try $0.number(0), decimals: decimals))
  }
}
