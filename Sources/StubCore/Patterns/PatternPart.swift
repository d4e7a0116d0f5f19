/// A part of a pattern, as far as it says which texts the pattern is found in.
struct PatternPart: Sendable {
  enum Item: Sendable {
    /// A character that stands for itself, in UTF-8.
    case character([UInt8])
    /// One character that starts with one of these bytes and has no other ASCII in it.
    case anyOf(ByteSet)
    /// What matches one of these sequences.
    case group([[PatternPart]])
    /// The start of the text.
    case start
    /// The end of the text, or of all of it but a line end.
    case end
    /// A condition that no text is taken for.
    case assertion
    /// Some text that is not empty.
    case text
  }

  let item: Item
  /// How often the item is there.
  var least = 1
  /// `nil` for any number.
  var most: Int? = 1

  init(_ item: Item) { self.item = item }
}
