package import StubCore

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

  package let kind: Kind
  /// The text after quotes and escapes are undone, so `007` and `1.10` keep their zeros.
  package let text: String

  package init(_ kind: Kind, text: String) {
    self.kind = kind
    self.text = text
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
