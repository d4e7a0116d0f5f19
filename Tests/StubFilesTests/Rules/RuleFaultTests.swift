import StubCore
import Testing

@testable import StubFiles

/// Rule files with one fault each, and what is printed about it.
enum RuleFaults {}

@Suite struct RuleFaultTests {
  @Test(
    "An error is reported with its position, found and expected values, and a remedy",
    arguments: RuleFaults.match + RuleFaults.matchBody + RuleFaults.respond + RuleFaults.file
      + RuleFaults.timing + RuleFaults.fault + RuleFaults.network)
  func faults(_ fault: Fault) throws {
    let rules = try RuleSet(text: fault.text)
    #expect(rules.diagnostics.description == fault.printed)
  }

  @Test("Text that is not XML is reported with the parser's message")
  func xml() throws {
    let rules = try RuleSet(text: "match:\n  xml: |\n    <a>\n    </b>\n")
    let diagnostic = try #require(rules.diagnostics.sorted.first)
    #expect(diagnostic.found.hasPrefix("invalid XML: "))
    #expect(diagnostic.line == 2)
  }
}
