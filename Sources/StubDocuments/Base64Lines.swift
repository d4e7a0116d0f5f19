package import StubPlatform

/// The reading of Base64 in lines, with or without padding.
package enum Base64Lines {
  /// Returns the bytes of a text in Base64, in one piece or in lines.
  package static func decoded(_ text: Data) -> Data? {
    Data(base64Encoded: text) ?? decode(text)
  }

  private static func decode(_ text: Data) -> Data? {
    guard areWrapped(text) else { return nil }
    var compact = text.filter { $0 > 0x20 && $0 != UInt8(ascii: "=") }
    compact += repeatElement(UInt8(ascii: "="), count: (4 - compact.count % 4) % 4)
    return Data(base64Encoded: compact)
  }

  /// Returns whether the spaces in a text are at line ends or replace them, and do not separate
  /// words.
  ///
  /// YAML replaces line ends with spaces. A space after a short run of characters separates words.
  package static func areWrapped(_ text: some Sequence<UInt8>) -> Bool {
    var length = 0
    var lengthBeforeBlank = Int.max
    for byte in text {
      if byte > 0x20 {
        if lengthBeforeBlank < shortestLine { return false }
        (length, lengthBeforeBlank) = (length + 1, .max)
      } else {
        (length, lengthBeforeBlank) = (0, byte == 0x20 && length > 0 ? length : .max)
      }
    }
    return true
  }

  /// The length of the shortest line in characters; tools break lines after 60 to 76 characters.
  private static let shortestLine = 16

  /// Returns whether the byte may occur in Base64 with white space.
  package static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}

extension Value {
  /// The bytes of `!!binary`, or of a text in Base64; `nil` for any other value.
  package var base64: Data? {
    guard let scalar else { return nil }
    switch scalar.kind {
    case .null: return nil
    case .bytes(let bytes): return Data(bytes)
    case .string:
      if let data = scalar.decodedBase64 { return data }
    case .bool, .integer, .real: break
    }
    return Base64Lines.decoded(scalar.data)
  }
}
