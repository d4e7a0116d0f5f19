import StubLanguages
import Testing

@Suite("Comparing JSON")
struct JSONComparisonTests {
  private let exact = JSONComparison()
  private let unordered = JSONComparison(ignoresArrayOrder: true)
  private let partial = JSONComparison(ignoresExtraMembers: true)
  private let lenient = JSONComparison(
    ignoresArrayOrder: true, ignoresExtraMembers: true, ignoresExtraElements: true)

  @Test(
    "The first difference is named by place, expected and found",
    arguments: [
      (#"{"user": {"id": 34}}"#, #"{"user": {"id": 35}}"#, "at /user/id: expected 34, found 35"),
      ("1", "2", "expected 1, found 2"),
      ("1", #""1""#, #"expected the number 1, found the string "1""#),
      ("null", "false", "expected null, found the boolean false"),
      (#"{"a": 1}"#, "[1]", #"expected the object {"a":1}, found the array [1]"#),
      (#"{"a": 1}"#, "{}", "at /a: expected 1, found nothing"),
      ("{}", #"{"a": 1}"#, "at /a: expected nothing, found 1"),
      ("[1, 2]", "[1]", "at /1: expected 2, found nothing"),
      ("[1]", "[1, 2]", "at /1: expected nothing, found 2"),
      (#"{"a/b~c": [[1]]}"#, #"{"a/b~c": [[2]]}"#, "at /a~1b~0c/0/0: expected 1, found 2"),
    ])
  func exactly(expected: String, found: String, message: String) throws {
    let difference = try exact.firstDifference(
      expected: JSONValue(parsing: expected), found: JSONValue(parsing: found))
    #expect(difference?.description == message)
  }

  @Test(
    "Without array order, partners are found wherever they are, each once",
    arguments: [
      ("[1, 2, 2]", "[2, 1, 2]", nil),
      ("[1, 2, 2]", "[1, 1, 2]", "at /1: expected 2, found 1"),
      ("[[1, 2], [3]]", "[[3], [2, 1]]", nil),
      ("[1, 2, 3]", "[4, 5, 1]", "at /1: expected 2, found no such element"),
      ("[1]", "[1, 1]", "at /1: expected nothing, found 1"),
      ("[1, 1]", "[1]", "at /1: expected 1, found no such element"),
      (
        #"{"list": [{"id": 1}, {"id": 2}]}"#, #"{"list": [{"id": 2}, {"id": 3}]}"#,
        "at /list/1/id: expected 1, found 3"
      ),
    ] as [(String, String, String?)])
  func withoutOrder(expected: String, found: String, message: String?) throws {
    let difference = try unordered.firstDifference(
      expected: JSONValue(parsing: expected), found: JSONValue(parsing: found))
    #expect(difference?.description == message)
  }

  @Test("Partial objects in any order get the partners that leave some for all the others")
  func partialMatching() {
    let expected: JSONValue = [["a": 1], ["a": 1, "b": 2], [:]]
    let found: JSONValue = [["a": 1, "b": 2], ["c": 3], ["a": 1, "c": 3]]
    #expect(lenient.firstDifference(expected: expected, found: found) == nil)
    let impossible: JSONValue = [["a": 1], ["a": 1, "b": 2], ["b": 2]]
    #expect(
      lenient.firstDifference(expected: impossible, found: found)?.description
        == #"at /2: expected {"b":2}, found no such element"#)
  }

  @Test("Extra members are ignored at every level, missing ones are not")
  func extraMembers() {
    let expected: JSONValue = ["a": ["b": 1]]
    #expect(
      partial.firstDifference(expected: expected, found: ["a": ["b": 1, "c": 2], "d": 3]) == nil)
    #expect(
      partial.firstDifference(expected: expected, found: ["a": ["c": 2]])?.description
        == "at /a/b: expected 1, found nothing")
  }

  @Test("Extra elements are ignored, in order when the order counts")
  func extraElements() {
    let ordered = JSONComparison(ignoresExtraElements: true)
    #expect(ordered.firstDifference(expected: [1, 3], found: [0, 1, 2, 3, 4]) == nil)
    #expect(
      ordered.firstDifference(expected: [3, 1], found: [0, 1, 2, 3, 4])?.description
        == "at /1: expected 1, found no such element")
    #expect(lenient.firstDifference(expected: [3, 1], found: [0, 1, 2, 3, 4]) == nil)
  }

  @Test(
    "Extra elements may stand at the end only, at every level, if that is asked for",
    arguments: [
      ([1, 3], [1, 3, 2], nil), ([1, 3], [1, 3], nil), ([], [1], nil),
      ([1, 3], [1, 2, 3], "at /1: expected 3, found 2"),
      ([1, 3], [0, 1, 3], "at /0: expected 1, found 0"),
      ([1, 3], [1], "at /1: expected 3, found nothing"),
      ([[1], [2]], [[1, 5], [2], 3], nil),
      ([[1], [2]], [[5, 1], [2]], "at /0/0: expected 1, found 5"),
    ] as [(JSONValue, JSONValue, String?)])
  func lastElements(expected: JSONValue, found: JSONValue, difference: String?) {
    var comparison = JSONComparison(ignoresExtraElements: true)
    comparison.extraElementsAreLast = true
    #expect(
      comparison.firstDifference(expected: expected, found: found)?.description == difference)
    comparison.ignoresArrayOrder = true
    #expect(comparison.firstDifference(expected: [3, 1], found: [1, 2, 3]) == nil)
  }

  @Test("Arrays of any length with the same elements are equal in any order")
  func longArrays() {
    let numbers = (0..<5_000).map { JSONValue.object(["id": .number(JSONNumber($0))]) }
    let difference = unordered.firstDifference(
      expected: .array(numbers), found: .array(numbers.reversed()))
    #expect(difference == nil)
  }

  @Test("Arrays with too many pairs to try are reported rather than compared for ever")
  func tooManyPairs() {
    func objects(_ member: String) -> JSONValue {
      .array((0..<600).map { .object([member: .number(JSONNumber($0))]) })
    }
    var budget = StepBudget(100_000)
    let difference = unordered.firstDifference(
      expected: ["x": objects("a")], found: ["x": objects("b")], &budget)
    #expect(difference?.description == "gave up after 100000 steps; compare arrays in order")
    #expect(difference?.found == "gave up after 100000 steps")
    #expect(difference?.limitExceeded?.description == "gave up after 100000 steps")
    // By far more pairs than anything needs that is compared in order.
    let most = unordered.firstDifference(
      expected: ["x": .array(Array(repeating: objects("a"), count: 2))],
      found: ["x": .array(Array(repeating: objects("b"), count: 2))])
    #expect(most?.limitExceeded?.description.hasPrefix("gave up after ") == true)
  }

  @Test("The steps of a comparison in order are those of the shorter side")
  func steps() {
    let numbers = JSONValue.array((0..<1_000).map { .number(JSONNumber($0)) })
    for (expected, steps) in [(numbers, 1_001), ([0, 1], 3), ([7], 2)] {
      var budget = StepBudget(10_000)
      _ = exact.firstDifference(expected: expected, found: numbers, &budget)
      #expect(budget.taken == steps)
    }
  }

  @Test("Of a found value of any size only the start is written")
  func longValues() {
    let text = JSONValue.string(String(repeating: "é", count: 100_000))
    let found = exact.firstDifference(expected: [1], found: [text])?.found
    #expect(found == "the string \"" + String(repeating: "é", count: 58) + "…")
    let list = exact.firstDifference(expected: 1, found: .array(Array(repeating: 7, count: 9_999)))
    #expect(list?.found == "the array [" + String(repeating: "7,", count: 29) + "…")
  }

  @Test("A difference deep inside nested arrays is found at once, order ignored or not")
  func deepArrays() {
    func nested(_ value: JSONValue) -> JSONValue { (0..<400).reduce(value) { inner, _ in [inner] } }
    for comparison in [exact, unordered] {
      let difference = comparison.firstDifference(expected: nested(1), found: nested(2))
      #expect(difference?.path == String(repeating: "/0", count: 400))
      #expect(difference?.expected == "1")
      #expect(difference?.found == "2")
    }
  }

  @Test("Only the beginning of a long value is told, wherever that is cut")
  func cutValues() {
    for count in 990...1_030 {
      let text = String(repeating: "x", count: count)
      let inner = JSONValue.object(JSONObject([("k", .string(text)), ("b", 1)]))
      for found in [JSONValue.object(JSONObject([("a", inner)])), ["k", .string(text), "b"]] {
        let difference = exact.firstDifference(expected: 1, found: found)
        #expect(difference?.description.hasSuffix("x…") == true)
      }
    }
  }
}
