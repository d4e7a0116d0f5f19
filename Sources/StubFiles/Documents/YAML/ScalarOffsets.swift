/// Turns counts of Unicode scalars, which libyaml reports, into byte offsets.
///
/// Goes on from the last one that was asked for, so that going through a text costs one pass.
struct ScalarOffsets {
  private let bytes: [UInt8]
  private let isASCII: Bool
  /// A scalar and the offset of its first byte.
  private var scalar = 0
  private var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    isASCII = bytes.withUnsafeBytes { bytes in
      var place = 0
      while place + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        if word & Self.highBits != 0 { return false }
        place += 8
      }
      return bytes[place...].allSatisfy { $0 < 0x80 }
    }
  }

  mutating func byteOffset(of place: YAMLPlace) -> Int {
    switch place {
    case .byte(let offset): return min(offset, bytes.count)
    case .scalar(let index):
      if isASCII { return min(index, bytes.count) }
      advance(to: index)
      return offset
    }
  }

  private mutating func advance(to index: Int) {
    if index < scalar { (scalar, offset) = (0, 0) }
    bytes.withUnsafeBytes { bytes in
      while index - scalar > 8, offset + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        // Of the bytes that go on with a scalar the highest bit is set and the next is not.
        let continuing = word & ~(word << 1) & Self.highBits
        scalar += 8 - continuing.nonzeroBitCount
        offset += 8
      }
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      while scalar < index, offset < bytes.count {
        offset += 1
        while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
        scalar += 1
      }
    }
  }

  private static let highBits: UInt64 = 0x8080_8080_8080_8080
}
