import StubCore
import StubDocuments
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
    case .base64: Base64Lines.decoded(text)
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
