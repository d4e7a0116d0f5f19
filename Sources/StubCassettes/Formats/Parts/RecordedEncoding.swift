import StubCore
import StubDocuments
import StubPlatform

/// The character encoding that a recorded text had in its message.
enum RecordedEncoding {
  /// UTF-8, ASCII, or Ruby's ASCII-8BIT, in which the bytes are those of the text in UTF-8.
  case utf8
  case latin1
  case windows1252
  case utf16(isBigEndian: Bool, hasMark: Bool)

  /// Finds an encoding by its name, in any letter case; `nil` for an unknown name.
  init?(named name: String) {
    switch name.lowercasedASCII() {
    case "", "utf-8", "utf8", "ascii", "us-ascii", "ascii-8bit", "binary": self = .utf8
    case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin-1", "latin1": self = .latin1
    case "windows-1252", "cp1252": self = .windows1252
    case "utf-16": self = .utf16(isBigEndian: true, hasMark: true)
    case "utf-16be": self = .utf16(isBigEndian: true, hasMark: false)
    case "utf-16le": self = .utf16(isBigEndian: false, hasMark: false)
    default: return nil
    }
  }

  /// Returns the text in this encoding; `nil` if the encoding lacks a character.
  func bytes(of text: String) -> Data? {
    switch self {
    case .utf8: return Data(text.utf8)
    case .latin1: return Self.bytes(of: text) { $0.value < 0x100 ? UInt8($0.value) : nil }
    case .windows1252:
      let bytes = Self.bytes(of: text) { scalar in
        if let place = Self.above7F.firstIndex(of: scalar.value) { return UInt8(0x80 + place) }
        return scalar.value < 0x80 || (0xA0...0xFF).contains(scalar.value)
          ? UInt8(scalar.value) : nil
      }
      // Python, unlike browsers, decodes ISO-8859-1 as Latin-1, which has control characters from
      // 80 to 9F.
      return bytes ?? Self.latin1.bytes(of: text)
    case .utf16(let isBigEndian, let hasMark):
      var data = Data(hasMark ? [0xFE, 0xFF] : [])
      for unit in text.utf16 {
        let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        data.append(contentsOf: isBigEndian ? bytes : bytes.reversed())
      }
      return data
    }
  }

  private static func bytes(of text: String, _ byte: (Unicode.Scalar) -> UInt8?) -> Data? {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return Data(text.utf8) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      guard let byte = byte(scalar) else { return nil }
      bytes.append(byte)
    }
    return Data(bytes)
  }

  /// The characters of Windows-1252 from 80 to 9F (WHATWG Encoding Standard, index windows-1252).
  private static let above7F: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}
