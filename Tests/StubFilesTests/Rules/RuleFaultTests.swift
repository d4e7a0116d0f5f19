import StubCore
import Testing

@testable import StubFiles

/// Rule files with one fault each, and what is printed about it.
enum RuleFaults {}

@Suite struct RuleFaultTests {
  @Test(
    "A fault is told with its place, what was found and expected, and what to try",
    arguments: RuleFaults.match + RuleFaults.matchBody + RuleFaults.respond + RuleFaults.file
      + RuleFaults.timing + RuleFaults.fault + RuleFaults.network)
  func faults(_ fault: Fault) throws {
    let rules = try RuleSet(text: fault.text)
    #expect(rules.diagnostics.description == fault.printed)
  }

  @Test("A text that is no XML is reported with what the parser says")
  func xml() throws {
    let rules = try RuleSet(text: "match:\n  xml: |\n    <a>\n    </b>\n")
    let diagnostic = try #require(rules.diagnostics.sorted.first)
    #expect(diagnostic.found.hasPrefix("invalid XML: "))
    #expect(diagnostic.line == 2)
  }
}
