import TestSupport
import Testing

@testable import StubServer

@Suite struct RequestParserFuzzTests {
  static let iterations = 20_000

  @Test("Changed requests never crash, and give one result however their bytes are cut")
  func mutations() {
    let seed: UInt64 = 20_261_121
    print("fuzzing the request parser with seed \(seed)")
    var numbers = SplitMix(seed: seed)
    let corpus =
      RequestParserTests.valid.map { Array($0.input.utf8) }
      + RequestParserErrorTests.chunks.map { Array($0.input.utf8) }
    let spice = Array("\r\n\r\n\n\r \t:;,=/0A\"\u{0}\u{7F}chunked".utf8)
    var failures = 0
    for iteration in 0..<Self.iterations {
      var input = corpus[Int.random(in: 0..<corpus.count, using: &numbers)]
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        mutate(&input, with: spice, using: &numbers)
      }
      let whole = events(of: input, piece: max(1, input.count))
      let piece = iteration.isMultiple(of: 2) ? 1 : Int.random(in: 2...16, using: &numbers)
      guard events(of: input, piece: piece) == whole else {
        Issue.record("iteration \(iteration), piece \(piece): \(input)")
        return
      }
      if whole.last?.failure != nil { failures += 1 }
    }
    // Otherwise the changes would not reach the interesting places.
    #expect(failures > Self.iterations / 4)
    #expect(failures < Self.iterations)
  }

  private func mutate(
    _ input: inout [UInt8], with spice: [UInt8], using numbers: inout SplitMix
  ) {
    let place = input.isEmpty ? 0 : Int.random(in: 0..<input.count, using: &numbers)
    switch Int.random(in: 0..<5, using: &numbers) {
    case 0 where !input.isEmpty: input[place] = UInt8.random(in: 0...255, using: &numbers)
    case 1 where !input.isEmpty: input.remove(at: place)
    case 2: input.insert(spice[Int.random(in: 0..<spice.count, using: &numbers)], at: place)
    case 3:
      let end = min(input.count, place + Int.random(in: 0...12, using: &numbers))
      input.insert(contentsOf: input[place..<end], at: place)
    default: input.removeSubrange(place..<min(input.count, place + 3))
    }
  }
}
