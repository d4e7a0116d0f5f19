/// A JSON number with the text it was written as; equality is by numeric value.
public struct JSONNumber: Sendable, Hashable, CustomStringConvertible {
  /// The number as it was written, such as `1.50` or `1e3`.
  public let text: String

  package init(text: String) { self.text = text }

  public init(_ value: Int) { text = String(value) }

  public init(_ value: Double) {
    let whole = value == value.rounded() && abs(value) < 1e15
    text = whole ? String(Int(value)) : String(value)
  }

  public var double: Double { Double(text) ?? .nan }

  /// The value as an integer when it is one exactly.
  public var integer: Int? { Int(text) ?? Int(exactly: double) }

  public var description: String { text }

  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.text == right.text || left.double == right.double
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(double) }
}
