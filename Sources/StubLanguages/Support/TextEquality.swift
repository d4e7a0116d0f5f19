/// A text that equals another text only if both have the same UTF-8 bytes.
///
/// `String` treats composed and decomposed letters as equal, but clients send them as different
/// bytes (RFC 3986 §6.2). So dictionaries and sets use this type as the key for parts of requests.
package struct ScalarText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: ScalarText, right: ScalarText) -> Bool {
    left.text.hasSameScalars(as: right.text)
  }

  /// Hashes the text; texts with the same bytes have the same hash.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension ScalarText: Codable {
  package init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension ScalarText: Comparable {
  package static func < (left: ScalarText, right: ScalarText) -> Bool {
    left.text.precedesByScalars(right.text)
  }
}

extension String {
  /// Returns whether both texts have the same Unicode scalars, while `==` accepts composed for
  /// decomposed letters.
  @inlinable package func hasSameScalars(as other: String) -> Bool {
    // `==` is faster and excludes most texts. For ASCII texts, it is true only if the
    // bytes are equal.
    utf8.count == other.utf8.count && self == other && (isASCII || hasSameBytes(as: other))
  }

  /// Whether all characters are ASCII; any other character has more UTF-8 bytes than UTF-16 units.
  @inlinable package var isASCII: Bool { utf8.count == utf16.count }

  @usableFromInline func hasSameBytes(as other: String) -> Bool {
    withBytes { bytes in other.withBytes { bytes.equals($0) } }
  }

  /// Returns whether this text precedes the other in the order of Unicode scalars, which is also
  /// the order of UTF-8 bytes.
  package func precedesByScalars(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// Returns whether both texts look the same although their scalars differ.
  package func looksLike(_ other: String) -> Bool { self == other && !hasSameScalars(as: other) }

  /// The text with each scalar outside ASCII written as `\u{e9}`, to tell apart texts that look the
  /// same.
  package var escapingScalars: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      // The ellipsis stays, because it stands for omitted text.
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
  /// Returns whether one of the texts has the same scalars as `text`.
  @inlinable package func containsScalars(of text: String) -> Bool {
    contains { $0.hasSameScalars(as: text) }
  }
}

extension Sequence {
  /// Returns the elements grouped by their names; groups and elements keep their order.
  ///
  /// The name of a group is the name of its first element. Names are equal if their bytes are; with
  /// `ignoringCase`, the case of ASCII letters may differ.
  package func grouped(
    ignoringCase: Bool = false, by name: (Element) -> String
  ) -> [(name: String, elements: [Element])] {
    var groups: [(name: String, elements: [Element])] = []
    var places: [ScalarText: Int] = [:]
    for element in self {
      let name = name(element)
      let key = ScalarText(ignoringCase ? name.lowercasedASCII() : name)
      if let place = places[key] {
        groups[place].elements.append(element)
      } else {
        places[key] = groups.count
        groups.append((name, [element]))
      }
    }
    return groups
  }
}

extension StringProtocol {
  /// Returns the text for comparisons that ignore letter case, by simple case folding (Unicode
  /// 5.18) without normalization.
  ///
  /// Case-insensitive regular expressions fold in the same way, so all operators agree: `K` equals
  /// the kelvin sign, `s` the long s, and `σ` the final sigma. `ß` does not equal `ss`, and the
  /// special letters of Turkish have no other case.
  package func foldingCase() -> String {
    guard withBytes({ $0.contains { $0 >= 0x80 } }) else { return lowercasedASCII() }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    for scalar in String(self).unicodeScalars {
      // Most letters of most texts are ASCII, and properties take long to look up.
      if scalar.isASCII {
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        bytes.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
      } else {
        bytes.append(contentsOf: scalar.foldingCase.utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Unicode.Scalar {
  fileprivate var foldingCase: Unicode.Scalar {
    // The dotless i of Turkish is not changed, because its capital letter `I` also belongs to `i`.
    if self == "\u{131}" { return self }
    return (properties.uppercaseMapping.single ?? self).lowercase
  }

  private var lowercase: Unicode.Scalar { properties.lowercaseMapping.single ?? self }
}

extension String {
  /// The only scalar of the text; `nil` if it has none or several.
  fileprivate var single: Unicode.Scalar? {
    unicodeScalars.count == 1 ? unicodeScalars.first : nil
  }
}
