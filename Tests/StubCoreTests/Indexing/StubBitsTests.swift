import Testing

@testable import StubCore

@Suite struct StubBitsTests {
  @Test(
    "Places are put in, taken out and halved as those of a list are",
    arguments: [1, 2, 3, UInt64.random(in: 4...UInt64.max)])
  func agreesWithList(seed: UInt64) {
    let random = SeededRandom(seed: seed)
    var bits = StubBits()
    var list: [Bool] = []
    for _ in 0..<3_000 {
      if list.count == StubBits.capacity {
        let rest = bits.split()
        #expect(places(of: rest) == places(in: Array(list[256...])), "seed \(seed)")
        list.removeSubrange(256...)
      }
      let place = random.integer(in: 0...list.count)
      if random.integer(in: 0...3) == 0, place < list.count {
        bits.remove(at: place)
        list.remove(at: place)
      } else {
        let isThere = random.integer(in: 0...1) == 0
        bits.insert(isThere, at: place)
        list.insert(isThere, at: place)
      }
      #expect(places(of: bits) == places(in: list), "seed \(seed)")
    }
  }

  @Test("The first places", arguments: [0, 1, 63, 64, 65, 511, 512])
  func first(count: Int) {
    #expect(places(of: StubBits(first: count)) == (0..<count).reversed())
  }

  private func places(in list: [Bool]) -> [Int] { list.indices.filter { list[$0] }.reversed() }

  private func places(of bits: StubBits) -> [Int] {
    var bits = bits
    var places: [Int] = []
    while let place = bits.popLast() { places.append(place) }
    return places
  }
}
