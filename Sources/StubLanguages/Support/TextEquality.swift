/// A text that equals another only if both have the same UTF-8 bytes.
///
/// `String` treats composed and decomposed letters as equal, but clients send them as different
/// bytes (RFC 3986 §6.2). So this is the key of dictionaries and sets for parts of requests.
package struct ScalarText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: ScalarText, right: ScalarText) -> Bool {
    left.text.hasSameScalars(as: right.text)
  }

  /// Hashes the text; equal bytes have equal hashes, and `==` distinguishes other texts with the
  /// same hash.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension ScalarText: Comparable {
  package static func < (left: ScalarText, right: ScalarText) -> Bool {
    left.text.precedesByScalars(right.text)
  }
}

extension String {
  /// Returns whether both texts have the same Unicode scalars; `==` also equates composed and
  /// decomposed.
  @inlinable package func hasSameScalars(as other: String) -> Bool {
    // `==` is faster, and excludes most texts. For texts in ASCII it means that the bytes are equal.
    utf8.count == other.utf8.count && self == other && (isASCII || hasSameBytes(as: other))
  }

  /// Whether all characters are in ASCII; all others have more UTF-8 bytes than UTF-16 units.
  @inlinable var isASCII: Bool { utf8.count == utf16.count }

  @usableFromInline func hasSameBytes(as other: String) -> Bool {
    withBytes { bytes in other.withBytes { bytes.equals($0) } }
  }

  /// Returns whether this text precedes the other, comparing scalars (the order of UTF-8 is the same).
  package func precedesByScalars(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// Returns whether both texts look the same, but have different scalars.
  package func looksLike(_ other: String) -> Bool { self == other && !hasSameScalars(as: other) }

  /// The text with scalars outside ASCII written like `\u{e9}`, for texts that look the same.
  package var escapingScalars: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      // The ellipsis stands for omitted text.
      if scalar.isASCII || scalar == "…" {
        text.unicodeScalars.append(scalar)
      } else {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
  }
}

extension String? {
  /// Returns whether both texts have the same Unicode scalars, or both are `nil`.
  package func hasSameScalars(as other: String?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.hasSameScalars(as: other)
  }
}

extension Sequence<String> {
  /// Returns whether one of the texts has the same scalars.
  @inlinable package func containsScalars(of text: String) -> Bool {
    contains { $0.hasSameScalars(as: text) }
  }
}

extension StringProtocol {
  /// Returns the text for comparisons without letter case: simple case folding (Unicode 5.18), not
  /// normalized.
  ///
  /// Case-insensitive regular expressions do the same, so that all operators agree: `K` equals the
  /// kelvin sign, `s` the long s, `σ` the final sigma. `ß` does not equal `ss`, and Turkish letters
  /// have no other case.
  package func foldingCase() -> String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return lowercasedASCII() }
    return String(String.UnicodeScalarView(unicodeScalars.map(\.foldingCase)))
  }
}

extension Unicode.Scalar {
  fileprivate var foldingCase: Unicode.Scalar {
    // The dotless i of Turkish: its capital letter `I` also belongs to `i`.
    if self == "\u{131}" { return self }
    return (properties.uppercaseMapping.single ?? self).lowercase
  }

  private var lowercase: Unicode.Scalar { properties.lowercaseMapping.single ?? self }
}

extension String {
  /// The only scalar; `nil` if there are several.
  fileprivate var single: Unicode.Scalar? {
    unicodeScalars.count == 1 ? unicodeScalars.first : nil
  }
}
