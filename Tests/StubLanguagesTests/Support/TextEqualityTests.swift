import Foundation
import Testing

@testable import StubLanguages

@Suite("Equality of texts")
struct TextEqualityTests {
  @Test("Texts are equal by their bytes, also as keys; others look the same")
  func scalars() {
    let texts = ["\u{e9}", "e\u{301}", "K", "\u{212A}", "a\u{323}\u{307}", "a\u{307}\u{323}", ""]
    #expect(Set(texts.map(ScalarText.init)).count == texts.count)
    for (place, text) in texts.enumerated() {
      for (other, found) in texts.enumerated() {
        #expect(text.hasSameScalars(as: found) == (place == other))
        #expect((ScalarText(text) == ScalarText(found)) == (place == other))
      }
    }
    #expect("\u{e9}".looksLike("e\u{301}"))
    #expect(!"\u{e9}".looksLike("\u{e9}"))
    #expect(!"\u{e9}".looksLike("e"))
    #expect("e\u{301}\n…".escapingScalars == "e\\u{301}\n…")
    let (some, none): (String?, String?) = ("a", nil)
    #expect([some.hasSameScalars(as: some), none.hasSameScalars(as: none)] == [true, true])
    #expect([some.hasSameScalars(as: none), none.hasSameScalars(as: some)] == [false, false])
  }

  @Test("A key is written and read as its text")
  func coding() throws {
    let keys = ["\u{e9}", "e\u{301}"].map(ScalarText.init)
    let data = try JSONEncoder().encode([keys[0]: 1, keys[1]: 2])
    let read = try JSONDecoder().decode([ScalarText: Int].self, from: data)
    #expect(read[keys[0]] == 1)
    #expect(read[keys[1]] == 2)
    #expect(try JSONDecoder().decode(String.self, from: JSONEncoder().encode(keys[0])) == "\u{e9}")
  }

  @Test("Elements are grouped by the bytes of their names, in order")
  func groups() {
    let items = [("b", 1), ("\u{e9}", 2), ("e\u{301}", 3), ("B", 4), ("b", 5), ("\u{e9}", 6)]
    let groups = items.grouped { $0.0 }
    #expect(
      groups.map { Array($0.name.utf8) }
        == ["b", "\u{e9}", "e\u{301}", "B"].map { Array($0.utf8) })
    #expect(groups.map { $0.elements.map { $0.1 } } == [[1, 5], [2, 6], [3], [4]])
    let folded = items.grouped(ignoringCase: true) { $0.0 }
    #expect(folded.map { $0.elements.map { $0.1 } } == [[1, 4, 5], [2, 6], [3]])
    #expect(folded[0].name == "b")
  }

  @Test(
    "Case is folded as a regular expression folds it, without normalization",
    arguments: [
      ("ABC", "abc"), ("\u{c9}", "\u{e9}"), ("\u{212A}", "k"), ("\u{17f}", "s"),
      ("\u{3c2}", "\u{3a3}"), ("\u{1E9E}", "\u{df}"), ("\u{b5}", "\u{3bc}"), ("Ǆ", "ǅ"),
      ("\u{1c5}", "\u{1c6}"), ("Я", "я"),
    ])
  func same(one: String, other: String) throws {
    #expect(one.foldingCase().hasSameScalars(as: other.foldingCase()))
    let pattern = try RegularExpression(one, options: [.literal, .fullMatch, .caseInsensitive])
    #expect(pattern.isMatch(other))
  }

  @Test("A text is folded letter by letter, whether other letters are ASCII or not")
  func mixed() {
    for value in (1...0x24FF).compactMap({ UnicodeScalar($0) }) {
      let letter = String(value)
      let text = "xY\(letter)Z\u{c9}"
      let folded = "xy\(letter.foldingCase())z\u{e9}"
      #expect(text.foldingCase().hasSameScalars(as: folded), "\(value.value)")
      #expect(text.dropFirst().foldingCase().hasSameScalars(as: String(folded.dropFirst())))
    }
  }

  @Test(
    "Different letters stay different when their case is folded",
    arguments: [
      ("\u{e9}", "e\u{301}"), ("\u{df}", "ss"), ("\u{131}", "i"), ("\u{130}", "i"), ("a", "b"),
      ("\u{c5}", "\u{212B}\u{301}"),
    ])
  func different(one: String, other: String) throws {
    #expect(!one.foldingCase().hasSameScalars(as: other.foldingCase()))
    let pattern = try RegularExpression(one, options: [.literal, .fullMatch, .caseInsensitive])
    #expect(!pattern.isMatch(other))
  }

  @Test(
    "Numbers in decimal notation are compared exactly, whatever their size",
    arguments: [
      ("9007199254740992", "9007199254740993"), ("-1e400", "-1"), ("1", "1e400"),
      ("1e400", "1e999999999"), ("1e-999999999", "1e-400"), ("-1e-400", "0"),
      ("0.1", "0.10000000000000000000001"), ("+.5", "5."), ("-07", "+0"),
    ])
  func order(small: String, large: String) throws {
    let (one, other) = (try #require(JSONNumber(decimal: small)), JSONNumber(decimal: large))
    #expect(one < (try #require(other)))
    #expect(one != other)
  }

  @Test(
    "Texts that are not in decimal notation are not numbers",
    arguments: ["", "+", ".", "e1", "1e", "1e+", "0x1", "inf", "nan", "1 ", "1,0", "1.2.3", "--1"])
  func noNumbers(text: String) { #expect(JSONNumber(decimal: text) == nil) }

  @Test("A number with a sign or a zero in front is equal to the plain one")
  func notations() {
    for text in ["100", "+100", "0100", "1e2", "1.00E+2", "100.", "+001000e-1"] {
      #expect(JSONNumber(decimal: text) == 100, "\(text)")
    }
    #expect(JSONNumber(decimal: "-0") == 0)
  }
}
