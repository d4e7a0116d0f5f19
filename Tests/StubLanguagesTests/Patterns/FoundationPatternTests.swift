#if FOUNDATION_REGEX
import Testing

@testable import StubLanguages

@Suite("Patterns written for Foundation") struct FoundationPatternTests {
  private func written(_ pattern: String, extended: Bool = false) throws -> String {
    try FoundationPattern(Array(pattern.utf8), extended ? .extended : []).text
  }

  @Test(
    "What Foundation reads differently is written another way",
    arguments: [
      ("", "(?:)"), ("/users/{id}", #"/users/\{id\}"#), ("a{2}b{3,}c{4,5}", "a{2}b{3,}c{4,5}"),
      ("a{,3}", #"a\{,3\}"#), ("a]b}", #"a\]b\}"#), (#"\N"#, #"[^\r\n]"#), (#"\N+"#, #"[^\r\n]+"#),
      (#"\Qa.b"#, #"\Qa.b\E"#), (#"\Qa.b\Ec"#, #"\Qa.b\Ec"#), ("a(?#note)b", "ab"),
      (#"\101\0"#, #"\x{41}\x{0}"#), (#"[\101-\132]"#, #"[\x{41}-\x{5a}]"#),
      (#"(a)\1"#, #"(a)(?:\1)"#), (#"(a)\10"#, #"(a)\x{8}"#),
    ])
  func rewritten(pattern: String, expected: String) throws {
    #expect(try written(pattern) == expected)
  }

  @Test(
    "Names get letters and digits, and references follow them",
    arguments: [
      (#"(?<kind>a)\k<kind>"#, #"(?<n6b696e64>a)\k<n6b696e64>"#),
      (#"(?P<a_b>x)(?P=a_b)"#, #"(?<n615f62>x)\k<n615f62>"#),
      (#"(?'é'x)\k'é'\k{é}"#, #"(?<nc3a9>x)\k<nc3a9>\k<nc3a9>"#),
      (#"(?<a>x)\g{a}"#, #"(?<n61>x)\k<n61>"#), (#"(a)\g1"#, #"(a)(?:\1)"#),
      (#"(a)(b)\g{-1}"#, #"(a)(b)(?:\2)"#),
    ])
  func names(pattern: String, expected: String) throws {
    #expect(try written(pattern) == expected)
  }

  @Test(
    "In a class, marks that only Foundation reads are escaped",
    arguments: [
      ("[]a]", #"[\]a]"#), ("[^]a]", #"[^\]a]"#), ("[a-]", #"[a\-]"#), ("[-a]", #"[\-a]"#),
      ("[a[b]", #"[a\[b]"#), ("[a&&b]", #"[a\&\&b]"#), ("[[:alpha:]{]", #"[[:alpha:]\{]"#),
      ("[[:^digit:]$^]", #"[[:^digit:]\$\^]"#), (#"[\d\]]"#, #"[\d\]]"#), ("[+--b]", #"[+-\-b]"#),
    ])
  func classes(pattern: String, expected: String) throws {
    #expect(try written(pattern) == expected)
  }

  @Test(
    "Classes for ASCII only are sets, also in a class, and the end of the text has an escape",
    arguments: [
      (#"^\w\D$"#, #"^[0-9A-Z_a-z][^0-9]\z"#), (#"[\w-z$]"#, #"[[0-9A-Z_a-z]\-z\$]"#),
      (#"[^\s]\$"#, #"[^[\t-\r ]]\$"#),
    ])
  func ascii(pattern: String, expected: String) throws {
    let options: RegularExpression.Options = [.asciiClasses, .dollarIsEnd]
    #expect(try FoundationPattern(Array(pattern.utf8), options).text == expected)
  }

  @Test("White space and comments stay where they are ignored")
  func extended() throws {
    #expect(try written("a {2} # ( [", extended: true) == "a {2} # ( [")
    #expect(throws: PatternSyntaxError.self) { try written("a # ( [") }
  }

  @Test(
    "A rewritten pattern means the same as in PCRE2",
    arguments: [
      ("/users/{id}", "/users/{id}", true), (#"(a|b)\1$"#, "xbb", true),
      (#"(a|b)\1$"#, "xab", false),
      (#"(?<a>x|y)-\k<a>{2}"#, "x-xx", true), (#"(?<a>x|y)-\k<a>{2}"#, "x-xy", false),
      (#"^\101[\60-\71]$"#, "A7", true), (#"^a\0b$"#, "a\0b", true), ("^[^]a]$", "b", true),
      ("^[^]a]$", "]", false), ("^[a&&b]$", "&", true), (#"^\Qa.b\E$"#, "axb", false),
      ("^a(?#x)b$", "ab", true), (#"^\N$"#, "\n", false), ("^[a-]+$", "a-", true),
      ("^[+--b]+$", "+,-b", true),
    ])
  func meaning(pattern: String, text: String, matches: Bool) throws {
    #expect(try RegularExpression(pattern).isMatch(text) == matches)
  }

  @Test(
    "A mistake has PCRE2's reason and place",
    arguments: [
      ("a(b", "missing closing parenthesis", 3), ("a)b", "unmatched closing parenthesis", 1),
      ("[ab", "missing terminating ] for character class", 3),
      ("+a", "quantifier does not follow a repeatable item", 0),
      ("a|*", "quantifier does not follow a repeatable item", 2),
      ("a{3,2}", "numbers out of order in {} quantifier", 5),
      ("a{65536}", "number too big in {} quantifier", 7), ("a\\", #"\ at end of pattern"#, 2),
      ("[z-a]", "range out of order in character class", 3),
      ("[a-\"]", "range out of order in character class", 3),
      (#"(a)\2"#, "reference to non-existent subpattern", 3),
      (#"\9"#, "reference to non-existent subpattern", 0),
      (#"\k<a>"#, "reference to non-existent subpattern", 0),
      ("(?<1a>x)", "subpattern name must start with a non-digit", 3),
      (
        "(?<a>x)(?<a>y)",
        "two named subpatterns have the same name (PCRE2_DUPNAMES not set)", 11
      ),
      (#"\u0041"#, #"PCRE2 does not support \F, \L, \l, \N{name}, \U, or \u"#, 2),
    ])
  func mistakes(pattern: String, reason: String, offset: Int) {
    let error = #expect(throws: PatternSyntaxError.self) { try written(pattern) }
    #expect(error?.reason == reason)
    #expect(error?.offset == offset)
  }
}
#endif
