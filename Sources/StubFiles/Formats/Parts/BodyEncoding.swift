import StubCore
import StubPlatform

/// An encoding of bytes as text.
enum BodyEncoding: String {
  case base64
  case hexadecimal = "hex"

  var title: String { self == .base64 ? "base64" : "hexadecimal" }

  /// Decodes a text.
  func decode(_ text: Data) -> Data? {
    switch self {
    case .hexadecimal: Hexadecimal.bytes(of: text).map { Data($0) }
    case .base64: Data(base64Encoded: text) ?? Base64Lines.decode(text)
    }
  }

  /// Returns the joined chunks of a list, decoded in the first encoding that all of them have.
  ///
  /// - Returns: the bytes; `nil` if the value is not a list of such chunks.
  static func chunks(_ list: JSONValue, in encodings: BodyEncoding...) -> Data? {
    guard let chunks = list.array, !chunks.isEmpty else { return nil }
    let texts = chunks.compactMap { $0.string.map { Data($0.utf8) } }
    guard texts.count == chunks.count else { return nil }
    for encoding in encodings {
      let pieces = texts.compactMap(encoding.decode)
      if pieces.count == texts.count { return Data(pieces.joined()) }
    }
    return nil
  }
}

/// The reading of Base64 in lines, with or without padding.
enum Base64Lines {
  static func decode(_ text: Data) -> Data? {
    guard areWrapped(text) else { return nil }
    var compact = text.filter { $0 > 0x20 && $0 != UInt8(ascii: "=") }
    compact += repeatElement(UInt8(ascii: "="), count: (4 - compact.count % 4) % 4)
    return Data(base64Encoded: compact)
  }

  /// Returns whether the spaces in a text are at line ends or replace them, and do not separate
  /// words.
  ///
  /// YAML replaces line ends with spaces. A space after a short run of characters separates words.
  static func areWrapped(_ text: some Sequence<UInt8>) -> Bool {
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
  static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}

/// The decoding of bytes from pairs of hexadecimal digits.
enum Hexadecimal {
  /// Returns the bytes; `nil` if the text is not in hexadecimal digits.
  static func bytes(of text: String) -> [UInt8]? { bytes(of: Data(text.utf8)) }

  /// Returns the bytes; `nil` if the text, which is in UTF-8, is not in hexadecimal digits.
  static func bytes(of text: Data) -> [UInt8]? {
    let digits = Array(text)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(of: digits[index]), let low = value(of: digits[index + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension Value {
  /// The bytes of `!!binary`, or of a text in Base64; `nil` for any other value.
  var base64: Data? {
    guard let scalar else { return nil }
    switch scalar.kind {
    case .null: return nil
    case .bytes(let bytes): return Data(bytes)
    case .string:
      if let data = scalar.decodedBase64 { return data }
    case .bool, .integer, .real: break
    }
    return BodyEncoding.base64.decode(scalar.data)
  }
}
