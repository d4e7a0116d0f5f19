import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// What reading a file of another tool gives.
struct Definition {
  let rules: RuleSet

  init(_ text: String, as name: String = "stubs.json") throws {
    rules = try RuleSet(text: text, as: name)
  }

  init(file: String) { rules = RuleSet(reading: [file], context: RuleContext(formats: .all)) }

  var stubs: [HTTPStub] { rules.stubs }

  /// The findings, each as `line:column: message`.
  var findings: [String] {
    rules.diagnostics.sorted.map { "\($0.line ?? 0):\($0.column ?? 0): \($0.message)" }
  }

  /// The stubs of a text without faults, ready to answer.
  static func set(_ text: String) throws -> StubSet {
    let definition = try Definition(text)
    #expect(definition.rules.diagnostics.sorted.filter { $0.severity == .error } == [])
    let set = StubSet()
    set.replaceAll(with: definition.rules)
    return set
  }
}

extension ReceivedRequest {
  /// A request with a JSON body.
  static func json(_ method: HTTPMethod, _ url: String, _ body: String) -> ReceivedRequest {
    ReceivedRequest(
      method, url, headers: ["Content-Type": "application/json"], body: Data(body.utf8))
  }
}
