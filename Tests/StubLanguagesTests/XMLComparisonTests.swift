import Foundation
import Testing

@testable import StubLanguages

@Suite("Comparison of XML")
struct XMLComparisonTests {
  private func difference(
    _ expected: String, _ found: String, _ change: (inout XMLComparison) -> Void
  ) throws -> XMLDifference? {
    var comparison = XMLComparison()
    change(&comparison)
    let trees = try [expected, found].map { try #require(try ParsedXML(Data($0.utf8)).root) }
    var steps = StepLimit().budget(forBytes: found.utf8.count)
    return try comparison.firstDifference(expected: trees[0], found: trees[1], &steps)
  }

  @Test(
    "Elements with different names may come in any order, those with the same name only if that is said"
  )
  func order() throws {
    let (one, two) = ("<a><b>1</b><c/><b>2</b></a>", "<a><c/><b>1</b><b>2</b></a>")
    #expect(try difference(one, two) { _ in } != nil)
    #expect(try difference(one, two) { $0.ignoresOrderOfNames = true } == nil)
    let three = "<a><b>2</b><b>1</b><c/></a>"
    let found = try difference(one, three) { $0.ignoresOrderOfNames = true }
    #expect(found?.path == "/a/b[1]")
    #expect(try difference(one, three) { $0.ignoresOrder = true } == nil)
  }

  @Test("In any order each element has a partner of its own")
  func partners() throws {
    let found = try difference("<a><b>1</b><b>2</b></a>", "<a><b>1</b><b>1</b></a>") {
      $0.ignoresOrder = true
    }
    #expect(found?.path == "/a/b[2]")
    #expect(found?.expected == #"text "2""#)
    let extra = try difference("<a><b/></a>", "<a><c/><b/></a>") { $0.ignoresOrder = true }
    #expect(extra?.found == "element c")
    let missing = try difference("<a><b/><c/></a>", "<a><b/></a>") { $0.ignoresOrder = true }
    #expect(missing?.expected == "element c")
  }

  @Test(
    "What is exempted does not count, and nothing else",
    arguments: [
      (XMLComparison.Exemption.attributeValue, "<a x='1'/>", "<a x='2'/>", "<a/>"),
      (.text, "<a>1</a>", "<a>2</a>", "<a/>"), (.elementName, "<a>1</a>", "<b>1</b>", "<b>2</b>"),
      (.namespace, "<a xmlns='u'/>", "<a/>", "<b/>"),
      (.attributeCount, "<a x='1'/>", "<a x='1' y='2'/>", "<a/>"),
      (.attributeName, "<a x='1'/>", "<a/>", "<a x='2'/>"),
      (.childCount, "<a><b/></a>", "<a><b/><c/></a>", "<a/>"),
      (.child, "<a><b/></a>", "<a/>", "<a><b/><c/></a>"),
    ])
  func exemptions(
    exemption: XMLComparison.Exemption, expected: String, alike: String, different: String
  ) throws {
    for isUnordered in [false, true] {
      func found(_ text: String, _ exemptions: Set<XMLComparison.Exemption>) throws -> Bool {
        try difference(expected, text) {
          $0.exemptions = exemptions
          $0.ignoresOrderOfNames = isUnordered
        } == nil
      }
      #expect(try found(alike, [exemption]))
      #expect(try !found(alike, []))
      #expect(try !found(different, [exemption]))
    }
  }

  @Test(
    "Placeholders stand for texts of a kind",
    arguments: [
      ("ignore", "", true), ("ignore", "<b/>", true), ("isNumber", "-1e3", true),
      ("isNumber", "x", false), ("isNumber", " +.5 ", true), ("isNumber", "1e400", true),
      ("isNumber", "9007199254740993", true), ("isNumber", "0x10", false),
      ("isNumber", "inf", false), ("isNumber", "nan", false), ("isNumber", "", false),
      ("isDateTime", "2020-01-01", true), ("isDateTime", "x", false),
      ("isDateTime(dd.MM.yyyy)", "01.02.2020", true), ("matchesRegex(\\d+)", "x55", true),
      ("matchesRegex([a[bc]]5)", "b5", true), ("matchesRegex([a[bc]]5)", "d5", false),
      ("matchesRegex(^\\d+$)", "x55", false), ("nope", "5", false),
    ])
  func placeholders(word: String, content: String, isAccepted: Bool) throws {
    let found = try difference("<a>${xmlunit.\(word)}</a>", "<a>\(content)</a>") {
      $0.placeholders = try? XMLPlaceholders()
    }
    #expect((found == nil) == isAccepted)
  }

  @Test("Very many elements in any order are not compared without end")
  func many() throws {
    let elements = (0..<8_000).map { "<b>\($0)</b>" }
    let (one, two) = (elements.joined(), elements.reversed().joined())
    #expect(throws: EvaluationLimitExceeded.self) {
      try difference("<a>\(one)</a>", "<a>\(two)</a>") { $0.ignoresOrder = true }
    }
    let others = String(repeating: "<c/>", count: 40_000)
    let wanted = String(repeating: "<b/>", count: 400)
    #expect(throws: EvaluationLimitExceeded.self) {
      try difference("<a>\(wanted)</a>", "<a>\(others)</a>") {
        $0.ignoresOrderOfNames = true
        $0.exemptions = [.child]
      }
    }
  }
}
