/// A text that is equal to another if both are the same bytes in UTF-8.
///
/// `String` also equates composed and decomposed letters, which clients send as different bytes (RFC 3986 §6.2).
/// So it is the key of dictionaries and sets of what a request has.
package struct ScalarText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: ScalarText, right: ScalarText) -> Bool {
    left.text.hasSameScalars(as: right.text)
  }

  /// Texts of the same bytes have the same hash; so have some others, which are told apart by `==`.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension ScalarText: Comparable {
  package static func < (left: ScalarText, right: ScalarText) -> Bool {
    left.text.precedesByScalars(right.text)
  }
}

extension String {
  /// Whether both texts are the same Unicode scalars; `==` also equates composed and decomposed.
  @inlinable package func hasSameScalars(as other: String) -> Bool {
    // `==` costs less, and is true for all texts of the same bytes; texts in ASCII have no other equal ones.
    utf8.count == other.utf8.count && self == other && (isASCII || hasSameBytes(as: other))
  }

  /// Whether all characters are in ASCII: any other has more bytes in UTF-8 than units in UTF-16.
  @inlinable var isASCII: Bool { utf8.count == utf16.count }

  @usableFromInline func hasSameBytes(as other: String) -> Bool {
    withBytes { bytes in other.withBytes { bytes.equals($0) } }
  }

  /// Whether this text is first when compared scalar by scalar (UTF-8 keeps that order).
  package func precedesByScalars(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// Whether both texts look the same, but are different scalars.
  package func looksLike(_ other: String) -> Bool { self == other && !hasSameScalars(as: other) }

  /// The text with all but ASCII written as `\u{e9}`, for texts that look the same.
  package var escapingScalars: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      // The ellipsis stands for what was cut off.
      if scalar.isASCII || scalar == "…" {
        text.unicodeScalars.append(scalar)
      } else {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
  }
}

extension String? {
  /// Whether both are the same Unicode scalars, or there are none.
  package func hasSameScalars(as other: String?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.hasSameScalars(as: other)
  }
}

extension Sequence<String> {
  /// Whether one of the texts has the same scalars.
  @inlinable package func containsScalars(of text: String) -> Bool {
    contains { $0.hasSameScalars(as: text) }
  }
}

extension StringProtocol {
  /// The text for comparison in any case: simple case folding (Unicode 5.18), without normalization.
  ///
  /// It is what a regular expression does that ignores case, so that all operators agree: `K` is the sign for
  /// kelvin, `s` the long s, `σ` the final sigma. `ß` is not `ss`, and Turkish letters have no other case.
  package func foldingCase() -> String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return lowercasedASCII() }
    return String(String.UnicodeScalarView(unicodeScalars.map(\.foldingCase)))
  }
}

extension Unicode.Scalar {
  fileprivate var foldingCase: Unicode.Scalar {
    // The dotless i of Turkish, whose capital is that of another letter.
    if self == "\u{131}" { return self }
    return (properties.uppercaseMapping.single ?? self).lowercase
  }

  private var lowercase: Unicode.Scalar { properties.lowercaseMapping.single ?? self }
}

extension String {
  /// The only scalar; `nil` of more.
  fileprivate var single: Unicode.Scalar? {
    unicodeScalars.count == 1 ? unicodeScalars.first : nil
  }
}
