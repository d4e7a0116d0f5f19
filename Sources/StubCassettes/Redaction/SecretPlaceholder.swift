import StubCore

/// The replacement of a secret in a recording, such as `REDACTED-authorization-1`.
///
/// Equal secrets in a recording have equal placeholders. A placeholder needs no escaping in URLs,
/// forms and JSON. It reveals nothing about its secret, so on replay it matches any text: a request
/// matches whether it has the real secret or an invented one.
package enum SecretPlaceholder {
  private static let prefix = "REDACTED-"

  /// The placeholder for a number, which is also a number, so that a body can still be decoded.
  ///
  /// It fits into 32 bits, and spells `REDACTED` on a telephone keypad.
  package static let number = "73322833"

  package static func text(label: String, number: Int) -> String {
    let letters = label.lowercased().unicodeScalars.filter {
      ("a"..."z").contains($0) || ("0"..."9").contains($0)
    }
    let label = letters.isEmpty ? "secret" : String(String.UnicodeScalarView(letters))
    return "\(prefix)\(label)-\(number)"
  }

  /// Returns whether the text contains a placeholder.
  package static func occurs(in text: String) -> Bool {
    var text = text
    return text.withUTF8 { !ranges(in: $0).isEmpty }
  }

  package static func occurs(in bytes: some Sequence<UInt8>) -> Bool {
    Array(bytes).withUnsafeBufferPointer { !ranges(in: $0).isEmpty }
  }

  /// Returns whether the bytes contain the placeholder for a number.
  package static func containsNumberPlaceholder(in bytes: some Sequence<UInt8>) -> Bool {
    !numbers(in: Array(bytes)).isEmpty
  }

  /// Returns the ranges of placeholders for numbers.
  private static func numbers(in bytes: [UInt8]) -> [Range<Int>] {
    bytes.split { !isDigit($0) }.filter { $0.elementsEqual(number.utf8) }.map(\.indices)
  }

  /// Returns whether the text consists only of a placeholder.
  package static func isWhole(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { ranges(in: $0).first == 0..<$0.count }
  }

  /// Returns the number of bytes of the text outside placeholders.
  static func literalCount(_ text: String) -> Int { literalCount(text.utf8) }

  static func literalCount(_ bytes: some Sequence<UInt8>) -> Int {
    Array(bytes).withUnsafeBufferPointer { bytes in
      bytes.count - ranges(in: bytes).reduce(0) { $0 + $1.count }
    }
  }

  /// Returns the texts before, between and after the placeholders.
  ///
  /// With `numbers`, the text is also split at the placeholders for numbers.
  package static func literals(of text: String, numbers: Bool) -> [String] {
    let bytes = Array(text.utf8)
    var places = bytes.withUnsafeBufferPointer { ranges(in: $0) }
    if numbers {
      // The number of another placeholder is not a placeholder for a number.
      places += self.numbers(in: bytes).filter { !places.contains(where: $0.overlaps) }
      places.sort { $0.lowerBound < $1.lowerBound }
    }
    let starts = [0] + places.map(\.upperBound)
    let ends = places.map(\.lowerBound) + [bytes.count]
    return zip(starts, ends).map { String(decoding: bytes[$0..<$1], as: UTF8.self) }
  }

  /// Returns the text with every placeholder replaced by the same text.
  static func equalized(_ text: String) -> String {
    String(decoding: equalized(Array(text.utf8)), as: UTF8.self)
  }

  static func equalized(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var copied = 0
    for place in bytes.withUnsafeBufferPointer({ ranges(in: $0) }) {
      result += bytes[copied..<place.lowerBound]
      result += text(label: "secret", number: 0).utf8
      copied = place.upperBound
    }
    return result + bytes[copied...]
  }

  /// Returns whether a text matches a recorded text; placeholders in it match anything.
  package static func matches(recorded: String, _ text: String) -> Bool {
    matches(recorded: Array(recorded.utf8), Array(text.utf8))
  }

  /// Returns whether bytes match recorded ones, in which placeholders match anything.
  package static func matches(recorded: [UInt8], _ bytes: [UInt8]) -> Bool {
    let places = recorded.withUnsafeBufferPointer { ranges(in: $0) }
    guard let first = places.first, let last = places.last else { return recorded == bytes }
    let (head, tail) = (recorded[..<first.lowerBound], recorded[last.upperBound...])
    guard bytes.count >= head.count + tail.count, bytes.starts(with: head),
      bytes.suffix(tail.count).elementsEqual(tail)
    else { return false }
    // The texts between placeholders must occur in that order; the first occurrence is enough.
    var rest = bytes[head.count..<(bytes.count - tail.count)]
    for (place, next) in zip(places, places.dropFirst()) {
      let between = recorded[place.upperBound..<next.lowerBound]
      guard let found = firstRange(of: between, in: rest) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }

  /// Returns the highest number of a placeholder in the bytes; 0 if there is none.
  ///
  /// Unrealistically high numbers are ignored, so that there is always a next number.
  static func highestNumber(in bytes: [UInt8]) -> Int {
    let places = bytes.withUnsafeBufferPointer { ranges(in: $0) }
    return places.lazy.map { place in
      let text = String(decoding: bytes[place], as: UTF8.self)
      return text.split(separator: "-").last.flatMap { UInt32($0) }.map { Int($0) } ?? 0
    }.max() ?? 0
  }

  /// Returns the ranges of placeholders; each consists of the prefix, letters and digits, a dash,
  /// and digits.
  private static func ranges(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var index = 0
    while let place = ByteSearch.first(UInt8(ascii: "R"), in: bytes, index..<bytes.count) {
      index = place
      guard bytes[index...].starts(with: prefix.utf8) else {
        index += 1
        continue
      }
      var end = index + prefix.utf8.count
      let label = end
      while end < bytes.count, isLetterOrDigit(bytes[end]) { end += 1 }
      guard end > label, end < bytes.count, bytes[end] == UInt8(ascii: "-") else {
        index = end
        continue
      }
      let number = end + 1
      end = number
      while end < bytes.count, isDigit(bytes[end]) { end += 1 }
      if end > number { found.append(index..<end) }
      index = end
    }
    return found
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x7A).contains(byte)
  }

  private static func firstRange(
    of part: ArraySlice<UInt8>, in bytes: ArraySlice<UInt8>
  ) -> Range<Int>? {
    if part.isEmpty { return bytes.startIndex..<bytes.startIndex }
    guard bytes.count >= part.count else { return nil }
    for start in bytes.startIndex...(bytes.endIndex - part.count)
    where bytes[start..<start + part.count].elementsEqual(part) {
      return start..<start + part.count
    }
    return nil
  }
}
