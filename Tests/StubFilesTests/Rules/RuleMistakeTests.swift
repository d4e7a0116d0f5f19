import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// Rule files with one fault each, and what is printed about it.
enum RuleMistakes {}

@Suite struct RuleFaultTests {
  @Test(
    "An error is reported with its position, found and expected values, and a remedy",
    arguments: RuleMistakes.match + RuleMistakes.matchBody + RuleMistakes.respond
      + RuleMistakes.file
      + RuleMistakes.timing + RuleMistakes.fault + RuleMistakes.network
      + RuleMistakes.webhook)
  func faults(mistake: Mistake) throws {
    let rules = try RuleSet(text: mistake.text)
    #expect(rules.diagnostics.description == mistake.printed)
  }

  @Test("Text that is not XML is reported with the parser's message")
  func xml() throws {
    let rules = try RuleSet(text: "match:\n  xml: |\n    <a>\n    </b>\n")
    let diagnostic = try #require(rules.diagnostics.sorted.first)
    #expect(diagnostic.found.hasPrefix("invalid XML: "))
    #expect(diagnostic.line == 2)
  }
}
