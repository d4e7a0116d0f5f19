/// A set of bytes: each of ASCII for itself, and all others together.
package struct ByteSet: Sendable, Hashable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  /// Whether it has the bytes from 0x80 on, which characters beyond ASCII are made of.
  package var hasOthers = false

  package init() {}

  init(_ bytes: some Sequence<UInt8>, hasOthers: Bool = false) {
    for byte in bytes { insert(byte) }
    self.hasOthers = self.hasOthers || hasOthers
  }

  static let all = ByteSet(0...0x80)

  package var isEmpty: Bool { low == 0 && high == 0 && !hasOthers }

  package func contains(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<64: low & 1 << UInt64(byte) != 0
    case 64..<128: high & 1 << UInt64(byte - 64) != 0
    default: hasOthers
    }
  }

  mutating func insert(_ byte: UInt8) {
    switch byte {
    case 0..<64: low |= 1 << UInt64(byte)
    case 64..<128: high |= 1 << UInt64(byte - 64)
    default: hasOthers = true
    }
  }

  mutating func insert(_ bytes: ClosedRange<UInt8>) {
    for byte in bytes.clamped(to: 0...0x80) { insert(byte) }
  }

  mutating func formUnion(_ other: ByteSet) {
    low |= other.low
    high |= other.high
    hasOthers = hasOthers || other.hasOthers
  }

  func union(_ other: ByteSet) -> ByteSet {
    var union = self
    union.formUnion(other)
    return union
  }

  func intersection(_ other: ByteSet) -> ByteSet {
    var common = ByteSet()
    common.low = low & other.low
    common.high = high & other.high
    common.hasOthers = hasOthers && other.hasOthers
    return common
  }

  /// All bytes that it does not have.
  var inverted: ByteSet {
    var rest = ByteSet()
    rest.low = ~low
    rest.high = ~high
    rest.hasOthers = !hasOthers
    return rest
  }

  /// The same with both cases of each ASCII letter in it.
  var ignoringCase: ByteSet {
    // The cases of a letter are 32 bits apart in one word.
    let letters: UInt64 = 0x07FF_FFFE
    var both = self
    both.high |= (high & letters) << 32 | (high >> 32 & letters)
    return both
  }
}
