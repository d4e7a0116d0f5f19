import Testing

@testable import StubCore

struct HashTableTests {
  @Test(
    "A table holds what a dictionary holds, whatever is added and removed",
    arguments: [1, 2, UInt64.random(in: 3...UInt64.max)])
  func agreesWithDictionary(seed: UInt64) {
    let random = SeededRandom(seed: seed)
    var table = HashTable<[Int]>()
    var expected: [UInt64: [Int]] = [:]
    for step in 0..<5_000 {
      // Few hashes with few low bits, so that many want one place and many are there already.
      let hash = UInt64(random.integer(in: 0...40)) << 58 | UInt64(random.integer(in: 0...6))
      if random.integer(in: 0...2) == 0 {
        table.remove(hash)
        expected[hash] = nil
      } else {
        table[hash, default: []].append(step)
        expected[hash, default: []].append(step)
      }
      #expect(table[hash] == expected[hash], "seed \(seed), step \(step)")
    }
    for (hash, value) in expected { #expect(table[hash] == value, "seed \(seed)") }
  }

  @Test("A copy keeps its values when the other is changed")
  func copies() {
    var table = HashTable<Int>()
    for hash in 0..<100 { table[UInt64(hash), default: 0] = hash }
    let copy = table
    for hash in 0..<50 { table.remove(UInt64(hash)) }
    for hash in 0..<100 {
      #expect(copy[UInt64(hash)] == hash)
      #expect(table[UInt64(hash)] == (hash < 50 ? nil : hash))
    }
  }
}
