/// A part of a pattern, as far as it says which texts the pattern is found in.
struct PatternPart: Sendable {
  enum Item: Sendable {
    /// A character that stands for itself, in UTF-8.
    case character([UInt8])
    /// What matches one of these sequences.
    case group([[PatternPart]])
    /// A class of characters, an anchor or a condition.
    case other
  }

  let item: Item
  /// How often the item is there.
  var least = 1
  /// `nil` for any number.
  var most: Int? = 1

  init(_ item: Item) { self.item = item }
}
