/// Creates JSON values from the tokens of a text.
struct JSONTokenReader {
  /// The number of tokens after which array elements are folded, that is, replaced by one token.
  ///
  /// Without folding, the tokens of a long text would take more memory than its values.
  static let run = 4_096

  let tokens: UnsafeBufferPointer<JSONToken>
  let bytes: UnsafeBufferPointer<UInt8>
  /// The index of the next token.
  var index = 0

  mutating func value() -> JSONValue {
    let token = tokens[index]
    index += 1
    switch token.kind {
    case .object:
      var object = JSONObject()
      while index < token.extent {
        let name = JSONText(tokens[index], in: bytes).string
        index += 1
        object[name] = value()
      }
      return .object(object)
    case .array:
      var elements: [JSONValue] = []
      elements.reserveCapacity(valueCount(upTo: Int(token.extent)))
      appendValues(upTo: Int(token.extent), to: &elements)
      return .array(elements)
    case .integer, .real:
      return .number(JSONNumber(text: JSONText(token, in: bytes).string))
    case .yes: return .bool(true)
    case .no: return .bool(false)
    case .null: return .null
    default: return .string(JSONText(token, in: bytes).string)
    }
  }

  private mutating func appendValues(upTo end: Int, to elements: inout [JSONValue]) {
    while index < end {
      if tokens[index].kind == .folded {
        unfold(tokens[index], to: &elements)
        index += 1
      } else {
        elements.append(value())
      }
    }
  }

  private func unfold(_ token: JSONToken, to elements: inout [JSONValue]) {
    var scanner = JSONScanner(
      bytes, from: Int(token.start), .strict(isUTF8: true, foldingRuns: Self.run))
    // The elements were checked when they were folded, so there is no error.
    try? scanner.scanElements(Int(token.extent))
    scanner.tokens.withUnsafeBufferPointer { tokens in
      var reader = JSONTokenReader(tokens: tokens, bytes: bytes, index: 1)
      reader.appendValues(upTo: tokens.count, to: &elements)
    }
  }

  /// Returns the number of values before `end`, which is the capacity that the array needs.
  private func valueCount(upTo end: Int) -> Int {
    var (count, place) = (0, index)
    while place < end {
      let token = tokens[place]
      count += token.kind == .folded ? Int(token.extent) : 1
      place = token.isContainer ? Int(token.extent) : place + 1
    }
    return count
  }
}

/// A token: the kind and position of a value in a document, or of a member's name.
///
/// The tokens of a document are in one array, in the order of the text: an object or array comes
/// before its members or elements, and a name before its value.
package struct JSONToken: Sendable {
  package enum Kind: UInt8, Sendable {
    case object
    case array
    case string
    /// A number without a fraction or an exponent.
    case integer
    case real
    case yes
    case no
    case null
    /// A string that stands for bytes in base64, a kind of value that JSON itself does not have.
    case bytes
    case name
    /// The name of a member that is ignored, together with its value.
    case hiddenName
    /// A name that occurs again later in its object, where only its last occurrence counts.
    case earlierName
    /// Consecutive elements of an array; their own tokens are made only when they are needed.
    case folded
    /// A reference to a value elsewhere in the document, as YAML has it.
    case alias
  }

  package var kind: Kind
  /// Whether the text is in quotes.
  package let isQuoted: Bool
  /// Whether the text has escapes; all of them are valid.
  package let isEscaped: Bool
  /// Whether the text is stored elsewhere, because it differs from the written bytes.
  package let isKeptElsewhere: Bool
  /// The position of the first byte; for a string, the position of the quote.
  package let start: UInt32
  /// A size or an index that depends on the kind.
  ///
  /// - Texts in the document: the number of bytes without quotes.
  /// - Texts that are stored elsewhere: their index there.
  /// - Objects and arrays: the index of the token after them.
  /// - Aliases: the index of the token to which they refer.
  /// - Folded elements: their number.
  package var extent: UInt32

  /// Creates a token.
  ///
  /// - Precondition: both numbers fit into 32 bits; the reader of the document checks this.
  package init(
    _ kind: Kind, at start: Int, extent: Int, isQuoted: Bool = false, isEscaped: Bool = false,
    isKeptElsewhere: Bool = false
  ) {
    self.kind = kind
    self.isQuoted = isQuoted
    self.isEscaped = isEscaped
    self.isKeptElsewhere = isKeptElsewhere
    self.start = UInt32(truncatingIfNeeded: start)
    self.extent = UInt32(truncatingIfNeeded: extent)
  }

  /// The largest size of a text in bytes.
  package static let mostBytes = Int(UInt32.max)

  /// Whether the token is an object or an array.
  @inlinable package var isContainer: Bool {
    switch kind {
    case .object, .array: true
    default: false
    }
  }

  /// The positions of the token's bytes, without quotes.
  @inlinable package var range: Range<Int> {
    let start = Int(start) + (isQuoted ? 1 : 0)
    return start..<start + Int(extent)
  }
}
