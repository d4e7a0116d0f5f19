import StubLanguages
import Testing

/// The table "Regular expressions on Apple platforms" of MatchingRequests.md, row by row.
///
/// Each engine's build compares its own column.
@Suite("Differences between the two regular-expression engines") struct PatternEngineTests {
  enum Result: Equatable {
    case match(String)
    case noMatch
    case error(String)
  }

  private static func unknown(_ what: String) -> Result {
    .error("Foundation's regular expressions have no \(what)")
  }

  private static let unsaid = Result.error(
    "Foundation's regular expressions do not know such a pattern")

  private func result(_ pattern: String, _ text: String) -> Result {
    do {
      guard case .matched(let match) = try RegularExpression(pattern).firstMatch(in: text) else {
        return .noMatch
      }
      return .match(match.text)
    } catch { return .error(error.reason) }
  }

  private func compare(_ pattern: String, _ text: String, pcre2: Result, foundation: Result) {
    #if FOUNDATION_REGEX
    #expect(result(pattern, text) == foundation)
    #else
    #expect(result(pattern, text) == pcre2)
    #endif
  }

  @Test(
    "What only PCRE2 knows is an error that names it",
    arguments: [
      (#"a\Kb"#, "ab", "b", #"\K"#), (#"\o{101}"#, "A", "A", #"\o"#),
      ("(?|(a)|(b))", "b", "b", "(?|…"),
      ("(a)(?1)", "aa", "aa", "(?1…"), ("(a)?(?(1)b|c)", "ab", "ab", "(?(…"),
      ("a(*ACCEPT)b", "ac", "a", "(*…)"), (#"(?<n>a)\g<n>"#, "aa", "aa", #"\g<…>"#),
    ])
  func unknown(pattern: String, text: String, found: String, name: String) {
    compare(pattern, text, pcre2: .match(found), foundation: Self.unknown(name))
  }

  @Test("A quantifier after an assertion", arguments: ["(?=a)+a", "(?<=b)*a", "(?!b)?a"])
  func assertions(pattern: String) {
    compare(pattern, "ba", pcre2: .match("a"), foundation: Self.unsaid)
  }

  @Test("More characters are line ends", arguments: ["\u{0B}", "\u{0C}", "\u{85}", "\u{2028}"])
  func lineEnds(end: String) {
    compare("a.b", "a\(end)b", pcre2: .match("a\(end)b"), foundation: .noMatch)
    compare("a$", "a\(end)", pcre2: .noMatch, foundation: .match("a"))
  }

  @Test("A lazy repetition of what may be empty makes Foundation give up")
  func lazyRepetition() throws {
    let outcome = try RegularExpression("(ab|)+?x").firstMatch(in: "abkx")
    #if FOUNDATION_REGEX
    #expect(outcome == .gaveUp("gave up after 0.25 seconds"))
    #else
    #expect(outcome == .matched(.init(groups: ["0": "x", "1": ""])))
    #endif
  }

  @Test("A mistake that people rarely make has no place of its own")
  func reasons() {
    compare(
      "[[:foo:]]", "a", pcre2: .error("unknown POSIX class name"), foundation: Self.unsaid)
  }

  #if FOUNDATION_REGEX
  // What PCRE2 says of it depends on its version.
  @Test("A lookbehind may have any length with an upper limit")
  func lookbehind() {
    #expect(result("(?<=xa{1,3})b", "xaab") == .match("b"))
  }
  #endif

  @Test("A text without what the pattern requires is not searched, however slow the pattern is")
  func literals() throws {
    #if FOUNDATION_REGEX
    let text = String(repeating: "a", count: 100_000)
    for pattern in ["(a+)+y", "a*a*a*a*b", "x1y$", ".*x"] {
      #expect(try RegularExpression(pattern).firstMatch(in: text) == .notMatched)
    }
    #else
    #expect(try RegularExpression("x1y$").firstMatch(in: "aaa") == .notMatched)
    #endif
  }

  @Test("In bytes that are not text, a search finds what is there, or says that it gave up")
  func noise() throws {
    let noise = [[UInt8]](repeating: [0x61, 0xFF, 0xC3, 0xA9, 0x80], count: 400_000).flatMap(\.self)
    for (pattern, expected) in [("é", "é"), (#"\w+"#, "a"), ("^a", "a")] {
      let outcome = try RegularExpression(pattern).firstMatch(inBytes: noise)
      #expect(outcome == .matched(.init(groups: ["0": expected])))
    }
    let outcome = try RegularExpression("[x-z]{3}").firstMatch(inBytes: noise)
    #if FOUNDATION_REGEX
    #expect(outcome == .gaveUp("gave up after 0.25 seconds"))
    #else
    #expect([.notMatched, .gaveUp("gave up after 0.25 seconds")].contains(outcome))
    #endif
  }

  @Test("Groups are found behind characters of every length, and between invalid bytes")
  func places() throws {
    let text = "a\u{0}é日😀"
    let expression = try RegularExpression("(?<word>[b-z]+)(é)?")
    let groups = ["0": "xyzé", "1": "xyz", "word": "xyz", "2": "é"]
    #expect(expression.firstMatch(in: "\(text)xyzé!") == .matched(.init(groups: groups)))
    for invalid in [[0xFF], [0xE2, 0x82], [0x80, 0x80, 0xF0]] as [[UInt8]] {
      let bytes = Array(text.utf8) + invalid + Array("\(text)xyzé".utf8) + invalid
      #expect(expression.firstMatch(inBytes: bytes) == .matched(.init(groups: groups)))
      #expect(
        try !RegularExpression("^x|z$|éx|^a.*z").matches(invalid + Array("xyz".utf8) + invalid))
    }
  }
}
