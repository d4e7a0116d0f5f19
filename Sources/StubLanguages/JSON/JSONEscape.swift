/// A backslash in a string, with what it stands for (RFC 8259 §7).
struct JSONEscape {
  static let backslash = UInt8(ascii: "\\")

  let scalar: Unicode.Scalar
  /// How many bytes stand for it.
  let length: Int

  /// Reads the escape whose backslash stands there.
  init(at place: Int, in bytes: UnsafeBufferPointer<UInt8>) throws(JSONProblem) {
    guard place + 1 < bytes.count else { throw JSONProblem(.unknownEscape, at: place) }
    if let byte = Self.short(bytes[place + 1]) {
      (scalar, length) = (Unicode.Scalar(byte), 2)
      return
    }
    let first = try Self.codeUnit(at: place, in: bytes)
    if let scalar = Unicode.Scalar(first) {
      (self.scalar, length) = (scalar, 6)
      return
    }
    guard first < 0xDC00, bytes[(place + 6)...].starts(with: #"\u"#.utf8) else {
      throw JSONProblem(.halfOfPair, at: place)
    }
    let second = try Self.codeUnit(at: place + 6, in: bytes)
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
    else { throw JSONProblem(.halfOfPair, at: place) }
    (self.scalar, length) = (scalar, 12)
  }

  /// What a backslash and that letter stand for; `nil` for `u` and what is no escape.
  @inline(__always)
  static func short(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// What `\uXXXX` stands for, which may be half of a surrogate pair.
  private static func codeUnit(
    at place: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) throws(JSONProblem) -> UInt32 {
    guard bytes[place + 1] == UInt8(ascii: "u") else {
      throw JSONProblem(.unknownEscape, at: place)
    }
    var value: UInt32 = 0
    for digit in place + 2..<place + 6 {
      guard digit < bytes.count, let digit = PercentEncoding.hexValue(bytes[digit]) else {
        throw JSONProblem(.badDigits, at: place)
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
