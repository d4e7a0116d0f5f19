import StubCore
import Testing

@testable import StubFiles

/// Rule files with one fault each, and what is printed about it.
enum RuleFaults {}

@Suite struct RuleFaultTests {
  @Test(
    "A fault is told with its place, what was found and expected, and what to try",
    arguments: RuleFaults.match + RuleFaults.respond + RuleFaults.file)
  func faults(_ fault: Fault) throws {
    let rules = try RuleSet(text: fault.text)
    #expect(rules.diagnostics.description == fault.printed)
  }
}
