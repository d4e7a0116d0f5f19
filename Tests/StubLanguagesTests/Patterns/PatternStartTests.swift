import Testing

@testable import StubLanguages

@Suite("Patterns that are cut behind a plain start")
struct PatternStartTests {
  private static let cut: [(pattern: String, text: String, rest: String)] = [
    ("^/users/1/[a-z]+$", "/users/1/", "[a-z]+$"), ("^/a", "/a", ""), ("^/a$", "/a", "$"),
    (#"^/v1\.0/x"#, "/v1.0/x", ""), (#"^/a\d"#, "/a", #"\d"#), ("^/ab+", "/a", "b+"),
    ("^/ab{2}", "/a", "b{2}"), ("^/a(b|c)", "/a", "(b|c)"), ("^/ä", "/", "ä"),
    ("^/a^", "/a", "^"), (#"^/a(?<=a)b"#, "/a", "(?<=a)b"), (#"^/a\bb"#, "/a", #"\bb"#),
  ]

  @Test("The literal start ends before a repeated character", arguments: cut)
  func start(pattern: String, text: String, rest: String) throws {
    let start = try #require(PatternStart(pattern, []))
    #expect(String(decoding: start.text, as: UTF8.self) == text)
    #expect(start.rest == rest)
  }

  @Test(
    "Others are left whole",
    arguments: [
      "/a", "^/a|/b", "^[a-z]", "^a?", #"^/a\G"#, #"^/a\Kb"#, "^(?i)/a", "(?i)^/a", "^/a(*FAIL)",
      "^/a(?R)?", "^", "", "*", #"^\Q/a\E"#, "^/a(",
    ])
  func whole(pattern: String) {
    #expect(PatternStart(pattern, []) == nil)
  }

  @Test("A pattern with options that change literal text is not split")
  func options() {
    #expect(PatternStart("^/a", [.caseInsensitive]) == nil)
    #expect(PatternStart("^/a", [.multiline]) == nil)
    #expect(PatternStart("^/ a", [.extended]) == nil)
    #expect(PatternStart("^/a", [.literal]) == nil)
    #expect(PatternStart("/a", [.fullMatch])?.rest == "")
    #expect(PatternStart("^/a.", [.dotMatchesLineSeparators])?.rest == ".")
  }

  /// Texts of which patterns here match some, with invalid UTF-8 among them.
  private static let subjects: [[UInt8]] = {
    let texts = [
      "", "/", "/a", "/a\n", "/ab", "/abb", "/aab", "/b", "/A", "/users/1/", "/users/1/ada",
      "/users/1/ada\n", "/users/12/ada", "/v1.0/x", "/v1x0/x", "/a7", "/ä", "/aä", "x/a", "/a/a",
    ]
    return texts.map { Array($0.utf8) }
      + [[0x2F, 0x80], [0x2F, 0x61, 0x80], [0x2F, 0x61, 0xC3], [0x2F, 0x61, 0x0A, 0x80]]
  }()

  private static let optionSets: [RegularExpression.Options] = [
    [], .fullMatch, .dotMatchesLineSeparators, [.fullMatch, .dotMatchesLineSeparators],
    [.asciiClasses, .dollarIsEnd],
  ]

  @Test(
    "A split pattern finds the same as the whole one, with the same groups", arguments: optionSets)
  func differential(options: RegularExpression.Options) throws {
    let patterns =
      Self.cut.map(\.pattern) + [
        #"^/(a)(?<rest>.*)$"#, #"^/a(?!b)"#, #"^/a(b)?\1?$"#, "^/a.", "^/a$|^/b$", "/a*",
        "/users/.+",
        #"^/users/(\d+)/(?<name>\w+)$"#, "^/a(?:b|ä)?", #"^/a\R?\z"#,
      ]
    var matches = 0
    for pattern in patterns {
      let regex = try RegularExpression(pattern, options: options)
      let program = try PatternEngine.of(pattern, options)
      for subject in Self.subjects {
        let found = regex.firstMatch(inBytes: subject)
        let expected = subject.withUnsafeBufferPointer { program.firstMatch(in: $0) }
        guard case .matched(let ranges) = expected else {
          #expect(found == .notMatched, "\(pattern) in \(subject)")
          #expect(!regex.matches(subject))
          continue
        }
        matches += 1
        #expect(regex.matches(subject))
        guard case .matched(let match) = found else {
          Issue.record("\(pattern) not found in \(subject)")
          continue
        }
        for (number, range) in ranges.enumerated() {
          let text = range.map { String(decoding: subject[$0], as: UTF8.self) }
          #expect(match.groups[String(number)] == text, "\(pattern) in \(subject)")
        }
      }
    }
    #expect(matches > 20)
  }

  @Test("A pattern that does not compile is refused where it is wrong, not where its rest is")
  func errors() {
    #expect {
      _ = try RegularExpression("^/users/[a-z")
    } throws: { error in
      (error as? PatternError)?.offset == "^/users/[a-z".utf8.count
    }
  }

  @Test("Patterns that are equal as texts but not as bytes have programs of their own")
  func bytes() throws {
    let (composed, decomposed) = ("^caf\u{E9}$", "^cafe\u{301}$")
    #expect(composed == decomposed)
    for pattern in [composed, decomposed, composed] {
      let regex = try RegularExpression(pattern)
      let text = String(pattern.dropFirst().dropLast())
      #expect(regex.isMatch(text))
      #expect(regex.isMatch("caf\u{E9}") == text.utf8.elementsEqual("caf\u{E9}".utf8))
    }
  }
}
