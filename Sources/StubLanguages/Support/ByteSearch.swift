import StubPlatform

/// Searches in bytes, comparing many of them at once, partly with functions of the C library.
package enum ByteSearch {
  /// Returns the first position of the byte within the range; `nil` if there is none.
  package static func first(
    _ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Int? {
    guard let base = bytes.baseAddress, !range.isEmpty,
      let place = memchr(base + range.lowerBound, Int32(byte), range.count)
    else { return nil }
    return UnsafeRawPointer(place) - UnsafeRawPointer(base)
  }

  /// Returns the first position of either byte within the range; `nil` if there is none.
  package static func first(
    _ byte: UInt8, or other: UInt8, in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Int? {
    var place = range.lowerBound
    while place + ByteBlock.count <= range.upperBound {
      let block = ByteBlock(UnsafeRawBufferPointer(bytes), at: place)
      let marks = block.equal(to: byte) | block.equal(to: other)
      if let first = marks.first { return place + first }
      place += ByteBlock.count
    }
    return (place..<range.upperBound).first { bytes[$0] == byte || bytes[$0] == other }
  }

  /// Returns the first position of the text's bytes; `nil` if there is none.
  package static func first(_ text: StaticString, in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer { first(text, in: $0) }
  }

  /// Returns the first position of the text's bytes; `nil` if there is none.
  package static func first(_ text: StaticString, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    first(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), in: bytes)
  }

  /// Returns whether the bytes contain the bytes `part`.
  static func contains(_ part: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    part.isEmpty || part.withUnsafeBufferPointer { first($0, in: bytes) } != nil
  }

  /// Returns the first position of `part` in the bytes, or `nil` if there is none.
  ///
  /// - Precondition: `part` is not empty.
  fileprivate static func first(
    _ part: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    var start = 0
    while start + part.count <= bytes.count,
      let place = first(part[0], in: bytes, start..<bytes.count)
    {
      guard place + part.count <= bytes.count else { return nil }
      if bytes[place..<place + part.count].elementsEqual(part) { return place }
      start = place + 1
    }
    return nil
  }
}

extension [UInt8] {
  /// Returns the range of the first occurrence of `part` within `range`; `nil` if there is none.
  ///
  /// - Precondition: `part` is not empty.
  package func firstRange(ofBytes part: [UInt8], in range: Range<Int>) -> Range<Int>? {
    withUnsafeBufferPointer { bytes in
      part.withUnsafeBufferPointer { part in
        ByteSearch.first(part, in: UnsafeBufferPointer(rebasing: bytes[range])).map {
          range.lowerBound + $0..<range.lowerBound + $0 + part.count
        }
      }
    }
  }

  /// Returns the range of the first occurrence of `part` from `start` on; `nil` if there is none.
  package func firstRange(ofBytes part: [UInt8], from start: Int) -> Range<Int>? {
    firstRange(ofBytes: part, in: start..<count)
  }
}

extension String {
  /// Returns whether the UTF-8 bytes of this text contain the bytes of the other text.
  package func contains(bytesOf text: String) -> Bool {
    var (own, part) = (self, text)
    return part.withUTF8 { part in
      part.isEmpty || own.withUTF8 { ByteSearch.first(part, in: $0) != nil }
    }
  }
}

/// Sixteen bytes that are compared at once.
struct ByteBlock {
  static let count = 16

  // In `low` and `high`, the first byte is in the lowest bits.
  private let low: UInt64
  private let high: UInt64

  /// Loads sixteen bytes.
  ///
  /// - Precondition: there are sixteen bytes from `place` on.
  init(_ bytes: UnsafeRawBufferPointer, at place: Int) {
    low = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    high = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self))
  }

  /// Stores the sixteen bytes.
  ///
  /// - Precondition: there is room for them from `place` on.
  func store(to bytes: UnsafeMutableRawBufferPointer, at place: Int) {
    bytes.storeBytes(of: low.littleEndian, toByteOffset: place, as: UInt64.self)
    bytes.storeBytes(of: high.littleEndian, toByteOffset: place + 8, as: UInt64.self)
  }

  /// Marks for the bytes that a comparison has found, each in the highest bit of its byte.
  ///
  /// Only the first mark is reliable; later ones may be wrong.
  struct Marks {
    fileprivate let low: UInt64
    fileprivate let high: UInt64

    /// The index of the first marked byte; `nil` if there is none.
    var first: Int? {
      if low | high == 0 { return nil }
      return low != 0 ? low.trailingZeroBitCount / 8 : 8 + high.trailingZeroBitCount / 8
    }

    static func | (left: Self, right: Self) -> Self {
      Self(low: left.low | right.low, high: left.high | right.high)
    }
  }

  /// Marks for the bytes outside ASCII.
  var beyondASCII: Marks { Marks(low: low & Self.all(0x80), high: high & Self.all(0x80)) }

  /// Returns marks for the bytes that equal `byte`.
  func equal(to byte: UInt8) -> Marks {
    let (low, high) = (low ^ Self.all(byte), high ^ Self.all(byte))
    return Marks(low: Self.below(1, low), high: Self.below(1, high))
  }

  /// Returns marks for the bytes that are less than `byte`, which must be ASCII.
  func less(than byte: UInt8) -> Marks {
    Marks(low: Self.below(byte, low), high: Self.below(byte, high))
  }

  private static func below(_ byte: UInt8, _ word: UInt64) -> UInt64 {
    (word &- all(byte)) & ~word & all(0x80)
  }

  private static func all(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
}

/// Checks whether bytes are UTF-8 (RFC 3629 §4); ASCII is checked many bytes at a time.
package enum UTF8Check {
  /// Returns the start of the first invalid sequence; `nil` if all bytes are valid.
  package static func firstInvalidByte(in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { firstInvalidByte(in: $0) }
  }

  /// Returns the start of the first invalid sequence; `nil` if all bytes are valid.
  static func firstInvalidByte(in bytes: UnsafeRawBufferPointer) -> Int? {
    var place = 0
    while true {
      place = endOfASCII(from: place, in: bytes)
      guard place < bytes.count else { return nil }
      guard let length = lengthOfSequence(at: place, in: bytes) else { return place }
      place += length
    }
  }

  /// Returns the position of the first non-ASCII byte from `start` on, or the end if there is none.
  private static func endOfASCII(from start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    var place = start
    while place + ByteBlock.count <= bytes.count {
      if let first = ByteBlock(bytes, at: place).beyondASCII.first { return place + first }
      place += ByteBlock.count
    }
    while place < bytes.count, bytes[place] < 0x80 { place += 1 }
    return place
  }

  /// Returns the length of the sequence whose first byte, which is outside ASCII, is at `place`;
  /// `nil` if it is invalid.
  private static func lengthOfSequence(at place: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    let length: Int
    // The range of the second byte excludes overlong forms, surrogates and values beyond Unicode.
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
