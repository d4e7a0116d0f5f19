import StubCore
import StubPlatform

/// The character encoding of a body.
enum TextCoding {
  /// A superset of ASCII, such as UTF-8 or Latin-1, in which each secret can be found unchanged.
  case ascii
  case utf16(isBig: Bool, hasMark: Bool)
  /// Another charset, which the content type declares, and in which the text can be encoded again
  /// without loss.
  case other(Charset)

  init(of body: Data, _ type: String) {
    let start = Array(body.prefix(4))
    let isEven = body.count % 2 == 0
    if isEven, start.starts(with: [0xFE, 0xFF]) {
      self = .utf16(isBig: true, hasMark: true)
    } else if isEven, start.starts(with: [0xFF, 0xFE]) {
      self = .utf16(isBig: false, hasMark: true)
    } else if isEven, start.count == 4, type.lowercasedASCII().contains("utf-16"),
      (start[0] == 0) != (start[1] == 0)
    {
      self = .utf16(isBig: start[0] == 0, hasMark: false)
    } else if let charset = HTTPContentType(rawValue: type).charset(of: body),
      let text = charset.text(of: body), let bytes = try? charset.bytes(of: text),
      body.elementsEqual(bytes)
    {
      self = .other(charset)
    } else {
      self = .ascii
    }
  }

  /// Returns the text of the body in UTF-8, with invalid bytes kept.
  func utf8(_ body: Data) -> [UInt8] {
    if case .other(let charset) = self {
      return charset.text(of: body).map { Array($0.utf8) } ?? []
    }
    guard case .utf16(let isBig, let hasMark) = self else { return Array(body) }
    let bytes = Array(body.dropFirst(hasMark ? 2 : 0))
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBig ? first << 8 | second : second << 8 | first
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// Returns the text in this encoding; in UTF-8 if the charset lacks a character.
  func bytes(_ utf8: [UInt8]) -> [UInt8] {
    if case .other(let charset) = self {
      return (try? charset.bytes(of: String(decoding: utf8, as: UTF8.self))) ?? utf8
    }
    guard case .utf16(let isBig, let hasMark) = self else { return utf8 }
    let units = (hasMark ? [0xFEFF] : []) + String(decoding: utf8, as: UTF8.self).utf16
    return units.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isBig ? [high, low] : [low, high]
    }
  }
}
