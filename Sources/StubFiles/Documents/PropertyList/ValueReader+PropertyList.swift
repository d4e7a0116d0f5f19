import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ValueReader {
  /// The value of this text in an element of a property list; what it cannot be is reported.
  mutating func propertyListScalar(_ element: String) -> DocumentScalar {
    let text = node.scalar?.text ?? ""
    switch element {
    case "data":
      let bytes = recordedBase64() ?? Data()
      return DocumentScalar(.bytes(Array(bytes)), text: text)
    case "integer":
      let digits = text.trimmingWhitespace()
      guard let number = Self.integer(digits) else { return reported("a whole number", "try 200") }
      return DocumentScalar(.integer(number), text: digits)
    case "real":
      let digits = text.trimmingWhitespace()
      guard let value = Double(digits), value.isFinite else {
        return reported("a number", "try 1.5")
      }
      return DocumentScalar(.real(JSONNumber(parsing: digits) ?? JSONNumber(value)), text: digits)
    case "date": return DocumentScalar(.string, text: text.trimmingWhitespace())
    default: return DocumentScalar(.string, text: text)
    }
  }

  /// A whole number, in decimal or, with `0x` before it, hexadecimal digits.
  private static func integer(_ digits: String) -> JSONNumber? {
    if digits.lowercased().hasPrefix("0x") {
      return Int(digits.dropFirst(2), radix: 16).map { JSONNumber($0) }
    }
    return Int(digits).map { JSONNumber($0) }
      ?? JSONNumber(parsing: digits).flatMap { UInt64($0.text) == nil ? nil : $0 }
  }

  private mutating func reported(_ expected: String, _ remedy: String) -> DocumentScalar {
    report(found: node.summary, expected: expected, remedy: remedy)
    return DocumentScalar(.null, text: "")
  }
}
