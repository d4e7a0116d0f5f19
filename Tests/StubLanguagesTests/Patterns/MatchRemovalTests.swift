import Testing

@testable import StubLanguages

@Suite struct MatchRemovalTests {
  @Test(
    "All matches of one search from left to right are taken out",
    arguments: [
      ("[0-9]+", "a12b3", "ab"), ("[0-9]*", "a12b3", "ab"), ("^a", "aab", "ab"),
      ("b$", "abb", "ab"), ("(?<=x)a", "axaa", "axa"), ("\\bé", "éé é", "é "), ("x*", "héé", "héé"),
      ("(a)\\1", "aaab", "ab"), ("(?i)B", "abB", "a"), ("a", "", ""), ("a", "aaa", ""),
    ])
  func removal(pattern: String, text: String, rest: String) throws {
    #expect(try MatchRemoval(RegularExpression(pattern)).text(without: text) == rest)
  }

  @Test("A search that takes too long has no result")
  func endless() throws {
    let removal = try MatchRemoval(RegularExpression("(a|aa)+$"))
    #expect(removal.text(without: String(repeating: "a", count: 60) + "b") == nil)
  }

  @Test("A pattern that cannot stand in a group is an error")
  func unclosed() throws {
    #expect(throws: PatternError.self) { try MatchRemoval(RegularExpression("\\Qa")) }
  }
}
