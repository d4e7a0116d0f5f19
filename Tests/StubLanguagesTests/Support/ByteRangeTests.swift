import Testing

@testable import StubLanguages

@Suite("Searching for bytes")
struct ByteRangeTests {
  @Test("The first place is found, at every place of texts of every length")
  func places() {
    for part in ["a", "ab", "aab", "://"].map({ Array($0.utf8) }) {
      for count in 0..<40 {
        for place in 0...count {
          var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: count)
          bytes.insert(contentsOf: part, at: place)
          let found = bytes.firstRange(ofBytes: part, from: 1)
          let naive = bytes.indices.dropFirst().first { bytes[$0...].starts(with: part) }
          #expect(found?.lowerBound == naive)
          #expect(bytes.firstRange(ofBytes: part, in: 0..<part.count - 1) == nil)
        }
      }
    }
  }
}
