package import StubCore
import StubPlatform

/// Finds the kind of a YAML scalar by its tag, or else by YAML 1.2's core schema (§10.3).
///
/// Unlike in YAML 1.1, `yes`, `no`, `on` and `off` are text, and so are dates and `1_000`.
package enum YAMLScalarResolver {
  /// The error for a scalar that does not match its tag.
  package struct Mismatch: Error {
    package let found: String
    package let expected: String
    package let remedy: Remedy

    package func diagnostic(at position: SourcePosition) -> FileDiagnostic {
      FileDiagnostic(at: position, found: found, expected: expected, remedy: remedy)
    }
  }

  /// The kind of a scalar, and its text.
  package typealias Resolved = (kind: JSONToken.Kind, text: String)

  package static func resolve(
    _ text: String, isPlain: Bool, tag: String?
  ) throws(Mismatch) -> Resolved {
    switch tag.map(YAMLTag.init(rawValue:)) {
    case nil: return (isPlain ? try plainKind(text) : .string, text)
    case .text?, .timestamp?: return (.string, text)
    case .binary?: return try binary(text)
    case let tag?:
      let kind = try plainKind(text)
      switch (tag, kind) {
      case (.null, .null), (.bool, .yes), (.bool, .no), (.integer, .integer), (.real, .real):
        return (kind, text)
      case (.real, .integer): return (.real, text)
      case (.null, _), (.bool, _), (.integer, _), (.real, _):
        throw Mismatch(
          found: "\(Quotation.of(text)) tagged \(tag.shorthand)",
          expected: "a value of that kind", remedy: "remove the tag")
      default: throw tag.unknown
      }
    }
  }

  /// Finds the kind of a scalar with a tag of another language: binary data, null, or text.
  package static func resolve(
    _ text: String, foreignTag tag: YAMLTag
  ) throws(Mismatch) -> Resolved {
    if tag.isForeignBinary { return try binary(text) }
    return (tag.isForeignNull ? .null : .string, text)
  }

  private static func binary(_ text: String) throws(Mismatch) -> Resolved {
    let compact = text.utf8.filter { $0 > 0x20 }
    guard Base64Lines.areWrapped(text.utf8), Data(base64Encoded: Data(compact)) != nil else {
      throw Mismatch(
        found: "text tagged !!binary that is not base64", expected: "base64 (RFC 4648)",
        remedy: "use `base64` on the file, or remove the tag")
    }
    return (.bytes, String(decoding: compact, as: UTF8.self))
  }

  private static func plainKind(_ text: String) throws(Mismatch) -> JSONToken.Kind {
    guard mayBeSpecial(text) else { return .string }
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .yes
    case "false", "False", "FALSE": return .no
    case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF",
      ".nan", ".NaN", ".NAN":
      throw Mismatch(
        found: "the number \(text), which JSON does not have", expected: "a finite number",
        remedy: "quote it if it is text")
    default:
      return try CoreSchemaNumber(text).map { $0.isInteger ? .integer : .real } ?? .string
    }
  }

  /// Returns whether the first character allows the text to be null, a truth value or a number.
  private static func mayBeSpecial(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return true }
    switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return true
    default: return "~nNtTfF.+-".utf8.contains(first)
    }
  }
}

/// A number by YAML 1.2's core schema (§10.3.2), with its form in JSON.
struct CoreSchemaNumber {
  let number: JSONNumber
  let isInteger: Bool

  /// Parses a number; `nil` if the text is not a number.
  init?(_ text: String) throws(YAMLScalarResolver.Mismatch) {
    if text.hasPrefix("0x") || text.hasPrefix("0o") {
      guard let number = try Self.based(text, radix: text.hasPrefix("0x") ? 16 : 8) else {
        return nil
      }
      (self.number, isInteger) = (number, true)
      return
    }
    var rest = text.utf8[...]
    let sign = rest.first == UInt8(ascii: "-") ? "-" : ""
    if !sign.isEmpty || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    let whole = Self.takeDigits(&rest)
    let hasPoint = rest.first == UInt8(ascii: ".")
    if hasPoint { rest = rest.dropFirst() }
    let fraction = hasPoint ? Self.takeDigits(&rest) : ""
    guard !whole.isEmpty || !fraction.isEmpty, let exponent = Self.takeExponent(&rest),
      rest.isEmpty
    else { return nil }
    let significant = whole.drop { $0 == "0" }
    number = JSONNumber(
      text: sign + (significant.isEmpty ? "0" : significant)
        + (fraction.isEmpty ? "" : ".\(fraction)") + exponent)
    isInteger = !hasPoint && exponent.isEmpty
  }

  private static func based(
    _ text: String, radix: Int
  ) throws(YAMLScalarResolver.Mismatch) -> JSONNumber? {
    let digits = text.dropFirst(2)
    guard let first = digits.first, first.isHexDigit,
      digits.allSatisfy({ $0.isASCII && ($0.hexDigitValue ?? 16) < radix })
    else { return nil }
    guard let value = UInt64(digits, radix: radix) else {
      throw YAMLScalarResolver.Mismatch(
        found: "the number \(text)", expected: "a number of at most 64 bits",
        remedy: "quote it if it is text")
    }
    return JSONNumber(text: String(value))
  }

  private static func takeDigits(_ rest: inout Substring.UTF8View) -> String {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest = rest.dropFirst(digits.count)
    return String(Substring(digits))
  }

  /// Removes the exponent and returns it; empty if there is none, and `nil` if it has no digits.
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

/// A YAML tag in its full form, such as `tag:yaml.org,2002:str` for `!!str`.
package struct YAMLTag: RawRepresentable, Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package static let text = standard("str")
  package static let null = standard("null")
  package static let bool = standard("bool")
  package static let integer = standard("int")
  package static let real = standard("float")
  package static let binary = standard("binary")
  static let timestamp = standard("timestamp")
  package static let sequence = standard("seq")
  package static let mapping = standard("map")

  private static let prefix = "tag:yaml.org,2002:"
  private static let known = [
    text, null, bool, integer, real, binary, timestamp, sequence, mapping,
  ]

  private static func standard(_ name: String) -> YAMLTag { YAMLTag(rawValue: prefix + name) }

  /// Whether YAML defines the tag.
  package var isKnown: Bool { Self.known.contains(self) }

  /// Whether the tag belongs to Ruby or Python.
  var isOfOtherLanguage: Bool {
    rawValue.hasPrefix(Self.prefix + "python/") || rawValue.hasPrefix("!ruby/")
      || rawValue == "!binary"
  }

  /// Whether the tag stands for Base64 in files of Ruby or Python.
  var isForeignBinary: Bool {
    rawValue == "!binary" || rawValue == Self.prefix + "python/bytes"
  }

  /// Whether the tag stands for Base64 in any file.
  package var isBinary: Bool { self == .binary || isForeignBinary }

  /// Whether the tag stands for `null` in files of Python.
  var isForeignNull: Bool { rawValue == Self.prefix + "python/none" }

  /// The tag as users write it: `!!str`, `!local`, `!<tag:example.com,2026:x>`.
  var shorthand: String {
    if rawValue.hasPrefix(Self.prefix) { return "!!\(rawValue.dropFirst(Self.prefix.count))" }
    return rawValue.hasPrefix("!") ? rawValue : "!<\(rawValue)>"
  }

  /// The error for a tag that is unknown, or not valid for this kind of value.
  package var unknown: YAMLScalarResolver.Mismatch {
    YAMLScalarResolver.Mismatch(
      found: Self.known.contains(self)
        ? "the tag \(shorthand) on a value of another kind" : "the unknown tag \(shorthand)",
      expected: "no tag, or one of \(Self.known.map(\.shorthand).joined(separator: ", "))",
      remedy: "remove the tag")
  }
}
