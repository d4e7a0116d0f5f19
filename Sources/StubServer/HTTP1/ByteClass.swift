import StubPlatform

/// The character classes of RFC 9110 §5.6 and RFC 3986 §2.
enum ByteClass {
  /// Whether the byte is a `tchar`, allowed in methods and field names.
  static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "!"), UInt8(ascii: "#"),
      UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "'"),
      UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Whether the byte may be in a field value: visible characters, spaces,
  /// tabs and bytes beyond ASCII.
  static func isFieldContent(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7F || byte == 0x09
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Whether the byte may be in a host name: `unreserved`, `sub-delims` and the percent sign.
  static func isHostName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "!"), UInt8(ascii: "$"),
      UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"),
      UInt8(ascii: "="), UInt8(ascii: "%"):
      true
    default: false
    }
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased(byte))
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }

  /// The byte's name in error messages, such as `'a'`, `a space`, `NUL` or `byte 0xFF`.
  static func name(_ byte: UInt8) -> String {
    switch byte {
    case 0: "NUL"
    case 0x09: "a tab"
    case 0x0A: "a line feed"
    case 0x0D: "a carriage return"
    case 0x20: "a space"
    case 0x21...0x7E: "'\(Character(Unicode.Scalar(byte)))'"
    default: "byte 0x\(String(byte, radix: 16, uppercase: true))"
    }
  }
}

extension [UInt8] {
  /// Passes the bytes to `body` as a span.
  ///
  /// The property `span` of arrays would need macOS 26.
  @inline(__always)
  func withSpan<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBufferPointer { bytes throws(Failure) in try body(bytes.span) }
  }
}

extension Span where Element == UInt8 {
  /// The bytes as text, with invalid UTF-8 repaired.
  var text: String { withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }

  func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    withUnsafeBytes { bytes in
      guard start < bytes.count, let base = bytes.baseAddress,
        let found = memchr(base + start, Int32(byte), bytes.count - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  /// Returns whether the bytes from `index` on begin with `bytes`.
  func continues(with bytes: [UInt8], at index: Int) -> Bool {
    withUnsafeBytes { all in
      bytes.withUnsafeBytes { wanted in
        guard wanted.count <= all.count - index else { return false }
        guard let start = all.baseAddress, let wantedStart = wanted.baseAddress else { return true }
        return memcmp(start + index, wantedStart, wanted.count) == 0
      }
    }
  }

  /// Returns whether the bytes equal `text` if letter case is ignored; `text` must be in lower
  /// case.
  func equalsIgnoringCase(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { wanted in
      for index in 0..<count where ByteClass.lowercased(self[index]) != wanted[index] {
        return false
      }
      return true
    }
  }

  /// Returns the range without the spaces and tabs at its ends.
  func trimmedRange(_ range: Range<Int>) -> Range<Int> {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high, ByteClass.isBlank(self[low]) { low += 1 }
    while high > low, ByteClass.isBlank(self[high - 1]) { high -= 1 }
    return low..<high
  }
}
