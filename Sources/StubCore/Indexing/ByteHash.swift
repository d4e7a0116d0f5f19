/// A hash of bytes that is known after each of them (FNV-1a).
///
/// Whoever finds other bytes with the same hash makes lookups find a stub more, which is asked and
/// does not match.
struct ByteHash {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  init() {}

  init(_ bytes: some Sequence<UInt8>) { for byte in bytes { add(byte) } }

  /// Of ASCII bytes, eight at once, which gives another hash than one after the other; `nil` for
  /// other bytes.
  init?(ascii bytes: UnsafeBufferPointer<UInt8>) {
    let all = UnsafeRawBufferPointer(bytes)
    var seen: UInt64 = 0
    var place = 0
    add(UInt64(all.count))
    while place + 8 <= all.count {
      let word = all.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      seen |= word
      add(word)
      place += 8
    }
    var rest: UInt64 = 0
    for byte in all[place...] { rest = rest << 8 | UInt64(byte) }
    seen |= rest
    add(rest)
    guard seen & 0x8080_8080_8080_8080 == 0 else { return nil }
  }

  mutating func add(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  mutating func add(_ number: UInt64) {
    state = (state ^ number) &* 0x9E37_79B9_7F4A_7C15
    state ^= state >> 29
  }

  /// The hash with all its bits mixed, for something of that kind.
  func value(_ kind: UInt64) -> UInt64 {
    var mixed = state ^ (kind &* 0x9E37_79B9_7F4A_7C15)
    mixed = (mixed ^ (mixed >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    mixed = (mixed ^ (mixed >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return mixed ^ (mixed >> 33)
  }
}
