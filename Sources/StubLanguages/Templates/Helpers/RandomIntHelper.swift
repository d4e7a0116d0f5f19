extension TemplateHelper {
  /// A random whole number from `lower` (0) to `upper` (2147483647), both included.
  static let randomInt = TemplateHelper(
    "randomInt", usage: "{{randomInt lower=1 upper=6}}", arguments: 0...0,
    options: ["lower", "upper"]
  ) {
    let lower = try $0.integer(option: "lower") ?? 0
    let upper = try $0.integer(option: "upper") ?? Int(Int32.max)
    guard lower <= upper else { throw TemplateHelperError.emptyRange("\(lower)", "\(upper)") }
    return .number(JSONNumber($0.environment.random.integer(in: lower...upper)))
  }
}
