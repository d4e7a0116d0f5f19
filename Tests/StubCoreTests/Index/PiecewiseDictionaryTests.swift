import Testing

@testable import StubCore

@Suite("Values by hash, in pieces")
struct PiecewiseDictionaryTests {
  @Test(
    "The pieces have the same contents as a dictionary, however the hashes are distributed",
    arguments: [0, 1, 2], [UInt64.max, 0xFF, 0x7F_FFFF_FFFF_FFFF])
  func holdsTheSame(seed: Int, mask: UInt64) {
    let random = SeededRandom(seed: UInt64(seed))
    var expected: [UInt64: Int] = [:]
    var found = PiecewiseDictionary<Int>()
    // Few hashes, so that they are met again.
    let hashes =
      [0, .max, 1 << 55, (1 << 55) - 1]
      + (0..<300).map { _ in UInt64(random.integer(in: 0...Int.max)) &* 2 & mask }
    for step in 0..<3_000 {
      let hash = hashes[random.integer(in: 0...hashes.count - 1)]
      switch random.integer(in: 0...3) {
      case 0:
        expected[hash] = nil
        found.remove(hash)
      case 1:
        expected[hash, default: 0] += step
        found[hash, default: 0] += step
      default: #expect(found[hash] == expected[hash])
      }
    }
    for hash in hashes { #expect(found[hash] == expected[hash]) }
  }

  @Test("A copy stays as it is")
  func copies() {
    var one = PiecewiseDictionary<Int>()
    one[7, default: 0] = 1
    let copy = one
    one[7, default: 0] = 2
    one[8, default: 0] = 3
    #expect(copy[7] == 1 && copy[8] == nil)
    #expect(one[7] == 2 && one[8] == 3)
  }
}
