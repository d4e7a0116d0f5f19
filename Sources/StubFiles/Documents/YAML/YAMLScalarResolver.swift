import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decides what a YAML scalar means: YAML 1.2's core schema (§10.3), or its tag.
///
/// Unlike YAML 1.1, `yes`, `no`, `on` and `off` are text, and so are dates and `1_000`.
enum YAMLScalarResolver {
  /// Why a scalar does not fit its tag.
  struct Mismatch: Error {
    let found: String
    let expected: String
    let remedy: String
  }

  static func resolve(
    _ text: String, isPlain: Bool, tag: String?
  ) throws(Mismatch) -> DocumentScalar {
    switch tag.map(YAMLTag.init(rawValue:)) {
    case nil: return DocumentScalar(isPlain ? try plainKind(text) : .string, text: text)
    case .text?, .timestamp?: return DocumentScalar(.string, text: text)
    case .binary?: return try binary(text)
    case let tag?:
      let kind = try plainKind(text)
      switch (tag, kind) {
      case (.null, .null), (.bool, .bool), (.integer, .integer), (.real, .real):
        return DocumentScalar(kind, text: text)
      case (.real, .integer(let number)):
        return DocumentScalar(.real(number), text: text)
      case (.null, _), (.bool, _), (.integer, _), (.real, _):
        throw Mismatch(
          found: "\(Quotation.of(text)) tagged \(tag.shorthand)",
          expected: "a value of that kind", remedy: "try leaving the tag out")
      default: throw tag.unknown
      }
    }
  }

  /// A scalar with a tag of another language: binary data, nothing, or text.
  static func resolve(
    _ text: String, foreignTag tag: YAMLTag
  ) throws(Mismatch) -> DocumentScalar {
    if tag.isForeignBinary { return try binary(text) }
    return DocumentScalar(tag.isForeignNull ? .null : .string, text: text)
  }

  private static func binary(_ text: String) throws(Mismatch) -> DocumentScalar {
    let compact = text.utf8.filter { $0 > 0x20 }
    guard let data = Data(base64Encoded: Data(compact)) else {
      throw Mismatch(
        found: "text tagged !!binary that is not base64", expected: "base64 (RFC 4648)",
        remedy: "try `base64` on the file, or leaving the tag out")
    }
    return DocumentScalar(.bytes(Array(data)), text: String(decoding: compact, as: UTF8.self))
  }

  private static func plainKind(_ text: String) throws(Mismatch) -> DocumentScalar.Kind {
    guard mayBeSpecial(text) else { return .string }
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF",
      ".nan", ".NaN", ".NAN":
      throw Mismatch(
        found: "the number \(text), which JSON does not have", expected: "a finite number",
        remedy: "try quotes if text is meant")
    default: return try CoreSchemaNumber.kind(of: text) ?? .string
    }
  }

  /// Whether the text begins as something else than text does.
  private static func mayBeSpecial(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return true }
    switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return true
    default: return "~nNtTfF.+-".utf8.contains(first)
    }
  }
}
