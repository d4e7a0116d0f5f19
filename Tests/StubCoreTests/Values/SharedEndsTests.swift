import Testing

@testable import StubCore

@Suite struct SharedEndsTests {
  @Test(
    "The bytes at the ends are counted as one by one",
    arguments: [1, 2, UInt64.random(in: 3...UInt64.max)])
  func agreesWithPlainLoop(seed: UInt64) {
    let random = SeededRandom(seed: seed)
    for _ in 0..<2_000 {
      let first = random.text(of: ["a", "b"], length: random.integer(in: 0...4))
      let shared = random.text(of: ["a", "b"], length: random.integer(in: 0...30))
      let last = random.text(of: ["a", "b"], length: random.integer(in: 0...4))
      let (one, other) = pick(
        random, (shared + first, shared + last), (first + shared, last + shared),
        (first + shared, shared + last))
      let (prefix, suffix) = counts(one, other)
      #expect(prefix == zip(one.utf8, other.utf8).prefix { $0 == $1 }.count, "\(one) \(other)")
      let ends = zip(one.utf8.reversed(), other.utf8.reversed())
      #expect(suffix == ends.prefix { $0 == $1 }.count, "\(one) \(other)")
    }
  }

  private func counts(_ one: String, _ other: String) -> (Int, Int) {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    return one.withUnsafeBytes { one in
      other.withUnsafeBytes {
        (one.prefixCount(sharedWith: $0), one.suffixCount(sharedWith: $0))
      }
    }
  }

  private func pick<Element>(_ random: SeededRandom, _ elements: Element...) -> Element {
    elements[random.integer(in: 0...elements.count - 1)]
  }
}
