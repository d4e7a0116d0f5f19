import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

extension RuleSet {
  /// Reads a text as if it were a rule file in a folder.
  init(
    text: String, as name: String = "stubs.yaml", variables: [String: String] = [:]
  ) throws {
    var reader = RuleFileReader(variables: EnvironmentVariables(variables), formats: .all)
    reader.read(try SourceText(name: name, text: text))
    self.init(reader, RuleFileFinder([]))
  }

  /// The findings, each as `severity line:column: message`.
  var findings: [String] {
    diagnostics.sorted.map { "\($0.severity) \($0.line ?? 0):\($0.column ?? 0): \($0.message)" }
  }
}

extension StubSet {
  /// A set with the rules of a text that has no faults.
  static func reading(
    _ text: String, as name: String = "stubs.yaml", variables: [String: String] = [:]
  ) throws -> StubSet {
    let rules = try RuleSet(text: text, as: name, variables: variables)
    #expect(rules.diagnostics.description == "")
    let set = StubSet()
    set.replaceAll(with: rules)
    return set
  }
}
