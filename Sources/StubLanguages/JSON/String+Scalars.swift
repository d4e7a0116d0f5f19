extension String {
  /// Whether both texts are the same Unicode scalars; `==` also equates composed and decomposed.
  package func hasSameScalars(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }

  /// Whether this text comes first when compared scalar by scalar (UTF-8 keeps that order).
  package func precedesByScalars(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
