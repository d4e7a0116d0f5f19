import StubCore

/// Recognizes numbers by YAML 1.2's core schema (§10.3.2) and writes them as JSON would.
enum CoreSchemaNumber {
  /// The kind of number, or `nil` when the text is not one.
  static func kind(
    of text: String
  ) throws(YAMLScalarResolver.Mismatch) -> DocumentScalar.Kind? {
    if text.hasPrefix("0x") { return try based(text, radix: 16) }
    if text.hasPrefix("0o") { return try based(text, radix: 8) }
    var rest = text.utf8[...]
    let sign = rest.first == UInt8(ascii: "-") ? "-" : ""
    if !sign.isEmpty || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    let whole = takeDigits(&rest)
    let hasPoint = rest.first == UInt8(ascii: ".")
    if hasPoint { rest = rest.dropFirst() }
    let fraction = hasPoint ? takeDigits(&rest) : ""
    guard !whole.isEmpty || !fraction.isEmpty, let exponent = takeExponent(&rest), rest.isEmpty
    else { return nil }
    let significant = whole.drop { $0 == "0" }
    let json =
      sign + (significant.isEmpty ? "0" : significant)
      + (fraction.isEmpty ? "" : ".\(fraction)") + exponent
    let number = JSONNumber(text: json)
    return hasPoint || !exponent.isEmpty ? .real(number) : .integer(number)
  }

  private static func based(
    _ text: String, radix: Int
  ) throws(YAMLScalarResolver.Mismatch) -> DocumentScalar.Kind? {
    let digits = text.dropFirst(2)
    guard let first = digits.first, first.isHexDigit,
      digits.allSatisfy({ $0.isASCII && ($0.hexDigitValue ?? 16) < radix })
    else { return nil }
    guard let value = UInt64(digits, radix: radix) else {
      throw YAMLScalarResolver.Mismatch(
        found: "the number \(text)", expected: "a number of at most 64 bits",
        remedy: "try quotes if text is meant")
    }
    return .integer(JSONNumber(text: String(value)))
  }

  private static func takeDigits(_ rest: inout Substring.UTF8View) -> String {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest = rest.dropFirst(digits.count)
    return String(Substring(digits))
  }

  /// The exponent, empty when there is none, `nil` when it has no digits.
  private static func takeExponent(_ rest: inout Substring.UTF8View) -> String? {
    guard let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") else { return "" }
    rest = rest.dropFirst()
    var sign = ""
    if let byte = rest.first, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") {
      sign = byte == UInt8(ascii: "-") ? "-" : "+"
      rest = rest.dropFirst()
    }
    let digits = takeDigits(&rest)
    return digits.isEmpty ? nil : "e\(sign)\(digits)"
  }
}
