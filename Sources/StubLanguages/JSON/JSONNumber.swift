/// A JSON number with the text it was written as; equality and order are by exact numeric value.
///
/// `1`, `1.0` and `1e0` are equal, and integers beyond 2⁵³ that differ in their last digit are not.
/// Exponents of more than 18 digits all count as the largest exponent of their sign.
public struct JSONNumber: Sendable, Hashable, CustomStringConvertible {
  /// The number as it was written, such as `1.50` or `1e3`.
  public let text: String

  /// A number from text that is known to follow RFC 8259 §6.
  package init(text: String) { self.text = text }

  /// A number from text; `nil` when the text does not follow RFC 8259 §6.
  public init?(parsing text: String) {
    guard case .number(let number) = try? JSONValue(parsing: text),
      number.text.utf8.count == text.utf8.count
    else { return nil }
    self = number
  }

  public init(_ value: Int) { text = String(value) }

  /// A number from a value, written as an integer when it is one below 10¹⁵.
  ///
  /// JSON has no infinity; it is written as `1e999`, which readers take as one.
  ///
  /// - Precondition: `value` is not NaN, which no JSON number stands for.
  public init(_ value: Double) {
    precondition(!value.isNaN, "expected a number, found NaN; JSON has no such number, use null")
    if value.isInfinite {
      text = value < 0 ? "-1e999" : "1e999"
    } else {
      let isWhole = value == value.rounded() && abs(value) < 1e15
      text = isWhole ? String(Int(value)) : String(value)
    }
  }

  /// The nearest value a `Double` can hold; infinite when the number is beyond its range.
  public var double: Double { Double(text) ?? .nan }

  /// The value as an integer when it is one exactly and fits.
  public var integer: Int? { Int(text) ?? JSONDecimal(text).integer }

  public var description: String { text }

  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.text == right.text || JSONDecimal(left.text) == JSONDecimal(right.text)
  }

  /// Equal numbers round to the same `Double`, so its hash serves all ways to write one.
  public func hash(into hasher: inout Hasher) { hasher.combine(double) }
}

extension JSONNumber: Comparable {
  public static func < (left: JSONNumber, right: JSONNumber) -> Bool {
    JSONDecimal(left.text) < JSONDecimal(right.text)
  }
}
