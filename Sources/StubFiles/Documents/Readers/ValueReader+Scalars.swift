import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ValueReader {
  /// Text; a number or a switch must be in quotes.
  package mutating func string() -> String? {
    guard let scalar = node.scalar, scalar.kind == .string else {
      let shown = node.scalar.map { $0.text.isEmpty ? "text" : $0.text } ?? "text"
      return mismatch(expected: "text", remedy: "try quotes: \"\(shown)\"")
    }
    return scalar.text
  }

  /// Text, or any other single value as it was written: `1.10` keeps its zero.
  package mutating func text() -> String? {
    switch node.scalar?.kind {
    case .string?, .bool?, .integer?, .real?: node.scalar?.text
    default: mismatch(expected: "text", remedy: "try a text in quotes")
    }
  }

  /// The same as ``text()`` in UTF-8.
  mutating func utf8() -> Data? {
    switch node.scalar?.kind {
    case .string?, .bool?, .integer?, .real?: node.scalar?.data
    default: mismatch(expected: "text", remedy: "try a text in quotes")
    }
  }

  /// Text whose environment variables are filled in.
  package mutating func string(from variables: EnvironmentVariables) -> String? {
    guard let text = string() else { return nil }
    do {
      return try variables.substituted(in: text)
    } catch {
      report(found: error.found, expected: error.expected, remedy: error.remedy)
      return nil
    }
  }

  /// One of a few words, with the nearest one offered for a misspelled one.
  package mutating func keyword<Value>(_ choices: KeyValuePairs<String, Value>) -> Value? {
    choice(among: Array(choices), named: \.key)?.value
  }

  /// One of a few things by its name, with the nearest one offered for a misspelled one.
  mutating func choice<Value>(among choices: [Value], named name: (Value) -> String) -> Value? {
    let names = choices.map(name)
    if let text = node.scalar?.text, let choice = choices.first(where: { name($0) == text }) {
      return choice
    }
    let nearest = node.scalar.flatMap { NearestName.to($0.text, among: names) }
    return mismatch(
      expected: Quotation.oneOf(names),
      remedy: nearest.map { "did you mean \(Quotation.of($0))?" }
        ?? "try \(Quotation.of(names.first ?? ""))")
  }

  /// A whole number within the range.
  package mutating func integer(
    in range: ClosedRange<Int> = Int.min...Int.max
  ) -> Int? {
    let isBounded = range != Int.min...Int.max
    guard case .integer(let number)? = node.scalar?.kind, let value = number.integer,
      range.contains(value)
    else {
      let bounds =
        range.upperBound == .max
        ? " of \(range.lowerBound) or more" : " from \(range.lowerBound) to \(range.upperBound)"
      let example = range.contains(1) ? 1 : range.lowerBound
      return mismatch(
        expected: "a whole number\(isBounded ? bounds : "")",
        remedy: "try a number without quotes, such as \(example)")
    }
    return value
  }

  package mutating func number() -> Double? {
    switch node.scalar?.kind {
    case .integer(let number)? where number.double.isFinite: number.double
    case .real(let number)? where number.double.isFinite: number.double
    default: mismatch(expected: "a number", remedy: "try a number without quotes, such as 0.5")
    }
  }

  /// A number of 0 or more.
  mutating func amount() -> Double? {
    guard let value = number() else { return nil }
    return value >= 0 ? value : mismatch(expected: "a number of 0 or more", remedy: "try 0.5")
  }

  /// A number from 0 to 1.
  mutating func probability() -> Double? {
    guard let value = number() else { return nil }
    return (0...1).contains(value)
      ? value : mismatch(expected: "a probability from 0 to 1", remedy: "try 0.5")
  }

  package mutating func boolean() -> Bool? {
    if case .bool(let value)? = node.scalar?.kind { return value }
    let remedy: String =
      switch node.scalar?.text.lowercased() {
      case "yes", "on", "y", "1", "true": "try true"
      case "no", "off", "n", "0", "false": "try false"
      default: "try true or false without quotes"
      }
    return mismatch(expected: "true or false", remedy: remedy)
  }

  /// A duration such as `120ms`, `1.5s`, `2m`; a number is seconds.
  package mutating func duration() -> Duration? {
    guard let text = quantityText, let duration = Duration(ruleText: text) else {
      return mismatch(expected: "a duration", remedy: "try 120ms, 1.5s, 2m or a number of seconds")
    }
    guard duration <= .longestDelay else {
      return mismatch(expected: "a duration of at most a year", remedy: "try a shorter one")
    }
    return duration
  }

  /// A size such as `10KB` (1000 bytes to the KB) or `4KiB`; a number is bytes.
  package mutating func byteCount() -> Int? {
    guard let text = quantityText, let count = ByteCount.parse(text) else {
      return mismatch(expected: "a size", remedy: "try 512, 10KB or 4MiB")
    }
    return count
  }

  /// The bytes of `!!binary`, or a text's UTF-8.
  package mutating func bytes() -> [UInt8]? {
    if case .bytes(let bytes)? = node.scalar?.kind { return bytes }
    return text().map { Array($0.utf8) }
  }

  private var quantityText: String? {
    switch node.scalar?.kind {
    case .string?, .integer?, .real?: node.scalar?.text
    default: nil
    }
  }
}
