import StubLanguages
import Testing

@Suite("I-Regexp in JSONPath")
struct IRegexpTests {
  @Test(
    "Patterns match as RFC 9485 says",
    arguments: [
      ("a.c", ["abc", "a\u{1F600}c", "a\nc", "a\rc"], [0, 1]),
      ("[^-a-c\\\\-]+", ["xyz", "x-z", "b"], [0]),
      ("[a-]+", ["a-a", "b"], [0]),
      ("(ab|c){2,3}", ["abc", "cab", "c", "ccc", "cccc"], [0, 1, 3]),
      ("a{2}", ["a", "aa", "aaa"], [1]),
      ("\\\\p{Nd}+", ["12", "\u{663}", "x"], [0, 1]),
      ("[\\\\P{L}x]", ["1", "x", "y"], [0, 1]),
      ("a\\\\.b\\\\t", ["a.b\t", "axb\t"], [0]),
      ("#&~ @", ["#&~ @"], [0]),
      ("a|", ["a", "", "b"], [0, 1]),
    ] as [(String, [String], [Int])])
  func matches(pattern: String, texts: [String], matching: [Int]) throws {
    let path = try JSONPath("$[?match(@,'\(pattern)')]")
    let selected = path.nodes(in: .array(texts.map { .string($0) })).map(\.path)
    #expect(selected == matching.map { "$[\($0)]" })
  }

  @Test(
    "An invalid I-Regexp is an error in a query and matches nothing in a value",
    arguments: [
      "a**", "*a", "a*?", "(a", "a)", "[a", "a]", "[]", "{2}", "a{,2}", "a{2", "a{3,2}", "(?:a)",
      "(?=a)", "\\b", "\\p{Foo}", "\\p{", "\\", "[[a]]", "[z-a]", "[a-\\p{L}]", "a{99999999}", "a}",
    ])
  func refused(pattern: String) throws {
    let literal = JSONValue.string(pattern).text()
    #expect(throws: JSONPathError.self) { try JSONPath("$[?search(@, \(literal))]") }
    let path = try JSONPath("$.texts[?search(@, $.pattern)]")
    let value: JSONValue = ["texts": ["", "a", .string(pattern)]]
    var object = try #require(value.object)
    object["pattern"] = .string(pattern)
    #expect(path.select(from: .object(object)) == [])
  }

  @Test("A catastrophic pattern ends the query without a result rather than being waited for")
  func catastrophic() throws {
    let text = JSONValue.string(String(repeating: "a", count: 1_000))
    let texts = JSONValue.array(Array(repeating: text, count: 1_000))
    for query in ["$[?match(@, '(a|a)*[bc]')]", "$[?!match(@, '(a|a)*[bc]')]"] {
      var budget = StepBudget(1_000_000)
      let limitExceeded = #expect(throws: EvaluationLimitExceeded.self) {
        try JSONPath(query).values(in: texts, &budget)
      }
      #expect(limitExceeded?.description.hasPrefix("gave up after ") == true)
    }
    var budget = StepBudget(1_000_000)
    #expect(try JSONPath("$[?match(@, 'a*')]").values(in: texts, &budget).count == 1_000)
  }
}
