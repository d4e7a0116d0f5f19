import StubLanguages
import Testing

@Suite("Literals that a pattern requires")
struct RequiredLiteralsTests {
  private static let seeds: [UInt64] = Array(1...6) + [.random(in: 7 ... .max)]

  private static let atoms = [
    "a", "b", "k", "S", "/", "-", "1", "é", "\u{212A}", "ſ", "[a-m]", "[n-z]", "[^/]", "[^k]",
    "[a-zé]", "[^é]", "[0-9]", "[]a]", "[^]a]", "[a\\-z]", "[-a]", "[a-]", "[\\w-]", "[\\d]",
    "[^\\d]",
    "[[:alpha:]]", "[^[:alpha:]]", "[[:^alpha:]]", "[[:punct:]]", "[[:xdigit:]k]", "[\\x41-\\x5A]",
    "[ -~]", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "\\h", "\\v", "\\R", "\\N", "\\X", "\\.",
    "\\n",
    ".", "(?:ab)", "(a|b)", "(ab|k|)", "(a|^b)", "(?:^a|^b)", "(a$|b$)", "(?=a)", "(?!a)", "(?<=a)",
    "(?<!a)", "(?>a)", "(?<n>a)", "(?P<m>[a-b])", "^", "$", "\\A", "\\z", "\\Z", "\\b", "\\B",
    "\\K",
    "\\G", "\\x61", "\\p{L}", "\\Qa\\E", "[\\c]]", "(?i)", "(?i:a)", "(?#x)", "|",
  ]
  private static let repetitions = [
    "", "", "", "", "?", "*", "+", "{2}", "{0}", "{1,2}", "{2,}", "{,2}", "{ 1 }", "??", "+?", "*+",
    "{", "{}", "{1}{2}",
  ]
  private static let options: [RegularExpression.Options] = [
    [], [], [], .caseInsensitive, .multiline, .dotMatchesLineSeparators, .extended, .fullMatch,
    .literal, [.fullMatch, .caseInsensitive], [.multiline, .caseInsensitive],
  ]

  @Test("A pattern is found only in texts that hold all its literals", arguments: seeds)
  func holds(seed: UInt64) async throws {
    let random = SeededRandom(seed: seed)
    func pick<Element>(_ elements: [Element]) -> Element {
      elements[random.integer(in: 0...elements.count - 1)]
    }
    let letters = [
      "a", "b", "k", "K", "s", "S", "/", "-", "1", "é", "É", "\u{212A}", "ſ", "\n", "\r", "\r\n",
      "{", "}", "\u{1D}", " ", "日",
    ]
    var found = 0
    for _ in 0..<6_000 {
      // Or it would keep a thread from other tests for many seconds.
      await Task.yield()
      var pattern = pick(["", "^", "^", "\\A", "(?i)", "(?im)^", "(?s)^"])
      for _ in 0..<random.integer(in: 1...4) {
        pattern += pick(Self.atoms) + pick(Self.repetitions)
      }
      pattern += pick(["", "$", "$", "\\z"])
      let options = pick(Self.options)
      guard let regex = try? RegularExpression(pattern, options: options) else { continue }
      let literals = regex.requiredLiterals
      // With an alternative, which never matches, no engine can know the literals beforehand.
      let search =
        options.contains(.literal)
        ? regex : try? RegularExpression("(?:\(pattern)|(?!))", options: options)
      guard let search else { continue }
      for _ in 0..<6 {
        let text = (0..<random.integer(in: 0...5)).map { _ in pick(letters) }.joined()
        let outcome = search.firstMatch(in: text)
        // It would give up on each text, each time after a quarter of a second.
        if case .gaveUp = outcome { break }
        guard case .matched = outcome else { continue }
        found += literals.isEmpty ? 0 : 1
        for literal in literals {
          #expect(
            literal.isEmpty || Array(text.utf8).contains(Array(literal.utf8)),
            "seed \(seed): /\(pattern)/ \(options.rawValue) in \(text.debugDescription)")
        }
      }
    }
    #expect(found > 2)
  }

  @Test(
    "The literals of a pattern",
    arguments: [
      ("^/api/items/[0-9]+$", ["/api/items/"]), ("a|b", []), ("(ab|cd)ef", ["ef"]),
      ("abc?d", ["ab", "d"]), ("ab+c", ["ab", "c"]), ("x{0,2}yz", ["yz"]), ("(?:ab)?cd", ["cd"]),
      ("(ab)+cd", ["ab", "cd"]), (#"a\.b\/c"#, ["a.b/c"]), (#"\d+ab"#, ["ab"]), ("[]ab]cd", ["cd"]),
      ("[[:alpha:]]cd", ["cd"]), ("(?i)abc", []), ("(?=ab)cd", ["cd"]), (#"\Qa.b\E"#, []),
      ("a{b", ["a{b"]), ("x{1}yz", ["xyz"]), (#"[\c]]ab"#, []), (#"(?<year>\d{4})-x"#, ["-x"]),
      ("ab$|^cd", []), ("*", []),
    ] as [(String, [String])])
  func literals(pattern: String, expected: [String]) throws {
    #expect(try RegularExpression(pattern).requiredLiterals == expected)
  }
}

extension [UInt8] {
  fileprivate func contains(_ other: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: other) }
  }
}
