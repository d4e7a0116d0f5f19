/// A part of a pattern, for finding literals that every match contains.
struct PatternPart: Sendable {
  enum Item: Sendable {
    /// A literal character, in UTF-8.
    case character([UInt8])
    /// A group with these alternatives.
    case group([[PatternPart]])
    /// A class of characters, an anchor or a condition.
    case other
  }

  let item: Item
  /// How often the item is repeated.
  var least = 1
  /// `nil` for any number.
  var most: Int? = 1

  init(_ item: Item) { self.item = item }
}
