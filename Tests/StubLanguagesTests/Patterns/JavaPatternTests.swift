import Testing

@testable import StubLanguages

/// What `java.util.regex` of Java 17 says of each text.
@Suite("Patterns of Java")
struct JavaPatternTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let pattern: String
    let matching: [String]
    let others: [String]

    init(_ pattern: String, _ matching: [String], not others: [String] = []) {
      (self.pattern, self.matching, self.others) = (pattern, matching, others)
    }

    var testDescription: String { pattern }
  }

  private func regex(_ pattern: String) throws -> RegularExpression {
    try RegularExpression(
      pattern, options: [.java, .asciiClasses, .fullMatch, .dotMatchesLineSeparators])
  }

  @Test("A pattern matches what it matches in Java", arguments: classes + escapes + others)
  func matches(row: Row) throws {
    let regex = try regex(row.pattern)
    for text in row.matching { #expect(regex.isMatch(text), "\(text.debugDescription)") }
    for text in row.others { #expect(!regex.isMatch(text), "\(text.debugDescription)") }
    #expect(regex.pattern == row.pattern)
    // An index may ask for these before the pattern is tried.
    for literal in regex.requiredLiterals {
      #expect(row.matching.allSatisfy { $0.contains(literal) }, "\(literal)")
    }
  }

  private static let classes: [Row] = [
    Row("[a-z&&[^b]]+", ["ac", "z"], not: ["b", "ab", "a]", "&"]),
    Row(#"[\p{L}&&[^a]]+"#, ["bc", "é"], not: ["a", "ba"]),
    Row("[a[bc]]+", ["abc"], not: ["a]", "["]),
    Row("[a-f[0-9]]*", ["a0", ""], not: ["g", "]"]),
    Row("[a[^b]]", ["a", "c", "]"], not: ["b"]),
    Row("[^a[b]]", ["c", "é"], not: ["a", "b"]),
    Row("[^a-z&&[b]]", ["c", "1"], not: ["b"]),
    Row("[a-z&&b-d&&[^c]]", ["b", "d"], not: ["a", "c"]),
    Row("[a-z&&[abc]x]", ["a", "x"], not: ["d", "y"]),
    Row(#"[\p{Lower}&&[^aeiou]]{2}"#, ["bc"], not: ["ab", "B1"]),
    Row(#"[\d&&[^3-5]]"#, ["2", "6"], not: ["4", "٠"]),
    Row("[a&b]", ["a", "&", "b"], not: ["c"]),
    Row("[&&a]", ["a"], not: ["&"]),
    Row("[]a]", ["]", "a"], not: ["b"]),
    Row("[^]a]", ["b"], not: ["]", "a"]),
    Row(#"[\w-.]+"#, ["a-.", "_"], not: ["/", " "]),
    Row("[a-c-e]+", ["a-e", "b"], not: ["d"]),
    Row("[-a]|[b-]", ["-", "a", "b"], not: ["c"]),
    Row("[[:alpha:]]+", ["alph:"], not: ["b", "["]),
    Row(#"[\Q]a\E^]+"#, ["]a^"], not: ["b", "Q"]),
    Row(#"[\u0061-\u0063\x41-\x{43}\0101\t]+"#, ["aBA\t"], not: ["d", "u"]),
    Row(#"[\uD83D\uDE00]"#, ["😀"], not: ["\u{FFFD}"]),
    Row("[/:,'é ]+", ["/:,'é "], not: ["a"]),
  ]

  private static let escapes: [Row] = [
    Row(#"\0101\07\0377"#, ["A\u{7}ÿ"], not: ["A"]),
    Row(#"\0501"#, ["(1"]),
    Row(#"\u0041\uD83D\uDE00"#, ["A😀"], not: ["u0041"]),
    Row(#"\x41\x{42}\t\cA"#, ["AB\t\u{1}"]),
    Row(#"\p{Punct}+"#, [##"!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"##], not: ["a", " ", "é"]),
    Row(#"\P{Punct}"#, ["a", "é"], not: ["_"]),
    Row(#"\p{Alnum}\p{Digit}\p{Alpha}"#, ["a0b", "09Z"], not: ["é0b", "a٠b"]),
    Row(#"\p{Lower}\p{Upper}\p{XDigit}\p{Space}"#, ["aBf\u{B}"], not: ["ABf "]),
    Row(#"\p{ASCII}\p{Graph}\p{Print}\p{Blank}\p{Cntrl}"#, ["\0! \t\u{7F}"], not: ["é! \t\u{7F}"]),
    Row(#"\p{IsAlphabetic}+"#, ["éΩ中Ⅷ"], not: ["1", "_"]),
    Row(#"\P{IsAlphabetic}"#, ["1", "_"], not: ["é"]),
    Row(#"\p{IsLatin}\p{sc=Greek}\p{script=Cyrillic}"#, ["éΩж"], not: ["ΩΩж"]),
    Row(#"\p{gc=Lu}\p{general_category=Nd}\p{IsLu}\pL"#, ["A٠Bc"], not: ["a٠Bc"]),
    Row(#"\p{IsWhite_Space}\p{IsDigit}\p{IsPunctuation}"#, ["\u{85}٠!"], not: ["a0!"]),
    Row(#"\p{javaLowerCase}\p{javaWhitespace}\p{L1}\p{LC}"#, ["é\u{1F}ÿA"], not: ["é\u{A0}ÿA"]),
    Row(#"[^\p{Alnum}][\P{Alnum}&&\S]"#, ["é-"], not: ["a-", "- "]),
    Row(#"\Q[a]{2}\E+"#, ["[a]{2}", "[a]{2}}"], not: ["aa"]),
  ]

  private static let others: [Row] = [
    Row("P.*{2,3}", ["POST", "PUT", "P"], not: ["GET"]),
    Row("a{2}{3}b+{2}?", ["aab", "aabbb"], not: ["aaaaaab"]),
    Row("(a{1,2}){2}", ["aa", "aaaa"], not: ["a"]),
    Row(#"(?<n>a|b)\k<n>(c)\2"#, ["aacc", "bbcc"], not: ["abcc"]),
    Row("(?i)a(?-i)b", ["Ab", "ab"], not: ["AB"]),
    Row("(?u)a(?d:b)(?iu)c(?i-u:d)", ["abcd", "abCD"], not: ["Abcd"]),
    Row("(?=a).(?!b).(?<=c)(?>d)", ["acd"], not: ["abd"]),
    Row("/users/{id}", ["/users/{id}"], not: ["/users/1"]),
    Row("^/a/.+$", ["/a/b"], not: ["/a/"]),
  ]

  #if !FOUNDATION_REGEX
  @Test("With the option U, classes are those of Unicode")
  func unicodeClasses() throws {
    #expect(try regex(#"(?U)\w+"#).isMatch("é"))
    #expect(try !regex(#"\w+"#).isMatch("é"))
  }

  @Test(
    "An error is where it is in the pattern of Java",
    arguments: [
      (#"\u0041[a&&b](c"#, 14, "missing closing parenthesis"),
      (#"[\w-.]\p{InGreek}x"#, 17, "unknown property after \\P or \\p"),
      ("[[a]b", 5, "missing terminating ] for character class"),
      (#"[a-\d]"#, 3, "invalid range in character class"),
    ])
  func errors(pattern: String, offset: Int, reason: String) {
    let error = #expect(throws: PatternError.self) { try regex(pattern) }
    #expect(error?.offset == offset)
    #expect(error?.reason == reason)
    #expect(error?.pattern == pattern)
  }
  #endif

  @Test("Too many classes in each other are an error")
  func depth() {
    let pattern = String(repeating: "[", count: 100_000)
    #expect(throws: PatternError.self) { try regex(pattern) }
  }
}
