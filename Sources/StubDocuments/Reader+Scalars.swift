package import StubCore
package import StubPlatform

extension Reader {
  /// Reads a text; a number, `true` or `false` is a text only in quotes.
  package func string(_ value: Value) -> String? {
    guard let scalar = value.scalar, scalar.kind == .string else {
      let shown = value.scalar.map { $0.text.isEmpty ? "text" : $0.text } ?? "text"
      return mismatch(value, expected: "text", remedy: "use quotes: \"\(shown)\"")
    }
    return scalar.text
  }

  /// Reads a text, or any other single value as it is written, so that `1.10` keeps its zero.
  package func text(_ value: Value) -> String? {
    switch value.scalar?.kind {
    case .string?, .bool?, .integer?, .real?: value.scalar?.text
    default: mismatch(value, expected: "text", remedy: "use a text in quotes")
    }
  }

  /// Reads the same values as ``text(_:)``, in UTF-8.
  package func utf8(_ value: Value) -> Data? {
    switch value.scalar?.kind {
    case .string?, .bool?, .integer?, .real?: value.scalar?.data
    default: mismatch(value, expected: "text", remedy: "use a text in quotes")
    }
  }

  /// Reads a text, in which environment variables are replaced.
  package func string(_ value: Value, from variables: EnvironmentVariables) -> String? {
    guard let text = string(value) else { return nil }
    do {
      return try variables.substituted(in: text)
    } catch {
      report(value, found: error.found, remedy: .advice(error.remedy))
      return nil
    }
  }

  /// Reads one of a few words; for a misspelled word, the nearest one is suggested.
  package func keyword<Result>(
    _ value: Value, _ choices: KeyValuePairs<String, Result>
  ) -> Result? {
    choice(value, among: Array(choices), named: \.key)?.value
  }

  /// Reads the name of one of the choices; for a misspelled name, the nearest one is suggested.
  package func choice<Result>(
    _ value: Value, among choices: [Result], named name: (Result) -> String
  ) -> Result? {
    let names = choices.map(name)
    if let text = value.scalar?.text, let choice = choices.first(where: { name($0) == text }) {
      return choice
    }
    return mismatch(
      value, expected: Quotation.oneOf(names),
      remedy: value.scalar.flatMap { .nearest(to: $0.text, among: names) })
  }

  /// Reads a whole number within the range.
  package func integer(
    _ value: Value, in range: ClosedRange<Int> = Int.min...Int.max
  ) -> Int? {
    let isBounded = range != Int.min...Int.max
    guard case .integer(let number)? = value.scalar?.kind, let result = number.integer,
      range.contains(result)
    else {
      var bounds =
        range.upperBound == .max
        ? "\(range.lowerBound) or more" : "from \(range.lowerBound) to \(range.upperBound)"
      if case .integer(let number)? = value.scalar?.kind {
        if range.upperBound == .max, number.integer == nil, number.double > 0 {
          bounds = "\(range.upperBound) or less"
        }
        return mismatch(value, expected: bounds)
      }
      let isQuoted = value.scalar.flatMap { Int($0.text) } != nil
      return mismatch(
        value, expected: isBounded ? "a whole number, \(bounds)" : "a whole number",
        remedy: isQuoted ? "remove the quotes" : nil)
    }
    return result
  }

  package func number(_ value: Value) -> Double? {
    guard let number = exactNumber(value) else { return nil }
    return number.double.isFinite ? number.double : mismatch(value, expected: "a smaller number")
  }

  /// Reads a number of any size with all its digits, for comparisons.
  package func exactNumber(_ value: Value) -> JSONNumber? {
    switch value.scalar?.kind {
    case .integer(let number)?, .real(let number)?: number
    default:
      mismatch(
        value, expected: "a number",
        remedy: value.scalar.flatMap { Double($0.text) } == nil ? nil : "remove the quotes")
    }
  }

  /// Reads a number of 0 or more.
  package func amount(_ value: Value) -> Double? {
    guard let number = number(value) else { return nil }
    return number >= 0
      ? number : mismatch(value, expected: "0 or more")
  }

  /// Reads a number from 0 to 1.
  package func probability(_ value: Value) -> Double? {
    guard let number = number(value) else { return nil }
    return (0...1).contains(number)
      ? number : mismatch(value, expected: "from 0 to 1")
  }

  package func boolean(_ value: Value) -> Bool? {
    if case .bool(let isOn)? = value.scalar?.kind { return isOn }
    let remedy: Remedy =
      switch value.scalar?.text.lowercased() {
      case "yes", "on", "y", "1", "true": "use true"
      case "no", "off", "n", "0", "false": "use false"
      default: "use true or false without quotes"
      }
    return mismatch(value, expected: "true or false", remedy: remedy)
  }

  /// Reads a duration of at most a year, such as `120ms`, `1.5s` or `2m`; a bare number means
  /// seconds.
  package func duration(_ value: Value) -> Duration? {
    guard let text = value.quantityText, let duration = Duration(ruleText: text) else {
      return mismatch(
        value, expected: "a duration", remedy: "use 120ms, 1.5s, 2m or a number of seconds")
    }
    guard duration <= .longestDelay else {
      return mismatch(value, expected: "at most a year")
    }
    return duration
  }

  /// Reads a size such as `10KB` (1,000 bytes per KB) or `4KiB`; a bare number means bytes.
  package func byteCount(_ value: Value) -> Int? {
    guard let text = value.quantityText, let count = ByteCount(ruleText: text) else {
      return mismatch(value, expected: "a size", remedy: "use 512, 10KB or 4MiB")
    }
    return count.bytes
  }

  /// Reads bytes: YAML's `!!binary`, or the UTF-8 of a text.
  package func bytes(_ value: Value) -> [UInt8]? {
    if case .bytes(let bytes)? = value.scalar?.kind { return bytes }
    return text(value).map { Array($0.utf8) }
  }
}

extension Value {
  fileprivate var quantityText: String? {
    switch scalar?.kind {
    case .string?, .integer?, .real?: scalar?.text
    default: nil
    }
  }
}

/// A single value of a document: its kind according to YAML 1.2's core schema, and its text as
/// written.
package struct Scalar: Sendable {
  package enum Kind: Sendable, Hashable {
    case null
    case bool(Bool)
    /// A whole number, whose text is valid in JSON in any notation of the file.
    case integer(JSONNumber)
    /// A number with a fraction or an exponent.
    case real(JSONNumber)
    case string
    /// The bytes of YAML's `!!binary`, or of the data in a property list.
    case bytes([UInt8])
  }

  private let token: JSONToken
  private let document: Document

  package init(_ token: JSONToken, in document: Document) {
    (self.token, self.document) = (token, document)
  }

  package var kind: Kind {
    switch token.kind {
    case .null: .null
    case .yes: .bool(true)
    case .no: .bool(false)
    case .integer: .integer(number)
    case .real: .real(number)
    case .bytes: .bytes(Array(Data(base64Encoded: text) ?? Data()))
    default: .string
    }
  }

  private var number: JSONNumber {
    let text = text
    if document.format == .json { return JSONNumber(text: text) }
    return (try? CoreSchemaNumber(text))?.number ?? JSONNumber(text: text)
  }

  /// The text without quotes and escapes, in which `007` and `1.10` keep their zeros.
  ///
  /// It is created at each access.
  package var text: String { document.text(of: token) }

  /// The text in UTF-8, which costs less than encoding ``text``.
  package var data: Data { written { $0.data } ?? Data(text.utf8) }

  /// The bytes decoded from Base64; `nil` if the text cannot be decoded without a copy.
  package var decodedBase64: Data? { written { $0.decodedBase64 } ?? nil }

  private func written<Result>(_ read: (JSONText) -> Result) -> Result? {
    guard !token.isKeptElsewhere else { return nil }
    return document.source.bytes.withUnsafeBufferPointer { read(JSONText(token, in: $0)) }
  }

  /// Whether the text is empty; this costs less than creating ``text``.
  package var isEmpty: Bool { token.isKeptElsewhere ? text.isEmpty : token.extent == 0 }

  package var json: JSONValue {
    switch kind {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let number), .real(let number): .number(number)
    case .string, .bytes: .string(text)
    }
  }

  package var summary: String {
    switch token.kind {
    case .null: isEmpty ? "nothing" : text
    case .yes, .no: text
    case .integer, .real: "the number \(text)"
    case .bytes: "binary data"
    default: "the text \(Quotation.of(text))"
    }
  }
}
