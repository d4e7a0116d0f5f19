package import StubCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A single value of a document: its kind by YAML 1.2's core schema, and its text as written.
package struct Scalar: Sendable {
  package enum Kind: Sendable, Hashable {
    case null
    case bool(Bool)
    /// A whole number; its text is valid JSON whatever notation the file used.
    case integer(JSONNumber)
    /// A number with a fraction or an exponent.
    case real(JSONNumber)
    case string
    /// The bytes behind YAML's `!!binary` and in a property list.
    case bytes([UInt8])
  }

  private let token: JSONToken
  private let document: Document

  init(_ token: JSONToken, in document: Document) {
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

  /// The text after quotes and escapes are undone, so `007` and `1.10` keep their zeros.
  ///
  /// It can be made again each time.
  package var text: String { document.text(of: token) }

  /// The text in UTF-8, which costs less than making it of ``text``.
  package var data: Data { written { $0.data } ?? Data(text.utf8) }

  /// The bytes that the text stands for in base64, as far as that is found out without copying it.
  var decodedBase64: Data? { written { $0.decodedBase64 } ?? nil }

  private func written<Result>(_ read: (JSONText) -> Result) -> Result? {
    guard !token.isKeptElsewhere else { return nil }
    return document.source.bytes.withUnsafeBufferPointer { read(JSONText(token, in: $0)) }
  }

  /// Whether the text is empty, which costs less than to look at ``text``.
  package var isEmpty: Bool { token.isKeptElsewhere ? text.isEmpty : token.extent == 0 }

  package var json: JSONValue {
    switch kind {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let number), .real(let number): .number(number)
    case .string, .bytes: .string(text)
    }
  }

  var summary: String {
    switch token.kind {
    case .null: isEmpty ? "nothing" : text
    case .yes, .no: text
    case .integer, .real: "the number \(text)"
    case .bytes: "binary data"
    default: "the text \(Quotation.of(text))"
    }
  }
}
