/// A set of places in a piece of stubs, each a bit.
struct StubBits: Sendable, Hashable {
  static let capacity = 512

  private var words = SIMD8<UInt64>.zero

  init() {}

  /// The first places.
  init(first count: Int) {
    for index in 0..<min(count / 64, 8) { words[index] = .max }
    if count % 64 > 0 { words[count / 64] = 1 << UInt64(count % 64) - 1 }
  }

  var isEmpty: Bool { words == .zero }

  mutating func formIntersection(_ other: StubBits) { words &= other.words }
  mutating func formUnion(_ other: StubBits) { words |= other.words }

  /// Makes room for a place, which those from there on leave to it.
  mutating func insert(_ isThere: Bool, at place: Int) {
    let (word, bit) = (place / 64, UInt64(place % 64))
    for index in (word..<8).dropFirst().reversed() {
      words[index] = words[index] << 1 | words[index - 1] >> 63
    }
    let before = words[word] & (1 << bit - 1)
    words[word] = before | (words[word] ^ before) << 1 | (isThere ? 1 << bit : 0)
  }

  /// Takes a place out, which those behind it move up to.
  mutating func remove(at place: Int) {
    let (word, bit) = (place / 64, UInt64(place % 64))
    let before = words[word] & (1 << bit - 1)
    words[word] = before | (words[word] >> 1 & ~(1 << bit - 1))
    for index in word..<7 {
      words[index] |= words[index + 1] << 63
      words[index + 1] >>= 1
    }
  }

  /// Takes the upper half of all places away.
  mutating func split() -> StubBits {
    var rest = StubBits()
    rest.words = SIMD8(lowHalf: words.highHalf, highHalf: .zero)
    words.highHalf = .zero
    return rest
  }

  /// Takes the last place out.
  mutating func popLast() -> Int? {
    for index in (0..<8).reversed() where words[index] != 0 {
      let bit = 63 - words[index].leadingZeroBitCount
      words[index] ^= 1 << UInt64(bit)
      return index * 64 + bit
    }
    return nil
  }
}
