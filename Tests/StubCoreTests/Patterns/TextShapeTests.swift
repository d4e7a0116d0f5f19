import StubCore
import Testing

@Suite("What texts look like that a pattern is found in")
struct TextShapeTests {
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

  @Test(
    "A pattern is found only in texts of its shape, and that hold its literals", arguments: seeds)
  func holds(seed: UInt64) throws {
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
      var pattern = pick(["", "^", "^", "\\A", "(?i)", "(?im)^", "(?s)^"])
      for _ in 0..<random.integer(in: 1...4) {
        pattern += pick(Self.atoms) + pick(Self.repetitions)
      }
      pattern += pick(["", "$", "$", "\\z"])
      let options = pick(Self.options)
      guard let regex = try? RegularExpression(pattern, options: options) else { continue }
      let shape = regex.textShape
      let literals = regex.requiredLiterals
      for _ in 0..<6 {
        let text = (0..<random.integer(in: 0...5)).map { _ in pick(letters) }.joined()
        guard regex.isMatch(text) else { continue }
        if let shape {
          found += 1
          #expect(
            shape.fits(text.utf8),
            "seed \(seed): /\(pattern)/ \(options.rawValue) in \(text.debugDescription)")
        }
        for literal in literals {
          #expect(
            literal.isEmpty || Array(text.utf8).contains(Array(literal.utf8)),
            "seed \(seed): /\(pattern)/ \(options.rawValue) in \(text.debugDescription)")
        }
      }
    }
    #expect(found > 500)
  }

  @Test(
    "Of one character the bytes are exactly those that PCRE2 takes",
    arguments: [
      "a", "\\.", "\\n", "\\e", "\\a", "\\t", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "\\h",
      "\\H",
      "\\v", "\\V", "[a-m]", "[^a-m]", "[]a-c^-]", "[^]]", "[\\]\\b\\n]", "[[:alpha:]_]",
      "[[:alnum:]]",
      "[[:digit:]]", "[[:upper:]]", "[[:lower:]]", "[[:word:]]", "[[:space:]]", "[[:blank:]]",
      "[[:xdigit:]]", "[[a]", "[\\d\\s]", "[^\\W]", "[+--]", "(?:a|[b-d])",
    ])
  func exactBytes(atom: String) throws {
    for options in [[], .caseInsensitive] as [RegularExpression.Options] {
      let regex = try RegularExpression("^\(atom)\\z", options: options)
      let first = try #require(regex.textShape?.start.first)
      for byte: UInt8 in 0..<128 {
        let text = String(UnicodeScalar(byte))
        // Of cases it may have too many.
        let isPossible = regex.isMatch(text) || (options.isEmpty ? false : first.contains(byte))
        #expect(first.contains(byte) == isPossible, "\(options.rawValue) \(byte)")
      }
      let hasOthers = try ["é", "日", "ſ", "\u{212A}", "\u{A0}", "\u{2028}", "٣"].contains {
        try RegularExpression("^\(atom)", options: options).isMatch($0)
      }
      if hasOthers { #expect(first.contains(0x80)) }
    }
  }

  @Test(
    "How much is known of a text",
    arguments: [
      ("^/[a-m][n-z]/[a-z]+-[0-9]+$", 5, 1, 7), ("[a-m]{3}$", 0, 3, 3), ("^[a-m]{3}", 3, 0, 3),
      ("^a(b|cd)e", 2, 0, 3), ("^(ab|cd)e$", 3, 3, 3), ("^a[^/]b$", 2, 2, 3), ("a|b", 0, 0, 1),
      ("^a|^b", 1, 0, 1), ("(^a|b)c", 0, 0, 2), ("^é", 2, 0, 2), ("^a{40}", 32, 0, 32),
      ("^a?b", 0, 0, 1), ("(?i)^ab", 2, 0, 2), ("(?m)^ab$", 0, 0, 2), ("^a.*$", 1, 0, 1),
    ] as [(String, Int, Int, Int)])
  func extent(pattern: String, start: Int, end: Int, least: Int) throws {
    let shape = try #require(try RegularExpression(pattern).textShape)
    #expect(shape.start.count == start)
    #expect(shape.end.count == end)
    #expect(shape.least == least)
  }

  @Test(
    "Nothing is known where a pattern is not understood",
    arguments: ["a*", "(?i:a)b", "(*UTF)a", "(?|a|b)", "(a)\\1", "\\p{L}", "(?x)a", "\\x61", "*"])
  func unknown(pattern: String) throws {
    #expect(try RegularExpression(pattern).textShape == nil)
  }
}

extension [UInt8] {
  fileprivate func contains(_ other: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: other) }
  }
}
