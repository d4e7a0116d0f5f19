package import StubPlatform

/// The text of a string or a name as it was written.
///
/// Its escapes have been checked, and are decoded only on demand: most texts of a recording are
/// bodies, which are needed only as bytes or not at all.
package struct JSONText {
  /// The bytes between the quotes.
  private let written: UnsafeBufferPointer<UInt8>
  private let isEscaped: Bool

  package init(_ token: JSONToken, in bytes: UnsafeBufferPointer<UInt8>) {
    written = UnsafeBufferPointer(rebasing: bytes[token.range])
    isEscaped = token.isEscaped
  }

  package var string: String {
    guard isEscaped else { return String(decoding: written, as: UTF8.self) }
    return String(unsafeUninitializedCapacity: written.count) { unescape(into: $0) }
  }

  /// The text in UTF-8.
  package var data: Data {
    guard isEscaped else { return Data(buffer: written) }
    // The text is decoded into its final memory; unused memory at the end is freed.
    guard let room = malloc(written.count) else { preconditionFailure("expected memory") }
    let text = room.assumingMemoryBound(to: UInt8.self)
    let count = unescape(into: UnsafeMutableBufferPointer(start: text, count: written.count))
    return Data(bytesNoCopy: realloc(room, count) ?? room, count: count, deallocator: .free)
  }

  /// The bytes that the text encodes in base64 (RFC 4648 §4); `nil` if it is not base64.
  package var decodedBase64: Data? {
    guard let start = written.baseAddress, !written.isEmpty else { return Data() }
    // Base64 needs no escapes in JSON; only its slash may be escaped, and such texts
    // are not decoded here.
    return Data(
      base64Encoded: Data(
        bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: written.count,
        deallocator: .none))
  }

  /// Decodes the escapes into a buffer; the decoded text is never longer than the written one.
  ///
  /// - Returns: The number of bytes of the decoded text.
  private func unescape(into text: UnsafeMutableBufferPointer<UInt8>) -> Int {
    let (source, target) = (UnsafeRawBufferPointer(written), UnsafeMutableRawBufferPointer(text))
    var (place, count) = (0, 0)
    while place < written.count {
      if place + ByteBlock.count <= written.count {
        // Only the bytes before a backslash count; the rest of the block is overwritten later.
        let block = ByteBlock(source, at: place)
        block.store(to: target, at: count)
        guard let plain = block.equal(to: JSONEscape.backslash).first else {
          (place, count) = (place + ByteBlock.count, count + ByteBlock.count)
          continue
        }
        (place, count) = (place + plain, count + plain)
      } else if written[place] != JSONEscape.backslash {
        text[count] = written[place]
        (place, count) = (place + 1, count + 1)
        continue
      }
      guard let escape = try? JSONEscape(at: place, in: written) else {
        preconditionFailure("expected an escape that was checked")
      }
      for byte in escape.scalar.utf8 {
        text[count] = byte
        count += 1
      }
      place += escape.length
    }
    return count
  }
}

/// An escape in a string, and the character that it stands for (RFC 8259 §7).
struct JSONEscape {
  static let backslash = UInt8(ascii: "\\")

  let scalar: Unicode.Scalar
  /// The length of the escape in bytes.
  let length: Int
  /// Whether the escape is half of a surrogate pair, which is read as U+FFFD.
  private(set) var isUnpairedSurrogate = false

  /// Returns the length in bytes of the escape whose backslash is at `place`.
  ///
  /// For half of a surrogate pair, the position is added to `halves`; if `halves` is `nil`, the
  /// problem is thrown.
  static func length(
    at place: Int, in bytes: UnsafeBufferPointer<UInt8>, notingHalves halves: inout [Int]?
  ) throws(JSONProblem) -> Int {
    if place + 1 < bytes.count, short(bytes[place + 1]) != nil { return 2 }
    let escape = try JSONEscape(at: place, in: bytes)
    if escape.isUnpairedSurrogate {
      guard halves?.append(place) != nil else { throw JSONProblem(.halfOfPair, at: place) }
    }
    return escape.length
  }

  /// Reads the escape whose backslash is at `place`.
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
    if first < 0xDC00, bytes[(place + 6)...].starts(with: #"\u"#.utf8) {
      let second = try Self.codeUnit(at: place + 6, in: bytes)
      if (0xDC00...0xDFFF).contains(second),
        let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
      {
        (self.scalar, length) = (scalar, 12)
        return
      }
    }
    (scalar, length, isUnpairedSurrogate) = ("\u{FFFD}", 6, true)
  }

  /// Returns the byte for an escape such as `\n`; `nil` for `\u` and invalid escapes.
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

  /// Returns the code unit for `\uXXXX`, which may be half of a surrogate pair.
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
