/// A hash (FNV-1a) that can be read after each byte, because many windows of a text share a start.
///
/// A collision makes matchers run in vain; it never changes the result.
struct ByteHash {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  init() {}

  init(_ bytes: some Sequence<UInt8>) { for byte in bytes { add(byte) } }

  mutating func add(_ byte: UInt8) { add(UInt64(byte)) }

  mutating func add(_ number: UInt64) { state = (state ^ number) &* 0x0000_0100_0000_01B3 }

  /// Returns the hash for a key of this kind; each kind gives other hashes for the same bytes.
  func value(_ kind: UInt64) -> UInt64 {
    let mixed = (state ^ state >> 32 ^ kind) &* 0x9E37_79B9_7F4A_7C15
    return mixed ^ mixed >> 32
  }
}

/// A set of lengths from 1 to `StubKey.longest`.
struct LengthSet: Sendable {
  private var bits: UInt64 = 0

  mutating func insert(_ length: Int) { bits |= 1 << UInt64(length) }
  mutating func remove(_ length: Int) { bits &= ~(1 << UInt64(length)) }

  private func contains(_ length: Int) -> Bool { bits & 1 << UInt64(length) != 0 }
  var isEmpty: Bool { bits == 0 }
  /// The greatest length; −1 if the set is empty.
  private var max: Int { 63 - bits.leadingZeroBitCount }

  /// Calls `body` with each length, in ascending order.
  func forEachLength(_ body: (Int) -> Void) {
    var rest = bits
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
  }

  /// Calls `body` with the hash of the first bytes, for each length.
  func forEachHash(of bytes: some Sequence<UInt8>, _ body: (ByteHash) -> Void) {
    if isEmpty { return }
    var hash = ByteHash()
    for (place, byte) in bytes.enumerated() {
      if place >= max { return }
      hash.add(byte)
      if contains(place + 1) { body(hash) }
    }
  }

  /// Calls `body` with the hash of each window (piece of the bytes) that may start at `start`, for
  /// each length.
  func forEachWindow(
    of bytes: UnsafeBufferPointer<UInt8>, _ start: WindowStart, _ body: (ByteHash) -> Void
  ) {
    for first in bytes.indices where start == .anywhere || StubKey.isDelimiter(bytes[first]) {
      var hash = ByteHash()
      for place in first..<Swift.min(bytes.count, first + max) {
        hash.add(bytes[place])
        if contains(place - first + 1) { body(hash) }
      }
    }
  }
}
