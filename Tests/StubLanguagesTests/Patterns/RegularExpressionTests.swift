import Foundation
import StubLanguages
import Testing

@Suite struct RegularExpressionTests {
  private func groups(
    _ pattern: String, _ text: String, _ options: RegularExpression.Options = []
  ) throws -> [String: String]? {
    switch try RegularExpression(pattern, options: options).firstMatch(in: text) {
    case .matched(let match): return match.groups
    case .notMatched: return nil
    case .gaveUp(let reason):
      Issue.record("gave up: \(reason)")
      return nil
    }
  }

  @Test("groups are read by number and by name, and those that took no part are absent")
  func namedGroups() throws {
    #expect(
      try groups(#"/(?<kind>users|repos)/(\d+)(\?)?"#, "http://h/users/42")
        == ["0": "/users/42", "1": "users", "kind": "users", "2": "42"])
  }

  @Test("a match gives its text and groups through subscripts")
  func subscripts() throws {
    let expression = try RegularExpression("(?<word>é+)(x)?")
    guard case .matched(let match) = expression.firstMatch(in: "caféé!") else {
      Issue.record("no match")
      return
    }
    #expect(match.text == "éé")
    #expect(match[1] == "éé")
    #expect(match["word"] == "éé")
    #expect(match[2] == nil)
  }

  @Test("a pattern with more groups than the shared match data holds still gives them all")
  func manyGroups() throws {
    let found = try groups(String(repeating: "(a)", count: 200), String(repeating: "a", count: 200))
    #expect(found?["200"] == "a")
    #expect(found?.count == 201)
  }

  @Test(
    "classes are of Unicode and the end is also before a line end, unless options say otherwise"
  )
  func classesAndEnds() throws {
    for (pattern, ascii, other) in [
      (#"^\w+$"#, "a_1", "Ünï"), (#"^/x\d+$"#, "/x12", "/x1٢"), (#"^[\d-]+$"#, "1-2", "٢-1"),
      (#"\s"#, "a b", "a\u{A0}b"), (#"^\W$"#, "-", "a"),
    ] {
      let regex = try RegularExpression(pattern, options: .asciiClasses)
      #expect(regex.isMatch(ascii), "\(pattern)")
      #expect(!regex.isMatch(other), "\(pattern)")
    }
    #expect(try RegularExpression(#"^\w+$"#).isMatch("Ünï"))
    for pattern in ["^abc$", "c$", "^abc$|x"] {
      #expect(try RegularExpression(pattern).isMatch("abc\n"))
      let regex = try RegularExpression(pattern, options: .dollarIsEnd)
      #expect(!regex.isMatch("abc\n") && regex.isMatch("abc"), "\(pattern)")
    }
  }

  @Test(
    "options change the matches",
    arguments: [
      ("ÄB", "xäbx", RegularExpression.Options.caseInsensitive),
      ("^b$", "a\nb\nc", .multiline),
      ("^b$", "a\r\nb\r\nc", .multiline),
      ("a.b", "a\nb", .dotMatchesLineSeparators),
      ("a b # comment", "ab", .extended),
      ("a.b", "xa.bx", .literal),
      ("A.B", "xa.bx", [.literal, .caseInsensitive]),
    ] as [(String, String, RegularExpression.Options)])
  func options(pattern: String, text: String, options: RegularExpression.Options) throws {
    #expect(try RegularExpression(pattern, options: options).isMatch(text))
    let without: RegularExpression.Options = options.contains(.literal) ? [.literal] : []
    if options != .literal {
      #expect(try !RegularExpression(pattern, options: without).isMatch(text))
    } else {
      #expect(try !RegularExpression(pattern, options: options).isMatch("xaybx"))
    }
  }

  @Test("a full match tries every alternative before it gives up the whole text")
  func fullMatch() throws {
    #expect(try groups("a|ab|abc", "abc", .fullMatch) == ["0": "abc"])
    #expect(try groups("a|ab", "abc", .fullMatch) == nil)
    #expect(try groups("b", "abc", .fullMatch) == nil)
    #expect(try groups("abc", "abc\n", .fullMatch) == nil)
  }

  @Test("a single star matches anything, even empty text and invalid UTF-8")
  func starAlone() throws {
    for options in [[], .fullMatch, .caseInsensitive] as [RegularExpression.Options] {
      let anything = try RegularExpression("*", options: options)
      #expect(anything.isMatch(""))
      #expect(anything.isMatch("http://a/b"))
      #expect(anything.matches([0xFF, 0x0A]))
      #expect(anything.firstMatch(in: "x") == .matched(.init(groups: ["0": "x"])))
    }
    #expect(try !RegularExpression("*", options: .literal).isMatch("x"))
  }

  @Test("a catastrophic pattern gives up and says why")
  func catastrophic() throws {
    let expression = try RegularExpression("(a+)+$")
    let outcome = expression.firstMatch(in: String(repeating: "a", count: 5000) + "!")
    #if FOUNDATION_REGEX
    #expect(outcome == .gaveUp("gave up after 0.25 seconds"))
    #else
    #expect(outcome == .gaveUp("gave up after 1000000 steps of backtracking"))
    #endif
    #expect(!expression.isMatch(String(repeating: "a", count: 5000) + "!"))
  }

  @Test("a search that would take for ever ends, with no match")
  func hostile() throws {
    for (pattern, text) in [
      ("(a+)+$", String(repeating: "a", count: 30) + "!"),
      ("(x+x+)+y", String(repeating: "x", count: 3000)),
      ("a*a*a*a*b", String(repeating: "a", count: 3000)),
      ("(.*)(.*)(.*)[^a]", String(repeating: "a", count: 20000)),
      (".*x", String(repeating: "a", count: 200000)),
      ("(?s).*?\\d+foo", String(repeating: "1", count: 100000)),
      ("(?:a|b)*c", String(repeating: "ab", count: 500000)),
      ("(?:a|b)*c", String(repeating: "ab", count: 5000)),
      ("^(\\w+\\s?)*$", String(repeating: "abc ", count: 1000) + "!"),
      ("(?:(?=(a+)))+$", String(repeating: "a", count: 100)),
      ("[a-z]+\\d", String(repeating: "a", count: 400_000)),
      ("[a-z]+\\d", String(repeating: "a ", count: 1_000_000)),
      ("x1y$", String(repeating: "ax 1yb", count: 1_000_000)),
    ] {
      let outcome = try RegularExpression(pattern).firstMatch(in: text)
      if case .matched = outcome { Issue.record("\(pattern) matches") }
    }
  }

  @Test("a pattern that is slow at each of many places gives up too")
  func slowEverywhere() throws {
    let expression = try RegularExpression(#"[a-z]+\d"#)
    let text = String(repeating: "a", count: 900_000)
    #expect(expression.firstMatch(in: text) == .gaveUp("gave up after 0.25 seconds"))
    #expect(expression.firstMatch(in: "a1" + text) == .matched(.init(groups: ["0": "a1"])))
  }

  @Test("where a long text is divided does not show", arguments: 500..<530)
  func slices(padding: Int) throws {
    let line = String(repeating: "a", count: padding)
    #expect(try groups("(?<=é)b", line + "éb")?["0"] == "b")
    #expect(try groups("[é-ü]+", line + "ééé")?["0"] == "ééé")
    #expect(try groups("^b$", line + "\r\nb\r\n" + line, .multiline)?["0"] == "b")
    #expect(try groups("^$", line + "\r\n" + line, .multiline) == nil)
    #expect(try groups("^a", "b" + line + line) == nil)
    #expect(try groups("a$", line + line + "\n")?["0"] == "a")
    #expect(try groups(#"\bb\b"#, line + "b " + line + " b")?["0"] == "b")
    #expect(try groups(#"\bb\b"#, line + "b " + line) == nil)
    #expect(try groups(#"\Gb"#, line + "b" + line) == nil)
    #if FOUNDATION_REGEX
    #expect(throws: PatternError.self) { try RegularExpression("a(*COMMIT)c|b") }
    #else
    #expect(try groups("a(*COMMIT)c|b", line + "b" + line) == nil)
    #endif
    let expression = try RegularExpression("b.")
    let bytes = Array(line.utf8) + [0x80, 0xBF, 0x62, 0xC3, 0x62, 0x63]
    #expect(expression.firstMatch(inBytes: bytes) == .matched(.init(groups: ["0": "bc"])))
  }

  @Test("bytes that are not UTF-8 are searched around, never across")
  func invalidUTF8() throws {
    let expression = try RegularExpression("b(.)c|é")
    #expect(expression.matches([0xC3, 0x62, 0x78, 0x63, 0xFF]))
    #expect(!expression.matches([0x62, 0xFF, 0x63]))
    #expect(expression.matches([0xE2, 0x82] + Array("é".utf8)))
    #expect(expression.firstMatch(inBytes: Data([0xC3, 0x28])) == .notMatched)
    #expect(
      expression.firstMatch(inBytes: Data([0xFF, 0x62, 0x78, 0x63]))
        == .matched(.init(groups: ["0": "bxc", "1": "x"])))
  }

  @Test("nothing to search and nothing to search for are both fine")
  func emptiness() throws {
    #expect(try RegularExpression("").isMatch(""))
    #expect(try RegularExpression("^$").matches(Data()))
    #expect(try RegularExpression("^$").matches([UInt8]()))
    #expect(try !RegularExpression("a").isMatch(""))
    #expect(try groups("a\0b", "xa\0by") == ["0": "a\0b"])
  }

  @Test("one expression is matched from many threads at once")
  func concurrency() async throws {
    let expression = try RegularExpression(#"id=(\d+)"#)
    let wrong = await withTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          (0..<2000).filter { number in
            let text = "x?id=\(task * 10_000 + number)"
            guard case .matched(let match) = expression.firstMatch(in: text) else { return true }
            return match[1] != String(task * 10_000 + number)
          }.count
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }

  @Test("expressions are equal by pattern and options")
  func equality() throws {
    #expect(try RegularExpression("a") == RegularExpression("a"))
    #expect(try RegularExpression("a") != RegularExpression("a", options: .multiline))
    #expect(try RegularExpression("a").description == "a")
  }

  @Test("an error names the pattern, shows the place, gives the reason and a remedy")
  func errorText() throws {
    let error = #expect(throws: PatternError.self) { try RegularExpression("/users/(\\d+") }
    #expect(error?.offset == 11)
    #expect(
      error?.description == #"""
        Invalid regular expression `/users/(\d+`: missing closing parenthesis at offset 11.
          /users/(\d+
                     ^
        Try: close the group with `)`, or write `\(` for a parenthesis.
        """#)
  }

  @Test(
    "a glob given as a regular expression gets a remedy",
    arguments: [
      ("*/resources/*", "^.*/resources/.*$"), ("*.json", #"^.*\.json$"#),
      ("**/a?.png", #"^.*/a.\.png$"#),
    ])
  func globs(glob: String, meant: String) throws {
    let error = #expect(throws: PatternError.self) { try RegularExpression(glob) }
    #expect(
      error?.remedy == "this looks like a glob; as a regular expression it is `\(meant)`.")
    #expect(try RegularExpression(meant).pattern == meant)
  }

  @Test(
    "every kind of broken pattern is an error, never a crash",
    arguments: [
      "(", ")", "[a", "a{2,1}", "+a", "a**", "\\", "(?<n>a)(?<n>b)", "(?<=a+)b", "[z-a]", "\\u0041",
      "(?1)", "\\C", "(?<1a>x)", "\\x{110000}", String(repeating: "(", count: 10_000),
      "(?:a{1000}){1000}{1000}",
    ])
  func brokenPatterns(pattern: String) {
    let error = #expect(throws: PatternError.self) { try RegularExpression(pattern) }
    #expect(error?.remedy.isEmpty == false)
    #expect(error?.description.contains("^") == true)
  }

  @Test("the caret stands below the right line and character")
  func caret() {
    let error = PatternError(
      pattern: "a\nxéé(", offset: 7, reason: "r", remedy: "s", kind: "glob")
    #expect(
      error.description == "Invalid glob `a\nxéé(`: r at offset 7.\n  xéé(\n     ^\nTry: s")
  }
}
