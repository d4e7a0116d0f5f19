#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension StringProtocol {
  /// The text without the spaces, tabs and line ends at either end.
  package func trimmingWhitespace() -> String {
    let bytes = Substring(self).utf8
    if let first = bytes.first, let last = bytes.last, first.isPrintable, last.isPrintable {
      return String(self)
    }
    let kept = drop(while: \.isWhitespace)
    guard let last = kept.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(kept[...last])
  }
}

extension String {
  /// Some texts in a row, for which memory is taken once: an interpolation takes it in steps.
  init(_ first: String, _ second: String, _ third: String = "", _ fourth: String = "") {
    let count = first.utf8.count + second.utf8.count + third.utf8.count + fourth.utf8.count
    self.init(unsafeUninitializedCapacity: count) { buffer in
      var place = first.copyUTF8(to: buffer, at: 0)
      place = second.copyUTF8(to: buffer, at: place)
      place = third.copyUTF8(to: buffer, at: place)
      return fourth.copyUTF8(to: buffer, at: place)
    }
  }

  /// Copies the bytes to a place that has room for them; returns the place behind them.
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

  /// Whether it has the character, which is of ASCII.
  func has(_ character: Unicode.Scalar) -> Bool {
    withBytes { $0.place(of: UInt8(ascii: character)) != nil }
  }

  /// Shows its UTF-8, which is only copied where it is not in one piece.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable({ body(UnsafeRawBufferPointer($0)) }) {
      return result
    }
    return Array(utf8).withUnsafeBytes(body)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes are the same.
  func equals(_ other: Self) -> Bool {
    guard count == other.count else { return false }
    guard let start = baseAddress, let otherStart = other.baseAddress else { return true }
    return memcmp(start, otherStart, count) == 0
  }

  /// Where the byte is first, from a place on that is at most the end; `nil` when it is not there.
  func place(of byte: UInt8, from start: Int = 0) -> Int? {
    guard let base = baseAddress, let found = memchr(base + start, Int32(byte), count - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }
}

extension UInt8 {
  /// Whether it is an ASCII character other than a blank and a control character.
  fileprivate var isPrintable: Bool { (0x21...0x7E).contains(self) }
}

/// Percent-encoding (RFC 3986 §2.1).
package enum PercentEncoding {
  /// The text with every `%XX` replaced; malformed ones stay, invalid UTF-8 is repaired.
  package static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String {
    let text = String(text)
    return text.withBytes {
      isEncoded($0, plusIsSpace) ? decode($0, plusIsSpace: plusIsSpace) : text
    }
  }

  /// The same of a text's UTF-8.
  static func decode(_ bytes: UnsafeRawBufferPointer, plusIsSpace: Bool = false) -> String {
    isEncoded(bytes, plusIsSpace)
      ? String(decoding: decodeBytes(bytes, plusIsSpace: plusIsSpace), as: UTF8.self)
      : String(decoding: bytes, as: UTF8.self)
  }

  /// Whether there is anything to replace.
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
      if byte == UInt8(ascii: "%"), index + 2 < source.count,
        let high = hexValue(source[index + 1]), let low = hexValue(source[index + 2])
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        index += 1
      }
    }
    return decoded
  }

  /// The text with every byte outside `allowed` and RFC 3986's unreserved set encoded.
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

  /// Unreserved characters: letters, digits, `-`, `.`, `_`, `~` (RFC 3986 §2.3).
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
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
