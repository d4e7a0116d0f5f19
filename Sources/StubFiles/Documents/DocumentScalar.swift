package import StubCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A single value of a document: its kind by YAML 1.2's core schema, and its text as written.
package struct DocumentScalar: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case null
    case bool(Bool)
    /// A whole number; its text is valid JSON whatever notation the file used.
    case integer(JSONNumber)
    /// A number with a fraction or an exponent.
    case real(JSONNumber)
    case string
    /// The bytes behind YAML's `!!binary`.
    case bytes([UInt8])
  }

  private enum Spelling {
    case plain(String)
    case json(JSONText)
  }

  package let kind: Kind
  private let spelling: Spelling

  package init(_ kind: Kind, text: String) {
    self.kind = kind
    spelling = .plain(text)
  }

  init(_ text: JSONText) {
    kind = .string
    spelling = .json(text)
  }

  /// The text after quotes and escapes are undone, so `007` and `1.10` keep their zeros.
  ///
  /// It may be made anew each time.
  package var text: String {
    switch spelling {
    case .plain(let text): text
    case .json(let text): text.string
    }
  }

  /// The text in UTF-8, which costs less than making it of ``text``.
  package var data: Data {
    switch spelling {
    case .plain(let text): Data(text.utf8)
    case .json(let text): text.data
    }
  }

  /// The bytes that the text stands for in base64, as far as that is found out without copying it.
  var decodedBase64: Data? {
    guard case .json(let text) = spelling else { return nil }
    return text.decodedBase64
  }

  /// Whether the text is empty, which costs less than to look at ``text``.
  package var isEmpty: Bool {
    switch spelling {
    case .plain(let text): text.isEmpty
    case .json(let text): text.isEmpty
    }
  }

  package var json: JSONValue {
    switch kind {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let number), .real(let number): .number(number)
    case .string, .bytes: .string(text)
    }
  }

  var summary: String {
    switch kind {
    case .null: text.isEmpty ? "nothing" : text
    case .bool: text
    case .integer, .real: "the number \(text)"
    case .string: "the text \(Quotation.of(text))"
    case .bytes: "binary data"
    }
  }
}

extension DocumentScalar {
  package static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.text == right.text
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(text)
  }
}
