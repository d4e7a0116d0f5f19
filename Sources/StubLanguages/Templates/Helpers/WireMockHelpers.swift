import StubPlatform

extension TemplateHelper {
  /// The helpers whose results differ in templates of WireMock.
  static let ofWireMock: [TemplateHelper] = [
    wireMockMath, wireMockNumberFormat, wireMockURLEncode, wireMockJSONPath,
  ]

  /// The result of a calculation, in which a quotient has as many decimals as the left number.
  private static let wireMockMath = TemplateHelper("math", usage: math.usage, arguments: 3...3) {
    guard let left = ScaledDecimal($0[0]), let right = ScaledDecimal($0[2]),
      let result = left.result(of: $0.text(1), right)
    else { return try math.call(&$0) }
    return .number(result)
  }

  /// The number, by default with at most three decimals, and with commas between thousands.
  private static let wireMockNumberFormat = TemplateHelper(
    "numberFormat", usage: numberFormat.usage, arguments: 1...1, options: numberFormat.options
  ) {
    guard $0.options.isEmpty else { return try numberFormat.call(&$0) }
    let number = try $0.number(0)
    var text =
      number.integer.map { "\($0)" }
      ?? TemplateArithmetic.rounded(number, decimals: 3, halvesToEven: true).text
    if text.contains(".") {
      while text.hasSuffix("0") { text.removeLast() }
      if text.hasSuffix(".") { text.removeLast() }
    }
    return .string(TemplateArithmetic.grouped(text, by: ",", point: "."))
  }

  /// The text, encoded as in a form (`application/x-www-form-urlencoded`) with `+` for a space.
  private static let wireMockURLEncode = TemplateHelper(
    "urlEncode", usage: urlEncode.usage, arguments: 1...1, options: urlEncode.options,
    takesBody: true
  ) {
    if $0.flag("decode") { return try urlEncode.call(&$0) }
    let encoded = PercentEncoding.encode($0.text(0), allowing: "* ")
    return .string(encoded.replacingBytes(of: " ", with: "+").replacingBytes(of: "~", with: "%7E"))
  }

  /// The value that a JSONPath selects; if it is missing or null, `default`.
  private static let wireMockJSONPath = TemplateHelper(
    "jsonPath", usage: jsonPath.usage, arguments: 2...2, options: jsonPath.options,
    acceptsMissing: true
  ) {
    let value = try jsonPath.call(&$0)
    return value == .null ? $0.options["default"] ?? .null : value
  }
}

extension TemplateHelperTable {
  static let wireMock = TemplateHelperTable(TemplateHelper.all + TemplateHelper.ofWireMock)
}

/// A number with its number of decimals, on which the rounding of results depends, as in Java's
/// `BigDecimal`.
private struct ScaledDecimal {
  private let value: Decimal
  private let scale: Int

  /// Creates a number; `nil` if the value is not a number, or has an exponent or more
  /// than 30 characters.
  init?(_ value: JSONValue) {
    guard let number = value.templateNumber else { return nil }
    var text = number.text
    if case .string(let written) = value {
      text = written.trimmingWhitespace()
    } else if text.contains(".") {
      text = "\(number.double)"
    }
    guard text.utf8.count <= 30, !text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }),
      let decimal = Decimal(string: text)
    else { return nil }
    self.value = decimal
    scale =
      text.utf8.firstIndex(of: UInt8(ascii: ".")).map {
        text.utf8.distance(from: $0, to: text.utf8.endIndex) - 1
      } ?? 0
  }

  /// Returns the result; `nil` for an unknown operator or a division by zero.
  func result(of sign: String, _ other: ScaledDecimal) -> JSONNumber? {
    switch sign {
    case "+": Self.number(value + other.value, max(scale, other.scale))
    case "-": Self.number(value - other.value, max(scale, other.scale))
    case "*", "x": Self.number(value * other.value, scale + other.scale)
    case "/" where other.value != 0: Self.number(value / other.value, scale)
    case "%" where other.value != 0: remainder(other)
    default: nil
    }
  }

  private func remainder(_ divisor: ScaledDecimal) -> JSONNumber? {
    let quotient = "\(value / divisor.value)".prefix { $0 != "." }
    return Decimal(string: String(quotient)).map {
      Self.number(value - $0 * divisor.value, max(scale, divisor.scale))
    }
  }

  /// Returns an integer if `scale` is 0; otherwise a floating-point number with at least one
  /// decimal.
  private static func number(_ value: Decimal, _ scale: Int) -> JSONNumber {
    let rounded = TemplateArithmetic.rounded(JSONNumber(text: "\(value)"), decimals: scale)
    return scale == 0 ? rounded : JSONNumber(text: "\(rounded.double)")
  }
}
