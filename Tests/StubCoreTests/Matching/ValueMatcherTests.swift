import StubCore
import Testing

@Suite("Conditions on values")
struct ValueMatcherTests {
  @Test(
    "A condition accepts and rejects lists of values, and names itself",
    arguments: [
      (ValueMatcher.equals("a"), ["b", "a"], ["A"], #"is "a""#),
      (.equalsIgnoringCase("aB"), ["Ab"], ["abc"], #"is "aB" in any case"#),
      (
        .equalsIgnoringCase("\u{212A}s"), ["KS", "k\u{17F}"], ["k"], #"is "\#u{212A}s" in any case"#
      ),
      (.containsIgnoringCase("B"), ["abc"], ["ac"], #"contains "B" in any case"#),
      (.hasElement("gzip"), ["br, gzip"], ["xgzip"], #"has the list element "gzip""#),
      (.equals(1), ["1.0"], ["2"], "is the number 1"),
      (.greaterThan(1.5), ["2"], ["1.5"], "is greater than 1.5"),
      (.greaterThan(5), ["+1e3"], ["inf", "Infinity", "nan", "0x1p9"], "is greater than 5"),
      (.atLeast(2), ["2"], ["x"], "is at least 2"),
      (.lessThan(2), ["1"], ["2"], "is less than 2"),
      (.lessThan(0), ["-1e999"], ["-inf", "0", "-0x1"], "is less than 0"),
      (.atMost(2), ["2.0"], ["3"], "is at most 2"),
      (.matches("^a+$"), ["aa"], ["ab"], "matches /^a+$/"),
      (.matches("^A$", options: .caseInsensitive), ["a"], ["b"], "matches /^A$/"),
      (.glob("a*c"), ["abc"], ["a/c", "abcd"], "matches the glob a*c"),
      (.equalsJSON([1, 2]), ["[1,2.0]"], ["[2,1]", "x"], "is the JSON [1,2]"),
      (.any(of: "a", "b"), ["b"], ["c"], #"is "a" or is "b""#),
      (
        .all(of: .hasPrefix("id=1\r"), .hasSuffix("\n")), ["id=1\r\n"], ["id=1\n"],
        #"starts with "id=1\#r" and ends with "\#n""#
      ),
      (
        .all(of: .hasPrefix("a"), .hasSuffix("c")), ["abc"], ["ab"],
        #"starts with "a" and ends with "c""#
      ),
      (.not("a"), ["b"], ["a"], #"is not one that is "a""#),
      (
        .every(.hasPrefix("a")), ["a", "ab"], ["a", "b"],
        #"has only values of which each starts with "a""#
      ),
      (.every(.present), ["a"], [], "has only values of which each is present"),
      (
        .every(.not("a")), ["b", "c"], ["b", "a"],
        #"has only values of which each is not one that is "a""#
      ),
      (
        .not(.every("a")), ["a", "b"], ["a", "a"],
        #"is not one that has only values of which each is "a""#
      ),
      (.present, ["", "x"], [], "is present"),
      (.absent, [], ["x"], "is absent"),
    ] as [(ValueMatcher, [String], [String], String)])
  func table(matcher: ValueMatcher, yes: [String], no: [String], text: String) {
    #expect(matcher.accepts(yes))
    #expect(!matcher.accepts(no))
    #expect(matcher.description == text)
  }

  @Test(
    "All conditions on a value are for the same one; those on the list are for all values",
    arguments: [
      (.all(of: .hasPrefix("x"), .hasSuffix("y")), ["x1", "xy"], ["x1", "1y"]),
      (.all(of: .hasPrefix("x"), .all(of: .hasSuffix("y"))), ["a", "xy"], ["x1", "1y"]),
      (.all(of: .hasPrefix("x"), .any(of: "1y", "xz")), ["1y", "xz"], ["x1", "1y"]),
      (.all(of: .greaterThan(10), .lessThan(20)), ["5", "15"], ["5", "30"]),
      (.all(of: .matches("^x"), .glob("*y")), ["a", "xy"], ["x1", "1y"]),
      (.all(of: .hasPrefix("x"), .not("1y")), ["x1", "2y"], ["x1", "1y"]),
      (.all(of: .hasPrefix("x"), .exactly(["1y", "x1"])), ["x1", "1y"], ["x1", "2y"]),
      (.all(of: .hasPrefix("x"), .includes(["1y", "2y"])), ["x", "1y", "2y"], ["x", "1y"]),
      (.all(of: .all(of: .present, .hasPrefix("x")), .hasSuffix("y")), ["a", "xy"], ["x", "y"]),
      (.all(of: .hasPrefix("x"), .every(.hasSuffix("y"))), ["1y", "xy"], ["x1", "xy"]),
      (.not(.all(of: .hasPrefix("x"), .hasSuffix("y"))), ["x1", "1y"], ["a", "xy"]),
    ] as [(ValueMatcher, [String], [String])])
  func allForOneValue(matcher: ValueMatcher, yes: [String], no: [String]) {
    #expect(matcher.accepts(yes))
    #expect(!matcher.accepts(no))
  }

  @Test("The groups of all patterns that took part are captured")
  func groups() {
    let matcher = ValueMatcher.all(of: .matches("(?<first>\\w)"), .matches("(?<last>\\w)$"))
    let groups = ["0": "c", "1": "c", "first": "a", "last": "c"]
    #expect(matcher.judge(["abc"]) == .accepted(groups: groups))
  }

  @Test("A pattern made at run time throws its error")
  func runTime() throws {
    let letter = "a"
    #expect(try ValueMatcher.matches("\(letter)+").accepts(["aa"]))
    #expect(throws: PatternError.self) { try ValueMatcher.matches("(\(letter)") }
    #expect(throws: PatternError.self) { try ValueMatcher.glob("[\(letter)") }
  }
}
