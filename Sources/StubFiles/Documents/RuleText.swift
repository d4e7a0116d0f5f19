/// One value that is not in a file, such as that of an option, written as in rule files.
struct RuleText {
  private let text: String
  private let name: String

  /// Findings call the text by the name.
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

/// A decimal number with a unit, such as `1.5s` or `10KB`, held exactly.
struct Quantity {
  /// The digits as a whole number.
  private let digits: Int128
  /// What the digits must be divided by: 10 for one place after the point.
  private let divisor: Int128
  /// The letters after the number, as written.
  let unit: String

  private static let mostDigits = 15

  /// Reads the text; `nil` unless it is at most 15 digits and letters.
  init?(_ text: String) {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    let all = parts.joined()
    guard parts.count <= 2, let first = parts.first, let last = parts.last,
      !first.isEmpty, !last.isEmpty, all.count <= Self.mostDigits, let digits = Int128(all)
    else { return nil }
    self.digits = digits
    divisor = parts.count == 2 ? last.reduce(1) { power, _ in power * 10 } : 1
    let rest = text.dropFirst(number.count)
    unit = String(rest.first == " " ? rest.dropFirst() : rest)
  }

  /// The amount in steps of which the unit has that many; anything below a step is dropped.
  func amount(stepsPerUnit: Int128) -> Int128 { digits * stepsPerUnit / divisor }
}

extension Duration {
  /// A duration as rule files write it: `120ms`, `1.5s`, `2m`, `1h`; a bare number is seconds.
  package init?(ruleText text: String) {
    guard let quantity = Quantity(text) else { return nil }
    let second: Int128 = 1_000_000_000_000_000_000
    let steps: Int128
    switch quantity.unit {
    case "us", "µs", "μs": steps = second / 1_000_000
    case "ms": steps = second / 1_000
    case "s", "": steps = second
    case "m", "min": steps = second * 60
    case "h": steps = second * 3_600
    default: return nil
    }
    self.init(attoseconds: quantity.amount(stepsPerUnit: steps))
  }
}

/// Sizes as rule files write them.
package enum ByteCount {
  /// Bytes: `512`, `10KB` (1 KB = 1000 B), `4KiB` (1024 B); letter case is free.
  package static func parse(_ text: String) -> Int? {
    guard let quantity = Quantity(text) else { return nil }
    let bytes: Int128
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
    return Int(exactly: quantity.amount(stepsPerUnit: bytes))
  }
}
