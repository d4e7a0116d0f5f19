import StubPlatform

extension TemplateHelper {
  /// The number that a text contains.
  static let number = TemplateHelper(
    "number", "toNumber", usage: "{{json (number text)}}", arguments: 1...1
  ) {
    // A number in a text keeps all its digits.
    let exact = try? JSONValue(parsing: $0.text(0).trimmingWhitespace())
    if let number = exact?.number { return .number(number) }
    return .number(try $0.number(0))
  }

  /// The sum of two numbers.
  static let add = TemplateHelper("add", usage: "{{add left right}}", arguments: 2...2) {
    .number(try TemplateArithmetic.add($0.number(0), $0.number(1)))
  }

  /// The difference of two numbers.
  static let subtract = TemplateHelper(
    "subtract", usage: "{{subtract left right}}", arguments: 2...2
  ) {
    .number(try TemplateArithmetic.subtract($0.number(0), $0.number(1)))
  }

  /// The product of two numbers.
  static let multiply = TemplateHelper(
    "multiply", usage: "{{multiply left right}}", arguments: 2...2
  ) {
    .number(try TemplateArithmetic.multiply($0.number(0), $0.number(1)))
  }

  /// The quotient of two numbers, which is an integer if there is no remainder.
  static let divide = TemplateHelper("divide", usage: "{{divide left right}}", arguments: 2...2) {
    .number(try TemplateArithmetic.divide($0.number(0), $0.number(1)))
  }

  /// The remainder of a division, with the sign of the first number.
  static let remainder = TemplateHelper("mod", usage: "{{mod left right}}", arguments: 2...2) {
    .number(try TemplateArithmetic.remainder($0.number(0), $0.number(1)))
  }

  /// The result of a calculation with two numbers; the argument between them is `+`, `-`, `*`, `/`
  /// or `%`.
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

  /// The number, rounded to a number of decimals (default: 0); halves are rounded away from zero.
  static let round = TemplateHelper("round", usage: "{{round number decimals}}", arguments: 1...2) {
    let decimals = try $0.amount(
      $0.arguments.count > 1 ? $0.integer(1) : 0, "a number of decimals", in: 0...15)
    return .number(TemplateArithmetic.rounded(try $0.number(0), decimals: decimals))
  }

  /// The number with a fixed number of `decimals` (default: 0).
  ///
  /// If `grouping` is set, it is written between thousands.
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

/// The arithmetic of the number helpers; it is exact as long as the result fits in an `Int`.
enum TemplateArithmetic {
  static func add(_ left: JSONNumber, _ right: JSONNumber) throws -> JSONNumber {
    try apply(left, right, { $0.addingReportingOverflow($1) }, { $0 + $1 })
  }

  static func subtract(_ left: JSONNumber, _ right: JSONNumber) throws -> JSONNumber {
    try apply(left, right, { $0.subtractingReportingOverflow($1) }, { $0 - $1 })
  }

  static func multiply(_ left: JSONNumber, _ right: JSONNumber) throws -> JSONNumber {
    try apply(left, right, { $0.multipliedReportingOverflow(by: $1) }, { $0 * $1 })
  }

  static func divide(_ left: JSONNumber, _ right: JSONNumber) throws -> JSONNumber {
    try refuseZero(right)
    if let dividend = left.integer, let divisor = right.integer,
      !dividend.remainderReportingOverflow(dividingBy: divisor).overflow,
      dividend % divisor == 0
    {
      return JSONNumber(dividend / divisor)
    }
    return try number(left.double / right.double)
  }

  static func remainder(_ left: JSONNumber, _ right: JSONNumber) throws -> JSONNumber {
    try refuseZero(right)
    return try apply(
      left, right, { $0.remainderReportingOverflow(dividingBy: $1) },
      { $0.truncatingRemainder(dividingBy: $1) })
  }

  private static func apply(
    _ left: JSONNumber, _ right: JSONNumber,
    _ exact: (Int, Int) -> (partialValue: Int, overflow: Bool),
    _ near: (Double, Double) -> Double
  ) throws -> JSONNumber {
    if let first = left.integer, let second = right.integer {
      let result = exact(first, second)
      if !result.overflow { return JSONNumber(result.partialValue) }
    }
    return try number(near(left.double, right.double))
  }

  private static func refuseZero(_ number: JSONNumber) throws {
    guard number.double == 0 else { return }
    throw TemplateHelperError(
      expected: "a divisor other than zero", found: "`\(number.text)`",
      remedy: "test the divisor with {{#if}}")
  }

  private static func number(_ value: Double) throws -> JSONNumber {
    if value.isFinite { return JSONNumber(value) }
    throw TemplateHelperError(
      expected: "a result that is a number", found: "\(value)", remedy: "use smaller numbers")
  }

  // MARK: Rounding

  /// Returns the rounded number.
  ///
  /// Halves are rounded away from zero or, with `halvesToEven`, to the even neighbor. A number that
  /// is too large for decimals stays unchanged.
  static func rounded(
    _ number: JSONNumber, decimals: Int, halvesToEven: Bool = false
  ) -> JSONNumber {
    guard number.integer == nil, let decimal = Decimal(string: number.text) else { return number }
    let parts = "\(decimal)".split(separator: ".", maxSplits: 1)
    guard parts.count == 2, parts[1].utf8.count > decimals else {
      return JSONNumber(text: "\(decimal)")
    }
    let isNegative = parts[0].hasPrefix("-")
    var digits = Array((parts[0].drop { $0 == "-" } + parts[1].prefix(decimals)).utf8)
    let rest = parts[1].utf8.dropFirst(decimals)
    let staysEven = halvesToEven && rest.elementsEqual("5".utf8) && (digits.last ?? 0) % 2 == 0
    if let next = rest.first, next >= UInt8(ascii: "5"), !staysEven { increment(&digits) }
    let text = String(decoding: digits, as: UTF8.self)
    let fraction = text.suffix(decimals)
    let isZero = digits.allSatisfy { $0 == UInt8(ascii: "0") }
    return JSONNumber(
      text: (isNegative && !isZero ? "-" : "") + text.dropLast(decimals)
        + (decimals > 0 ? "." + fraction : ""))
  }

  /// Adds 1 to a number of decimal digits.
  private static func increment(_ digits: inout [UInt8]) {
    for place in digits.indices.reversed() {
      if digits[place] < UInt8(ascii: "9") {
        digits[place] += 1
        return
      }
      digits[place] = UInt8(ascii: "0")
    }
    digits.insert(UInt8(ascii: "1"), at: 0)
  }

  /// Returns the number with exactly `decimals` decimals.
  static func fixed(_ number: JSONNumber, decimals: Int) -> String {
    let text = rounded(number, decimals: decimals).text
    guard decimals > 0, !text.contains(where: { $0 == "e" || $0 == "E" }) else { return text }
    let parts = text.split(separator: ".", maxSplits: 1)
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    let missing = max(0, decimals - fraction.utf8.count)
    return parts[0] + "." + fraction + String(repeating: "0", count: missing)
  }

  /// Returns a decimal number with a separator between groups of three digits before the point.
  static func grouped(_ text: String, by mark: String, point: String) -> String {
    let parts = text.split(separator: ".", maxSplits: 1)
    guard let whole = parts.first, !text.contains("e"), !text.contains("E") else { return text }
    let sign = whole.hasPrefix("-") ? "-" : ""
    let digits = Array(whole.dropFirst(sign.count))
    var grouped = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { grouped += mark }
      grouped.append(digit)
    }
    return sign + grouped + (parts.count > 1 ? point + parts[1] : "")
  }
}
