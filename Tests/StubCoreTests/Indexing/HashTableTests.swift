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
      // Few hashes that start at few places, so that many want one, past the end too.
      let hash = UInt64(random.integer(in: 0...40)) << 58 | UInt64(random.integer(in: 0...7)) << 29
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

  @Test("What is looked up is few steps from where the search starts, however many there are")
  func isNear() throws {
    let random = SeededRandom(seed: 1)
    var table = HashTable<Int>()
    let hashes = (0..<1_000).map { _ in random.next() }
    for hash in hashes { table[hash, default: 0] += 1 }
    let steps = try hashes.map { hash in
      table.distance(table.start(hash), try #require(table.place(of: hash)))
    }
    // With three in four slots in use a search takes one step and a half, on average.
    #expect(steps.reduce(0, +) < 3 * hashes.count)
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
