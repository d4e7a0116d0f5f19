import StubCore
import StubDocuments

/// The strength of a known secret, which decides where equal texts are also replaced.
package enum SecretStrength {
  /// A word, a number or a short text, which may mean something else in other places.
  ///
  /// Only the secret itself is replaced where it was found.
  case plain
  /// A text that is replaced in all places except path segments, which may be names.
  case distinct
  /// A text that is replaced everywhere.
  ///
  /// It is a token of a known shape, or has many letters and digits without a break.
  case token

  /// The smallest size, in bytes, of a text that is replaced elsewhere; a shorter text may occur by
  /// chance.
  private static let shortest = 8

  package init(_ text: String) {
    guard text.utf8.count >= Self.shortest, !CommonWords.make(up: text), !Self.isNumber(text) else {
      self = .plain
      return
    }
    let isToken =
      Self.longestRun(text) >= 16 || SecretShape.isWhole(text)
      || (Self.isOpaque(text) && !Self.isUUID(text))
    self = isToken ? .token : .distinct
  }

  /// Returns whether the text looks like a token of unknown shape: long, without spaces, and with
  /// letters and digits mixed.
  package static func isOpaque(_ text: String) -> Bool {
    text.utf8.count >= 16 && Set(text.utf8).count >= 10 && isMixed(text)
      && !CommonWords.make(up: text)
      && !text.utf8.contains { $0 <= 0x20 || "{}$<>/?&".utf8.contains($0) }
  }

  /// Returns whether the text is probably a number, a date or an address, made of digits and
  /// punctuation.
  ///
  /// Such a text is not replaced elsewhere, because a placeholder cannot take the place of a number
  /// in JSON.
  private static func isNumber(_ text: String) -> Bool {
    guard text.utf8.allSatisfy({ isDigit($0) || "-+.,:/ ".utf8.contains($0) }) else { return false }
    let digits = text.utf8.count(where: isDigit)
    return digits < 9 || text.utf8.contains { ".,:/+".utf8.contains($0) }
      || digits == text.utf8.count
  }

  /// Returns whether the text looks random.
  ///
  /// In such a text, letters and digits, or small letters and capitals, often alternate. Or it has
  /// only letters, at least 32.
  private static func isMixed(_ text: String) -> Bool {
    var (changes, capitals, letters) = (0, 0, 0)
    var previous: UInt8?
    for byte in text.utf8 {
      guard isLetter(byte) || isDigit(byte) else {
        previous = nil
        continue
      }
      if let previous {
        if isDigit(previous) != isDigit(byte) { changes += 1 }
        if (0x61...0x7A).contains(previous), (0x41...0x5A).contains(byte) { capitals += 1 }
      }
      previous = byte
      letters += isLetter(byte) ? 1 : 0
    }
    return changes >= 3 || (capitals >= 3 && capitals * 4 > letters)
      || (letters == text.utf8.count && letters >= 32)
  }

  /// Returns the length of the longest run of letters and digits.
  private static func longestRun(_ text: String) -> Int {
    text.utf8.split { !isLetter($0) && !isDigit($0) }.map(\.count).max() ?? 0
  }

  private static func isUUID(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && parts.joined().allSatisfy { Unicode.Scalar($0).properties.isASCIIHexDigit }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) && byte < 0x80
  }
}
