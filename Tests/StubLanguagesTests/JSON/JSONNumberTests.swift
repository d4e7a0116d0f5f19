import StubLanguages
import Testing

@Suite("JSON numbers")
struct JSONNumberTests {
  @Test(
    "Numbers of one value are equal and hash alike, however they are written",
    arguments: [
      ("1", "1.0"), ("1", "1e0"), ("100", "1E+2"), ("0", "-0"), ("0", "-0.0e5"), ("0.01", "1e-2"),
      ("120", "0.12e3"), ("9007199254740993", "9007199254740993.0"), ("1e999", "10e998"),
    ])
  func equal(left: String, right: String) throws {
    let left = try #require(JSONNumber(parsing: left))
    let right = try #require(JSONNumber(parsing: right))
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(!(left < right) && !(right < left))
  }

  @Test(
    "Numbers that differ in any digit are ordered, also where a Double is not exact enough",
    arguments: [
      ("9007199254740992", "9007199254740993"), ("-2", "-1"), ("-1", "0"), ("0", "1e-400"),
      ("9", "10"), ("0.1", "0.10000000000000000001"), ("1e400", "1e401"), ("-1e401", "-1e400"),
      ("-1", "1e-5"), ("123", "124"), ("12", "120"), ("-1e999999999999999999999", "-1"),
    ])
  func ordered(smaller: String, larger: String) throws {
    let smaller = try #require(JSONNumber(parsing: smaller))
    let larger = try #require(JSONNumber(parsing: larger))
    #expect(smaller < larger)
    #expect(!(larger < smaller))
    #expect(smaller != larger)
  }

  @Test(
    "A number is an integer when its value is one that fits",
    arguments: [
      ("5", 5), ("-5.0", -5), ("1e3", 1000), ("1.5", nil), ("0e9", 0),
      ("9223372036854775807.0", Int.max), ("-9223372036854775808.0", Int.min),
      ("9223372036854775808", nil), ("1e30", nil), ("9007199254740993.0", 9_007_199_254_740_993),
    ])
  func integers(text: String, value: Int?) throws {
    #expect(try #require(JSONNumber(parsing: text)).integer == value)
  }

  @Test(
    "Only text that is a JSON number becomes one", arguments: ["", "01", " 1", "1 ", "+1", "a"])
  func invalid(text: String) { #expect(JSONNumber(parsing: text) == nil) }

  @Test("Values are written in their shortest form")
  func text() {
    #expect(JSONNumber(1.5).text == "1.5")
    #expect(JSONNumber(3.0).text == "3")
    #expect(JSONNumber(-7).text == "-7")
    #expect(JSONNumber(1e20).text == "1e+20")
    #expect(JSONNumber(-Double.infinity).double == -Double.infinity)
  }
}
