/// Percent-encoding (RFC 3986 §2.1).
package enum PercentEncoding {
  /// Returns the text with every `%XX` decoded; malformed escapes stay, and invalid UTF-8 becomes
  /// U+FFFD.
  package static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String {
    let text = String(text)
    return text.withBytes {
      isEncoded($0, plusIsSpace) ? decode($0, plusIsSpace: plusIsSpace) : text
    }
  }

  /// Returns the decoded text of UTF-8 bytes.
  package static func decode(_ bytes: UnsafeRawBufferPointer, plusIsSpace: Bool = false) -> String {
    isEncoded(bytes, plusIsSpace)
      ? String(decoding: decodeBytes(bytes, plusIsSpace: plusIsSpace), as: UTF8.self)
      : String(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether there is anything to decode.
  private static func isEncoded(_ bytes: UnsafeRawBufferPointer, _ plusIsSpace: Bool) -> Bool {
    bytes.place(of: UInt8(ascii: "%")) != nil
      || (plusIsSpace && bytes.place(of: UInt8(ascii: "+")) != nil)
  }

  package static func decodeBytes(
    _ bytes: some Collection<UInt8>, plusIsSpace: Bool = false
  ) -> [UInt8] {
    let source = Array(bytes)
    var decoded: [UInt8] = []
    decoded.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      let byte = source[index]
      if let encoded = Self.byte(encodedAt: index, in: source) {
        decoded.append(encoded)
        index += 3
      } else {
        decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        index += 1
      }
    }
    return decoded
  }

  /// Returns the text with all bytes encoded, except unreserved bytes (RFC 3986 §2.3) and those in
  /// `allowed`.
  package static func encode(_ text: some StringProtocol, allowing allowed: String = "") -> String {
    var encoded = ""
    let kept = Set(allowed.utf8)
    for byte in text.utf8 {
      if isUnreserved(byte) || kept.contains(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded.append("%")
        encoded.unicodeScalars.append(Unicode.Scalar(hexDigits[Int(byte >> 4)]))
        encoded.unicodeScalars.append(Unicode.Scalar(hexDigits[Int(byte & 15)]))
      }
    }
    return encoded
  }

  /// Returns whether a byte is unreserved: a letter, a digit, `-`, `.`, `_` or `~` (RFC 3986 §2.3).
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Returns the byte for the `%XX` at a position; `nil` if there is no `%XX`.
  package static func byte<Bytes: RandomAccessCollection<UInt8>>(
    encodedAt place: Int, in bytes: Bytes
  ) -> UInt8? where Bytes.Index == Int {
    guard bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.endIndex,
      let high = hexValue(bytes[place + 1]), let low = hexValue(bytes[place + 2])
    else { return nil }
    return high << 4 | low
  }

  package static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static let hexDigits = Array("0123456789ABCDEF".utf8)
}
