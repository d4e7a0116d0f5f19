import StubPlatform

extension StringProtocol {
  /// Returns the text without white space at both ends.
  package func trimmingWhitespace() -> String {
    let bytes = Substring(self).utf8
    if let first = bytes.first, let last = bytes.last, first.isPrintable, last.isPrintable {
      return String(self)
    }
    // The text is trimmed by Unicode scalars, because a blank and a combining mark after it
    // are one character.
    let kept = Substring(self).unicodeScalars.drop(while: \.properties.isWhitespace)
    guard let last = kept.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(Substring(kept[...last]))
  }
}

extension String {
  /// Joins texts with one allocation, while an interpolation would need several.
  package init(_ first: String, _ second: String, _ third: String = "", _ fourth: String = "") {
    let count = first.utf8.count + second.utf8.count + third.utf8.count + fourth.utf8.count
    self.init(unsafeUninitializedCapacity: count) { buffer in
      var place = first.copyUTF8(to: buffer, at: 0)
      place = second.copyUTF8(to: buffer, at: place)
      place = third.copyUTF8(to: buffer, at: place)
      return fourth.copyUTF8(to: buffer, at: place)
    }
  }

  /// Copies the UTF-8 bytes to a position.
  ///
  /// - Returns: the position after them.
  private func copyUTF8(to buffer: UnsafeMutableBufferPointer<UInt8>, at place: Int) -> Int {
    let end = utf8.withContiguousStorageIfAvailable { bytes in
      if let source = bytes.baseAddress, let start = buffer.baseAddress {
        (start + place).initialize(from: source, count: bytes.count)
      }
      return place + bytes.count
    }
    if let end { return end }
    for (index, byte) in utf8.enumerated() {
      buffer.initializeElement(at: place + index, to: byte)
    }
    return place + utf8.count
  }

  /// Creates a text from UTF-8; `nil` if the bytes are invalid.
  @inlinable package init?(checkingUTF8 bytes: some Sequence<UInt8>) {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      self.init(validating: bytes, as: UTF8.self)
    } else {
      self.init(ownCheckOf: Array(bytes))
    }
  }

  /// Creates a text as `init(checkingUTF8:)` does, where the standard library cannot check UTF-8.
  @usableFromInline package init?(ownCheckOf bytes: [UInt8]) {
    guard UTF8Check.firstInvalidByte(in: bytes) == nil else { return nil }
    self.init(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether the text contains the ASCII character.
  package func has(_ character: Unicode.Scalar) -> Bool {
    withBytes { $0.place(of: UInt8(ascii: character)) != nil }
  }
}

extension StringProtocol {
  /// Calls `body` with the UTF-8 bytes, which are copied only if they are not contiguous.
  @inlinable @inline(__always)
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable({ body(UnsafeRawBufferPointer($0)) }) {
      return result
    }
    return Array(utf8).withUnsafeBytes(body)
  }
}

extension String {
  /// Returns whether the text begins with the bytes of `prefix`, while `hasPrefix` compares
  /// characters.
  package func hasBytes(of prefix: String) -> Bool {
    withBytes { bytes in
      prefix.withBytes { prefix in
        bytes.count >= prefix.count
          && UnsafeRawBufferPointer(rebasing: bytes[..<prefix.count]).equals(prefix)
      }
    }
  }

  /// Returns the text with each occurrence of `part` replaced.
  ///
  /// Unlike `replacing`, it also replaces a part that is followed by a combining mark.
  package func replacingBytes(of part: String, with replacement: String) -> String {
    guard contains(bytesOf: part) else { return self }
    let bytes = Array(utf8).replacing(Array(part.utf8), with: Array(replacement.utf8))
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension UnsafeRawBufferPointer {
  /// Returns whether the bytes are equal.
  package func equals(_ other: Self) -> Bool {
    guard count == other.count else { return false }
    guard let start = baseAddress, let otherStart = other.baseAddress else { return true }
    return memcmp(start, otherStart, count) == 0
  }

  /// Returns the first position of the byte at or after `start`; `nil` if there is none.
  ///
  /// `start` must not be after the end.
  package func place(of byte: UInt8, from start: Int = 0) -> Int? {
    guard let base = baseAddress, let found = memchr(base + start, Int32(byte), count - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII letter or digit.
  var isASCIIAlphanumeric: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  /// Whether the byte is a visible ASCII character.
  fileprivate var isPrintable: Bool { (0x21...0x7E).contains(self) }
}

/// Conversions of letter case for texts of protocols, which change only ASCII letters (RFC 9110
/// §5.6.2, RFC 3986 §3.1).
///
/// `lowercased()` also turns the KELVIN SIGN into an ASCII `k`, and `uppercased()` turns the LONG S
/// into an `S`. With these, this program would accept tokens that other programs reject.
extension StringProtocol {
  package func lowercasedASCII() -> String { mapBytes(in: "A"..."Z") { $0 | 0x20 } }

  package func uppercasedASCII() -> String { mapBytes(in: "a"..."z") { $0 & ~0x20 } }

  /// Returns whether the texts have the same bytes, except for the case of ASCII letters.
  package func equalsIgnoringASCIICase(_ other: some StringProtocol) -> Bool {
    lowercasedASCII().utf8.elementsEqual(other.lowercasedASCII().utf8)
  }

  private func mapBytes(
    in letters: ClosedRange<Unicode.Scalar>, _ change: (UInt8) -> UInt8
  ) -> String {
    let letters = UInt8(ascii: letters.lowerBound)...UInt8(ascii: letters.upperBound)
    // A loop over the bytes in memory is many times faster than one over `utf8`, because this
    // generic function is not specialized for the type of the text.
    return withBytes { bytes -> String? in
      guard bytes.contains(where: letters.contains) else { return nil }
      return String(unsafeUninitializedCapacity: bytes.count) { buffer in
        for (place, byte) in bytes.enumerated() {
          buffer.initializeElement(at: place, to: letters.contains(byte) ? change(byte) : byte)
        }
        return bytes.count
      }
    } ?? String(self)
  }
}

extension StringProtocol {
  /// The text in quotation marks for messages, on one line and shortened if it is long.
  package var quoted: String { String("\"", shortened, "\"") }

  /// Returns a name and the text of ``quoted``, as in `path "/users"`.
  package func quoted(behind name: String) -> String { String(name, " \"", shortened, "\"") }

  /// The text on one line, shortened if it is long.
  package var shortened: String {
    let limit = 160
    if utf8.count <= limit, isPlain { return String(self) }
    // The characters after the limit are not counted, because the text may be a body of
    // many megabytes.
    let isLong = utf8.count > limit && !dropFirst(limit).isEmpty
    let text = isLong ? "\(prefix(limit - 1))…" : String(self)
    return text.isPlain ? text : text.escapingControls
  }

  /// Whether the text contains no control characters.
  private var isPlain: Bool {
    utf8.withContiguousStorageIfAvailable { UnsafeRawBufferPointer($0).isPlain }
      ?? utf8.allSatisfy(\.isPlain)
  }

  fileprivate var escapingControls: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case ..<" ", "\u{7F}": text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes contain no control characters; eight bytes are checked at once.
  fileprivate var isPlain: Bool {
    var place = 0
    while place + 8 <= count {
      let eight = loadUnaligned(fromByteOffset: place, as: UInt64.self)
      // For a byte below 128, the highest bit of the result is set if the byte is a
      // control character.
      let controls = (eight &- Self.each(0x20)) | ((eight ^ Self.each(0x7F)) &- Self.each(1))
      if controls & ~eight & Self.each(0x80) != 0 { break }
      place += 8
    }
    return self[place...].allSatisfy(\.isPlain)
  }

  private static func each(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }
}

extension UInt8 {
  fileprivate var isPlain: Bool { self >= 0x20 && self != 0x7F }
}
