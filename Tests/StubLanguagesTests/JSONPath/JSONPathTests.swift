import StubLanguages
import Testing

@Suite("JSONPath")
struct JSONPathTests {
  @Test(
    "An error says where, what was expected, what was found and what to do",
    arguments: [
      ("name", 0, #"expected "$", found "n""#, #"begin the path with "$", such as $.name"#),
      (
        "$.a ", 3, #"expected ".", "[" or the end of the path, found a space"#,
        "remove the white space at the end"
      ),
      (
        "$.a-b", 3, #"expected ".", "[" or the end of the path, found "-""#,
        "write names with other characters as ['name']"
      ),
      (
        "$.1", 2, #"expected a name or "*", found "1""#,
        "write [0] for an element, ['0'] for a member"
      ),
      (
        "$[a]", 2, #"expected a name in quotes, an index, a slice, "*" or "?", found "a""#,
        "put the name in quotes"
      ),
      (
        "$[(@.a)]", 2, #"expected a name in quotes, an index, a slice, "*" or "?", found "(""#,
        #"begin filters with "?"; script expressions are not part of RFC 9535"#
      ),
      (
        "$[01]", 2, #"expected an integer, found "01""#,
        #"write no "-" before 0 and no 0 before other digits"#
      ),
      ("$[?@.a=1]", 6, "expected a comparison operator, found \"=\"", "compare with \"==\""),
      (
        "$[?@.*==1]", 3, "expected a query for one value, found one that may select several",
        "use only names and indexes, or value(…), or count(…)"
      ),
      (
        "$[?length(@.a)]", 3, "expected a comparison, found the bare value of length()",
        "compare it, such as length(…) == 1"
      ),
      (
        "$[?match(@.a,'x')==true]", 3, "expected a value, found match(), which is true or false",
        #"use it without comparison; put "!" before it to negate it"#
      ),
      (
        "$[?count(1)>1]", 9, "expected a list of nodes for count(), found a literal",
        "pass a query, such as @.*"
      ),
      (
        "$[?length(@.*)>1]", 10,
        "expected one value for length(), found a query that may select several",
        "pass a literal or a query such as @.name"
      ),
      (
        "$[?size(@)>1]", 3, #"expected a known function, found "size""#,
        "use one of length, count, match, search, value"
      ),
      (
        "$[?match(@,'\\\\d')]", 11, #"expected an I-Regexp (RFC 9485), found "\d" at 0"#,
        "write a class such as [0-9], [A-Za-z0-9_] or [ \\t]"
      ),
      (
        "$[?!@.a==1]", 7, #"expected the end of what "!" negates, found "==""#,
        "put the comparison in parentheses"
      ),
      (
        "$[?@==True]", 6, #"expected a query, a literal or a function, found "True""#,
        "write it in lower case"
      ),
    ])
  func errors(text: String, offset: Int, reason: String, remedy: String) {
    do {
      _ = try JSONPath(text)
      Issue.record("taken")
    } catch {
      #expect(error.offset == offset)
      #expect(error.reason == reason)
      #expect(error.remedy == remedy)
    }
  }

  @Test("An error shows the query with a caret below the place")
  func caret() {
    do {
      _ = try JSONPath("$.été[x]")
      Issue.record("taken")
    } catch {
      #expect(
        error.description == """
          invalid JSONPath, offset 6: expected a name in quotes, an index, a slice, "*" or "?", found "x"; \
          put the name in quotes
            $.été[x]
                  ^
          """)
    }
  }

  @Test(
    "Deeply nested queries are refused, without a crash",
    arguments: ["(", "!(", "@[?", "length(", "$[?", "count(@[?"])
  func nesting(part: String) {
    #expect(throws: JSONPathError.self) {
      try JSONPath("$[?" + String(repeating: part, count: 10_000))
    }
  }

  @Test("Long queries and long chains of conditions are fine")
  func longQueries() throws {
    let chain = "$[?" + Array(repeating: "@.a==1", count: 2_000).joined(separator: "||") + "]"
    #expect(try JSONPath(chain).select(from: [["a": 1], ["a": 2]]) == [["a": 1]])
    let steps = "$" + String(repeating: ".a", count: 20_000)
    #expect(try JSONPath(steps).select(from: ["a": 1]) == [])
  }

  @Test("A query that would select without end gives up, and says after how many steps")
  func bounded() throws {
    var nested: JSONValue = []
    for _ in 0..<200 { nested = [nested] }
    let path = try JSONPath("$" + String(repeating: "..*", count: 30))
    var budget = StepBudget(10_000)
    let limitExceeded = #expect(throws: EvaluationLimitExceeded.self) {
      try path.values(in: nested, &budget)
    }
    #expect(limitExceeded?.description == "gave up after 10000 steps")
    #expect(budget.isExhausted)
    var few = StepBudget(10_000)
    #expect(try JSONPath("$..*").values(in: nested, &few).count == 200)
    #expect(!few.isExhausted)
  }

  @Test("The steps of a query grow with the values that it looks at, not with scalars below them")
  func steps() throws {
    func steps(of query: String, in value: JSONValue) throws -> Int {
      var budget = StepBudget(1_000_000)
      _ = try JSONPath(query).values(in: value, &budget)
      return budget.taken
    }
    let numbers = JSONValue.array((0..<1_000).map { .number(JSONNumber($0)) })
    #expect(try steps(of: "$[999]", in: numbers) == 2)
    #expect(try steps(of: "$[*]", in: numbers) == 3_000)
    #expect(try steps(of: "$..x", in: numbers) == 1_001)
    #expect(try steps(of: "$..*", in: numbers) == 4_001)
  }

  @Test("Numbers compare exactly and strings scalar by scalar")
  func comparisons() throws {
    let numbers = try JSONValue(parsing: "[9007199254740992, 9007199254740993]")
    #expect(
      try JSONPath("$[?@ > 9007199254740992]").select(from: numbers) == [numbers[1] ?? .null])
    let texts: JSONValue = ["\u{E9}", "e\u{301}"]
    #expect(try JSONPath("$[?@ == '\\u00e9']").nodes(in: texts).map(\.path) == ["$[0]"])
  }

  @Test("Normalized paths escape names so that they select the same value again")
  func normalizedPaths() throws {
    let value: JSONValue = ["it's": ["\\\n\u{1}": [0, 1]]]
    let nodes = try JSONPath("$..*").nodes(in: value)
    #expect(nodes.map(\.path).last == #"$['it\'s']['\\\n\u0001'][1]"#)
    for node in nodes { #expect(try JSONPath(node.path).select(from: value) == [node.value]) }
  }

  @Test("Queries are equal when their text is")
  func equality() throws {
    #expect(try JSONPath("$.a") == JSONPath("$.a"))
    #expect(try JSONPath("$.a") != JSONPath("$['a']"))
    #expect(try JSONPath("$.a").description == "$.a")
  }

  @Test(
    "Values that are compared take steps by their length, as a filter compares them again and again",
    arguments: [
      "$.items[?@.a < $.number]", "$.items[?@.a == $.number]", "$.items[?@.s == $.text]",
      "$.items[?length($.text) == 1]", "$.items[?search($.text, 'b')]",
      "$.items[?$.list == $.same]",
    ])
  func longValues(query: String) throws {
    let text = String(repeating: "7", count: 20_000)
    let list = JSONValue.array(Array(repeating: 1, count: 1_000))
    let item: JSONValue = ["a": 1, "s": .string(text + "x")]
    let document: JSONValue = [
      "number": .number(JSONNumber(text: text)), "text": .string(text), "list": list,
      "same": list, "items": .array(Array(repeating: item, count: 1_000)),
    ]
    var budget = StepBudget(100_000)
    #expect(throws: EvaluationLimitExceeded.self) {
      try JSONPath(query).values(in: document, &budget)
    }
    var enough = StepBudget(10_000_000)
    _ = try JSONPath(query).values(in: document, &enough)
  }
}
