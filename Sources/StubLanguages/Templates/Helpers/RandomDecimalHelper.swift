extension TemplateHelper {
  /// A random number from `lower` (0) to `upper` (1).
  static let randomDecimal = TemplateHelper(
    "randomDecimal", usage: "{{randomDecimal lower=0 upper=1}}", arguments: 0...0,
    options: ["lower", "upper"]
  ) {
    let lower = try $0.decimal(option: "lower") ?? 0
    let upper = try $0.decimal(option: "upper") ?? max(1, lower + 1)
    guard lower <= upper, (upper - lower).isFinite else {
      throw TemplateHelperError.emptyRange("\(lower)", "\(upper)")
    }
    var generator = $0.environment.random
    return .number(JSONNumber(Double.random(in: lower...upper, using: &generator)))
  }
}
