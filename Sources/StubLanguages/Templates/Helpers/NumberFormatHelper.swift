extension TemplateHelper {
  /// The number with a fixed count of `decimals` (0), and a mark between thousands if wanted.
  static let numberFormat = TemplateHelper(
    "numberFormat", usage: "{{numberFormat number decimals=2 grouping=',' separator='.'}}",
    arguments: 1...1, options: ["decimals", "grouping", "separator"]
  ) {
    let decimals = try $0.amount(
      $0.integer(option: "decimals") ?? 0, "a number of decimals", in: 0...15)
    let text = TemplateArithmetic.fixed(try $0.number(0), decimals: decimals)
    return .string(
      TemplateArithmetic.grouped(
        text, by: $0.text(option: "grouping") ?? "", point: $0.text(option: "separator") ?? "."))
  }
}
