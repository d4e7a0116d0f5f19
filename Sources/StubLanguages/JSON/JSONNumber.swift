/// A JSON number that keeps its text; equality and order compare the exact values.
///
/// `1`, `1.0` and `1e0` are equal, and large integers that differ only in their last digit are not.
/// Exponents of more than 17 digits count as the largest exponent of their sign.
public struct JSONNumber: Sendable, Hashable, CustomStringConvertible {
  /// The number as it was written, such as `1.50` or `1e3`.
  package let text: String

  /// Creates a number from text that is known to be valid (RFC 8259 §6).
  package init(text: String) { self.text = text }

  /// Creates a number from text; `nil` if the text is invalid (RFC 8259 §6).
  package init?(parsing text: String) {
    guard case .number(let number) = try? JSONValue(parsing: text),
      number.text.utf8.count == text.utf8.count
    else { return nil }
    self = number
  }

  /// Creates a number from decimal text, which may also start with `+` or with zeros; `nil` for
  /// other texts.
  ///
  /// The value is exact, even if it is as large as `1e400`.
  package init?(decimal text: String) {
    guard JSONDecimal.isDecimal(text) else { return nil }
    self.text = text
  }

  /// Creates a number with all digits of an integer, even those beyond the precision of `Double`.
  public init(_ value: Int) { text = String(value) }

  /// Creates a number from a `Double`; an integer below 10¹⁵ is written without a fraction.
  ///
  /// JSON has no infinity; it is written as `1e999`, which is beyond the range of `Double`.
  ///
  /// - Precondition: `value` is not NaN, because JSON has no such number.
  public init(_ value: Double) {
    precondition(!value.isNaN, "expected a number, found NaN; JSON has no such number, use null")
    if value.isInfinite {
      text = value < 0 ? "-1e999" : "1e999"
    } else {
      let isWhole = value == value.rounded() && abs(value) < 1e15
      text = isWhole ? String(Int(value)) : String(value)
    }
  }

  /// The closest `Double`; infinite if the number is beyond its range.
  public var double: Double { smallInteger.map { Double($0) } ?? Double(text) ?? .nan }

  /// The value if the text consists of at most 15 digits, as in most numbers; otherwise `nil`.
  private var smallInteger: Int? {
    guard text.utf8.count <= 15 else { return nil }
    var value = 0
    for byte in text.utf8 {
      guard byte &- UInt8(ascii: "0") < 10 else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return value
  }

  /// The value as an integer; `nil` if it has a fraction or does not fit.
  public var integer: Int? { Int(text) ?? JSONDecimal(text).integer }

  public var description: String { text }

  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.text == right.text || JSONDecimal(left.text) == JSONDecimal(right.text)
  }

  /// Hashes the `Double` value, which is the same for all spellings of a number.
  public func hash(into hasher: inout Hasher) { hasher.combine(double) }
}

extension JSONNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates a number with all digits of the literal.
  public init(integerLiteral value: Int) { self.init(value) }

  /// Creates a number with the precision of `Double`.
  public init(floatLiteral value: Double) { self.init(value) }
}

extension JSONNumber: Comparable {
  public static func < (left: JSONNumber, right: JSONNumber) -> Bool {
    JSONDecimal(left.text) < JSONDecimal(right.text)
  }
}

/// The exact value of a JSON number, which is `0.digits × 10^magnitude`.
///
/// The form is the same for all spellings of a number.
struct JSONDecimal: Hashable {
  /// Whether the number is less than 0; false for both 0 and -0.
  private(set) var isNegative = false
  private(set) var magnitude = 0
  /// The digits as values from 0 to 9, without zeros at the start or end; empty for zero.
  private(set) var digits: ArraySlice<UInt8> = []

  /// Reads the text of a number that follows RFC 8259 §6.
  init(_ text: String) {
    var all: [UInt8] = []
    var pointPlace: Int?
    var exponent = 0
    var exponentIsNegative = false
    var isInExponent = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "-"):
        if isInExponent { exponentIsNegative = true } else { isNegative = true }
      case UInt8(ascii: "."): pointPlace = all.count
      case UInt8(ascii: "e"), UInt8(ascii: "E"): isInExponent = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digit = byte - UInt8(ascii: "0")
        if isInExponent {
          exponent = min(exponent * 10 + Int(digit), Self.largestExponent)
        } else {
          all.append(digit)
        }
      default: break
      }
    }
    let firstDigit = all.firstIndex { $0 != 0 } ?? all.endIndex
    digits = all[firstDigit...]
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty {
      isNegative = false
    } else {
      let shift = (pointPlace ?? all.count) - firstDigit
      magnitude = shift + (exponentIsNegative ? -exponent : exponent)
    }
  }

  /// Returns whether a text is a decimal number: an optional sign, digits with at most one point,
  /// and an optional exponent.
  static func isDecimal(_ text: String) -> Bool {
    var rest = text.utf8[...]
    func takeSign() { if let sign = rest.first, "+-".utf8.contains(sign) { rest.removeFirst() } }
    func takeDigits() -> Int {
      let digits = rest.prefix { $0 &- UInt8(ascii: "0") < 10 }
      rest = rest.dropFirst(digits.count)
      return digits.count
    }
    takeSign()
    var count = takeDigits()
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      count += takeDigits()
    }
    guard count > 0 else { return false }
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      takeSign()
      if takeDigits() == 0 { return false }
    }
    return rest.isEmpty
  }

  /// The largest exponent; ten times this number, plus the number of digits, still fits in an
  /// `Int`.
  private static let largestExponent = 100_000_000_000_000_000

  /// The value as an integer; `nil` if it has a fraction or does not fit.
  var integer: Int? {
    if digits.isEmpty { return 0 }
    guard digits.count <= magnitude, magnitude <= 19 else { return nil }
    var value = 0
    for place in 0..<magnitude {
      let digit = place < digits.count ? Int(digits[digits.startIndex + place]) : 0
      let (shifted, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) = shifted.addingReportingOverflow(isNegative ? -digit : digit)
      if overflows || overflowsToo { return nil }
      value = sum
    }
    return value
  }
}

extension JSONDecimal: Comparable {
  static func < (left: JSONDecimal, right: JSONDecimal) -> Bool {
    switch (left.sign, right.sign) {
    case (let first, let second) where first != second: first < second
    case (-1, _): right.isSmallerInSize(than: left)
    default: left.isSmallerInSize(than: right)
    }
  }

  private var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }

  private func isSmallerInSize(than other: JSONDecimal) -> Bool {
    magnitude == other.magnitude
      ? digits.lexicographicallyPrecedes(other.digits) : magnitude < other.magnitude
  }
}
