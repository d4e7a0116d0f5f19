/// Makes values of the tokens of a JSON text.
struct JSONTokenReader {
  /// Elements of arrays with so many tokens are folded: the tokens of a long text would take more memory than
  /// its values.
  static let run = 4_096

  let tokens: UnsafeBufferPointer<JSONToken>
  let bytes: UnsafeBufferPointer<UInt8>
  /// The next token.
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
    // It has been read without an error once.
    try? scanner.scanElements(Int(token.extent))
    scanner.tokens.withUnsafeBufferPointer { tokens in
      var reader = JSONTokenReader(tokens: tokens, bytes: bytes, index: 1)
      reader.appendValues(upTo: tokens.count, to: &elements)
    }
  }

  /// The number of values from the next token to one behind: an array that grows takes twice its memory.
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

/// A value of a document, or the name of a member: what it is, and where it is written.
///
/// The tokens of a document stand in one array in the order in which they are written: those of an
/// object or array before those of its members or elements, and a name before its value.
package struct JSONToken: Sendable {
  package enum Kind: UInt8, Sendable {
    case object
    case array
    case string
    /// A number without fraction and exponent.
    case integer
    case real
    case yes
    case no
    case null
    /// A string that stands for bytes in base64, which JSON does not have.
    case bytes
    case name
    /// A name that does not count; its value neither.
    case hiddenName
    /// A name that comes again in its object, where only the last one counts.
    case earlierName
    /// Elements of an array that follow each other, whose own tokens are made when they are read.
    case folded
    /// A value that is written elsewhere, as in YAML.
    case alias
  }

  package var kind: Kind
  /// Whether quotes are around it.
  package let isQuoted: Bool
  /// Whether escapes are in it, all of them sound.
  package let isEscaped: Bool
  /// Whether its text is not what is written there, and kept elsewhere.
  package let isKeptElsewhere: Bool
  /// The byte at which it is written; of a string the quote.
  package let start: UInt32
  /// How many bytes it has without its quotes; of an object or array the token after all inside.
  ///
  /// Of a text that is kept elsewhere its number, of an alias the token that it stands for, and of folded
  /// elements how many they are.
  package var extent: UInt32

  /// - Precondition: both numbers fit into 32 bits; the reader of the text checks that.
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

  /// Texts with more bytes have no tokens.
  package static let mostBytes = Int(UInt32.max)

  /// Whether it has values inside.
  @inlinable package var isContainer: Bool {
    switch kind {
    case .object, .array: true
    default: false
    }
  }

  /// The place of its bytes without quotes.
  @inlinable package var range: Range<Int> {
    let start = Int(start) + (isQuoted ? 1 : 0)
    return start..<start + Int(extent)
  }
}
