import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct NearestNameTests {
  private static let names = ["name", "match", "respond", "priority", "headers", "delay", "uri"]

  @Test(
    "A slip of the hand finds the name that was meant",
    arguments: [
      ("respnd", "respond"), ("repsond", "respond"), ("Respond", "respond"), ("RESPOND", "respond"),
      ("mach", "match"), ("header", "headers"), ("prioritty", "priority"), ("url", "uri"),
      ("dealy", "delay"), ("xyz", nil), ("", nil), ("status", nil), ("answer", nil),
      (String(repeating: "name", count: 100_000), nil),
    ] as [(String, String?)])
  func nearest(written: String, meant: String?) {
    #expect(NearestName.to(written, among: Self.names) == meant)
  }

  @Test(
    "Distance counts insertions, deletions, replacements and swaps of neighbors",
    arguments: [
      ("", "", 0), ("a", "", 1), ("", "a", 1), ("ab", "ba", 1), ("abc", "abd", 1),
      ("kitten", "sitting", 3), ("abcd", "badc", 2), ("abc", "xyz", 3),
    ])
  func distance(from: String, to: String, edits: Int) {
    #expect(NearestName.distance(Array(from), Array(to), atMost: 9) == edits)
    #expect(NearestName.distance(Array(from), Array(to), atMost: edits) == edits)
    #expect(NearestName.distance(Array(from), Array(to), atMost: edits - 1) == nil)
  }
}
