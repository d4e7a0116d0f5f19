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
