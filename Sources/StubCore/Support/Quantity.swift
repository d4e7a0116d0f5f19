/// A decimal number with a unit, such as `1.5s` or `10KB`, in exact form.
package struct Quantity {
  /// The digits as a whole number.
  private let digits: UInt64
  /// The number by which the digits are divided: 10 for one place after the point.
  private let divisor: UInt64
  /// The letters after the number, as written.
  package let unit: String

  private static let mostDigits = 15

  /// Parses a number of at most 15 digits, and a unit of any letters; `nil` for other texts.
  package init?(_ text: String) {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    let all = parts.joined()
    guard parts.count <= 2, let first = parts.first, let last = parts.last,
      !first.isEmpty, !last.isEmpty, all.count <= Self.mostDigits, let digits = UInt64(all)
    else { return nil }
    self.digits = digits
    divisor = parts.count == 2 ? last.reduce(1) { power, _ in power * 10 } : 1
    let rest = text.dropFirst(number.count)
    unit = String(rest.first == " " ? rest.dropFirst() : rest)
  }

  /// Returns the duration, rounded down to the attosecond; `unit` is the length of one unit.
  package func duration(ofUnit unit: Duration) -> Duration { unit * digits / divisor }

  /// Returns the quantity in steps, rounded down, with `stepsPerUnit` steps in a unit; `nil` if the
  /// result exceeds `Int`.
  package func amount(stepsPerUnit: UInt64) -> Int? {
    let product = digits.multipliedFullWidth(by: stepsPerUnit)
    guard product.high < divisor else { return nil }
    return Int(exactly: divisor.dividingFullWidth(product).quotient)
  }
}

/// A number of bytes, such as the size of a body, or the bytes that pass a network link in a
/// second.
package struct ByteCount: Sendable, Hashable, CustomStringConvertible {
  package let bytes: Int

  package init(_ bytes: Int) { self.bytes = bytes }

  /// Parses a size in the form of rule files and options: `512`, `10KB` (1 KB = 1000 B), `4KiB`
  /// (1024 B).
  ///
  /// Letter case does not matter. The result is `nil` for other texts, and for a size above the
  /// largest `Int`.
  package init?(ruleText text: String) {
    guard let quantity = Quantity(text) else { return nil }
    let unit: UInt64
    switch quantity.unit.lowercased() {
    case "", "b": unit = 1
    case "kb": unit = 1_000
    case "mb": unit = 1_000_000
    case "gb": unit = 1_000_000_000
    case "kib": unit = 1 << 10
    case "mib": unit = 1 << 20
    case "gib": unit = 1 << 30
    default: return nil
    }
    guard let bytes = quantity.amount(stepsPerUnit: unit) else { return nil }
    self.bytes = bytes
  }

  /// Parses a speed in bits per second, such as `20kbps` or `20 kbit/s`, which are 2500 bytes per
  /// second.
  package init?(bitsPerSecond text: String) {
    guard let quantity = Quantity(text) else { return nil }
    let unit: UInt64
    switch quantity.unit.lowercased() {
    case "bps", "bit/s": unit = 1
    case "kbps", "kbit/s": unit = 1_000
    case "mbps", "mbit/s": unit = 1_000_000
    case "gbps", "gbit/s": unit = 1_000_000_000
    default: return nil
    }
    guard let bits = quantity.amount(stepsPerUnit: unit) else { return nil }
    bytes = bits / 8
  }

  /// The rounded number, for messages: `1 byte`, `300 bytes`, `59 MB`.
  package var description: String {
    switch bytes {
    case 1: "1 byte"
    case ..<1_000: "\(bytes) bytes"
    case ..<1_000_000: "\(bytes / 1_000) KB"
    default: "\(bytes / 1_000_000) MB"
    }
  }

  /// The exact number, for messages: `1 byte`, `2048 bytes`.
  package var exact: String { bytes == 1 ? "1 byte" : "\(bytes) bytes" }

  /// The exact number in the form of rule files, with the most readable unit: `512B`, `2.5KB`,
  /// `125KB`, `1.5MB`.
  package var ruleText: String {
    let (size, unit) =
      bytes >= 1_000_000 ? (1_000_000, "MB") : bytes >= 1_000 ? (1_000, "KB") : (1, "B")
    // Leading zeros of the decimal places are needed, trailing zeros are not.
    let digits = String(size + bytes % size).dropFirst().reversed().drop { $0 == "0" }.reversed()
    return "\(bytes / size)\(digits.isEmpty ? "" : "." + String(digits))\(unit)"
  }
}
