import Foundation
import StubCore
import Testing

@testable import StubFiles

extension RuleSet {
  /// Reads a text as if it were a rule file in a folder.
  init(
    text: String, as name: String = "stubs.yaml", variables: [String: String] = [:]
  ) throws {
    var reader = RuleFileReader(variables: EnvironmentVariables(variables))
    reader.read(try SourceText(name: name, text: text))
    self.init(reader, RuleFileFinder([]))
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

  /// The plan that a request gets; `nil` when no stub answers or the answer is not ready.
  func plan(for request: ReceivedRequest) -> ResponsePlan? {
    guard case .stubbed(_, _, .ready(let plan)) = receive(request).outcome else { return nil }
    return plan
  }

  /// The plan that a request gets, now or later; `nil` when no stub answers.
  func madePlan(for request: ReceivedRequest) async -> ResponsePlan? {
    switch receive(request).outcome {
    case .stubbed(_, _, .ready(let plan)): plan
    case .stubbed(_, _, .pending(let make)): await make()
    default: nil
    }
  }

  /// The body text of a plan that is ready.
  func text(for request: ReceivedRequest) -> String? {
    guard case .data(let data)? = plan(for: request)?.body else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  func answers(_ request: ReceivedRequest) -> Bool { plan(for: request) != nil }
}
