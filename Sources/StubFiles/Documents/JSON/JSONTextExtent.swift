/// How far a text in double quotes goes, found eight bytes at a time.
struct JSONTextExtent {
  enum Ending: Hashable {
    case quote
    case lineEnd
    case control(UInt8)
    case endOfFile
  }

  let ending: Ending
  /// Where the ending stands.
  let end: Int
  let hasEscapes: Bool

  /// Looks at the text whose opening quote stands there.
  init(startingAt start: Int, in bytes: [UInt8]) {
    var hasEscapes = false
    (ending, end) = bytes.withUnsafeBufferPointer { bytes in
      var place = start + 1
      while true {
        place = Self.special(from: place, in: bytes)
        guard place < bytes.count else { return (.endOfFile, bytes.count) }
        switch bytes[place] {
        case UInt8(ascii: "\""): return (.quote, place)
        case UInt8(ascii: "\\"):
          hasEscapes = true
          place += 2
        case 0x0A, 0x0D: return (.lineEnd, place)
        default: return (.control(bytes[place]), place)
        }
      }
    }
    self.hasEscapes = hasEscapes
  }

  /// The next quote, backslash or control character, or the end.
  private static func special(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var place = start
    let raw = UnsafeRawBufferPointer(bytes)
    while place + 8 <= bytes.count {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      let quotes = word ^ (ones &* 0x22)
      let slashes = word ^ (ones &* 0x5C)
      // A byte that is zero, or less than a blank, sets its highest bit, the lowest one surely.
      let found =
        ((quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes
          | (word &- (ones &* 0x20)) & ~word) & (ones &* 0x80)
      if found != 0 { return place + found.trailingZeroBitCount / 8 }
      place += 8
    }
    while place < bytes.count, bytes[place] != 0x22, bytes[place] != 0x5C, bytes[place] >= 0x20 {
      place += 1
    }
    return place
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
}
