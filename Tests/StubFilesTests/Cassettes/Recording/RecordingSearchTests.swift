import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Searched recordings are written some interactions at a time")
struct RecordingSearchTests {
  /// A search of interactions with bodies of these sizes, in memory or in a journal; negative ones are of requests.
  private func search(_ sizes: [Int], in journal: RecordingJournal? = nil) throws -> RecordingSearch
  {
    var search = RecordingSearch(hiding: .usual, after: [], in: journal)
    for size in sizes {
      let body = Data(repeating: UInt8(ascii: "a"), count: abs(size))
      let interaction = Interaction(
        RecordedRequest(.post, "http://h/", body: size < 0 ? body : nil),
        RecordedResponse(.ok, body: size < 0 ? Data() : body))
      try search.add(
        try journal?.append(interaction) ?? JournaledInteraction(light: interaction))
    }
    return search
  }

  private func batches(_ search: RecordingSearch) -> [Range<Int>] {
    var batches: [Range<Int>] = []
    while (batches.last?.upperBound ?? 0) < search.count {
      batches.append(search.batch(after: batches.last?.upperBound ?? 0, atMost: 3, 100))
    }
    return batches
  }

  @Test(
    "Small ones go together, and one that is too large goes alone",
    arguments: [
      ([], []), ([0], [0..<1]), ([0, 0, 0, 0], [0..<3, 3..<4]), ([50, -50, 1], [0..<2, 2..<3]),
      ([1, -101, 1], [0..<1, 1..<2, 2..<3]), ([500, 500], [0..<1, 1..<2]),
    ], [false, true])
  func batches(_ example: ([Int], [Range<Int>]), isInJournal: Bool) throws {
    let folder = try TemporaryFolder()
    let journal = isInJournal ? try RecordingJournal(of: folder.file("a.yaml")) : nil
    #expect(batches(try search(example.0, in: journal)) == example.1)
  }

  @Test("Compressed bodies count for more, as they are unpacked")
  func packed() throws {
    var search = try search([1, 1])
    // 90 letters in 24 bytes.
    let bytes = try #require(Data(base64Encoded: "H4sIAAAAAAACA0tMpBUAAJpI3StaAAAA"))
    var response = RecordedResponse(.ok, body: bytes)
    response.headers = ["Content-Encoding": "gzip"]
    let interaction = Interaction(RecordedRequest(.get, "http://h/"), response)
    try search.add(JournaledInteraction(light: interaction))
    #expect(batches(search) == [0..<2, 2..<3])
  }

  @Test(
    "What is made on all processors has the order of the numbers, and the first error is thrown")
  func concurrentMap() throws {
    struct Odd: Error, Equatable { let number: Int }
    #expect((0..<1_000).concurrentMap { $0 * 2 } == Array(stride(from: 0, to: 2_000, by: 2)))
    #expect((7..<7).concurrentMap { $0 }.isEmpty)
    #expect(throws: Odd(number: 501)) {
      try (500..<600).concurrentMap { number throws(Odd) in
        if number % 2 == 1 { throw Odd(number: number) }
      }
    }
  }
}
