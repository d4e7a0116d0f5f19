import Testing

@testable import StubCore

struct ComparedPathTests {
  /// Some equal others in other bytes; the sign for kelvin and the Greek question mark equal ASCII.
  private static let pieces = [
    "a", "b", "K", "\u{212A}", ";", "\u{37E}", "`", "\u{1FEF}", "\u{E9}", "e\u{301}", "e", "/",
    "\0",
    "\r", "\n", "\r\n", "日", "12345678", "/catalog/item-000001/details",
  ]

  @Test(
    "A path equals a text whenever Swift says so, whether it is kept in place or not",
    arguments: [1, 2, UInt64.random(in: 3...UInt64.max)])
  func equals(seed: UInt64) {
    let random = SeededRandom(seed: seed)
    var equal = 0
    for step in 0..<20_000 {
      var left = ""
      var right = ""
      for _ in 0..<random.integer(in: 0...8) {
        let place = random.integer(in: 0...Self.pieces.count - 1)
        left += Self.pieces[place]
        // Mostly the same, or what is beside it, which may be its twin.
        let other = random.integer(in: 0...5) == 0 ? place ^ 1 : place
        right += Self.pieces[min(other, Self.pieces.count - 1)]
      }
      if random.integer(in: 0...9) == 0 { right += "a" }
      let path = ComparedPath(left)
      #expect(path.equals(right) == (left == right), "seed \(seed), step \(step)")
      #expect(path.text.utf8.elementsEqual(left.utf8), "seed \(seed), step \(step)")
      #expect(path.withBytes { $0.elementsEqual(left.utf8) }, "seed \(seed), step \(step)")
      if left == right { equal += 1 }
    }
    #expect((2_000..<18_000).contains(equal), "seed \(seed)")
  }

  @Test("Up to 32 ASCII characters are kept in place", arguments: 0..<50)
  func length(count: Int) {
    let text = String(String(repeating: "/items/42", count: 6).prefix(count))
    let path = ComparedPath(text)
    if case .short = path { #expect(count <= 32) } else { #expect(count > 32) }
    #expect(path.equals(text))
    #expect(path.text == text)
    for place in 0..<count {
      var other = Array(text.utf8)
      other[place] ^= 1
      #expect(!path.equals(String(decoding: other, as: UTF8.self)))
    }
  }
}
