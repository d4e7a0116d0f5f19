/// A piece of an XML document, in the order it was written.
package struct XMLEvent: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// A start tag, by its name without a prefix.
    case start(String)
    case end
    /// Text between tags, in UTF-8.
    case text([UInt8])
  }

  package let kind: Kind
  /// The bytes before it.
  package let offset: Int
  /// The bytes before what follows a tag; the same as `offset` for text.
  package let contentOffset: Int
}

/// Where and why a text is not XML.
package struct XMLEventError: Error, Sendable, Hashable {
  /// What is wrong, in libxml2's words where it found it.
  package let reason: String
  /// The bytes before the place.
  package let offset: Int
}
