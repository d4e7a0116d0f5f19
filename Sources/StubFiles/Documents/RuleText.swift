/// A value outside of a file, such as the value of an option, written as in rule files.
struct RuleText {
  private let text: String
  private let name: String

  /// `name` is the name of the text in findings.
  init(_ text: String, named name: String) {
    self.text = text
    self.name = name
  }

  /// Reads the value.
  ///
  /// - Throws: `DiagnosticList` with all errors; an empty text is an error.
  func read<Result>(
    expecting expected: String, remedy: String, _ read: (Reader, Value) -> Result?
  ) throws(DiagnosticList) -> Result {
    var diagnostics = DiagnosticList()
    var result: Result?
    do throws(FileDiagnostic) {
      let source = try SourceText(name: name, text: text)
      let documents = DocumentReader.documents(
        in: source, format: .yaml, reportingTo: &diagnostics)
      for document in documents.prefix(1) {
        let reader = Reader()
        result = read(reader, document)
        diagnostics.append(contentsOf: reader.findings.list)
      }
    } catch {
      diagnostics.append(error)
    }
    if result == nil, !diagnostics.hasErrors {
      diagnostics.append(
        FileDiagnostic(file: name, found: "nothing", expected: expected, remedy: remedy))
    }
    guard let result, !diagnostics.hasErrors else { throw diagnostics }
    return result
  }
}

/// A decimal number with a unit, such as `1.5s` or `10KB`, stored exactly.
struct Quantity {
  /// The digits as a whole number.
  private let digits: UInt64
  /// The divisor of the digits: 10 for one decimal place.
  private let divisor: UInt64
  /// The letters after the number, as written.
  let unit: String

  private static let mostDigits = 15

  /// Parses the text; fails unless it is at most 15 digits and letters.
  init?(_ text: String) {
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

  /// Returns the quantity multiplied by a unit, rounded down to attoseconds.
  func duration(ofUnit unit: Duration) -> Duration { unit * digits / divisor }

  /// Returns the quantity in steps, rounded down; the unit has `stepsPerUnit` steps.
  ///
  /// `nil` if the result exceeds `Int`.
  func amount(stepsPerUnit: UInt64) -> Int? {
    let product = digits.multipliedFullWidth(by: stepsPerUnit)
    guard product.high < divisor else { return nil }
    return Int(exactly: divisor.dividingFullWidth(product).quotient)
  }
}

extension Duration {
  /// Parses a duration in the form of rule files: `120ms`, `1.5s`, `2m`, `1h`; a bare number is seconds.
  package init?(ruleText text: String) {
    guard let quantity = Quantity(text) else { return nil }
    let unit: Duration
    switch quantity.unit {
    case "us", "µs", "μs": unit = .microseconds(1)
    case "ms": unit = .milliseconds(1)
    case "s", "": unit = .seconds(1)
    case "m", "min": unit = .seconds(60)
    case "h": unit = .seconds(3_600)
    default: return nil
    }
    self = quantity.duration(ofUnit: unit)
  }
}

/// Sizes in the form of rule files.
package enum ByteCount {
  /// Parses a size in bytes: `512`, `10KB` (1 KB = 1000 B), `4KiB` (1024 B); letter case is ignored.
  package static func parse(_ text: String) -> Int? {
    guard let quantity = Quantity(text) else { return nil }
    let bytes: UInt64
    switch quantity.unit.lowercased() {
    case "", "b": bytes = 1
    case "kb": bytes = 1_000
    case "mb": bytes = 1_000_000
    case "gb": bytes = 1_000_000_000
    case "kib": bytes = 1 << 10
    case "mib": bytes = 1 << 20
    case "gib": bytes = 1 << 30
    default: return nil
    }
    return quantity.amount(stepsPerUnit: bytes)
  }

  /// Parses a speed in bits into bytes per second: `20kbps` and `20 kbit/s` are 2500; `nil` for other texts.
  static func parse(bitsPerSecond text: String) -> Int? {
    guard let quantity = Quantity(text) else { return nil }
    let bits: UInt64
    switch quantity.unit.lowercased() {
    case "bps", "bit/s": bits = 1
    case "kbps", "kbit/s": bits = 1_000
    case "mbps", "mbit/s": bits = 1_000_000
    case "gbps", "gbit/s": bits = 1_000_000_000
    default: return nil
    }
    return quantity.amount(stepsPerUnit: bits).map { $0 / 8 }
  }

  /// Formats a number of bytes in the most readable unit: `512B`, `2.5KB`, `125KB`, `1.5MB`.
  static func text(of count: Int) -> String {
    let (size, unit) =
      count >= 1_000_000 ? (1_000_000, "MB") : count >= 1_000 ? (1_000, "KB") : (1, "B")
    // Leading zeros of the fraction stay, trailing zeros are removed.
    let digits = String(size + count % size).dropFirst().reversed().drop { $0 == "0" }.reversed()
    return "\(count / size)\(digits.isEmpty ? "" : "." + String(digits))\(unit)"
  }
}
