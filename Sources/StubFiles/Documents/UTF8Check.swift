/// Finds out whether bytes are UTF-8 (RFC 3629 §4), many at a time where they are ASCII.
enum UTF8Check {
  /// Where the first sequence begins that is not UTF-8; `nil` when there is none.
  static func firstInvalidByte(in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { bytes in
      var place = 0
      while true {
        place = endOfASCII(from: place, in: bytes)
        guard place < bytes.count else { return nil }
        guard let length = lengthOfSequence(at: place, in: bytes) else { return place }
        place += length
      }
    }
  }

  /// The next byte that is not ASCII, or the end.
  private static func endOfASCII(from start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    var place = start
    while place + ByteBlock.count <= bytes.count {
      if let first = ByteBlock(bytes, at: place).beyondASCII.first { return place + first }
      place += ByteBlock.count
    }
    while place < bytes.count, bytes[place] < 0x80 { place += 1 }
    return place
  }

  /// How long the sequence is whose first byte, no ASCII, stands there; `nil` when it is no UTF-8.
  private static func lengthOfSequence(at place: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    let length: Int
    // What may stand second keeps out overlong forms, surrogates and what is beyond Unicode.
    let second: ClosedRange<UInt8>
    switch bytes[place] {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard place + length <= bytes.count, second.contains(bytes[place + 1]) else { return nil }
    for next in place + 2..<place + length where bytes[next] & 0xC0 != 0x80 { return nil }
    return length
  }
}
