import CoreTestSupport
import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("The steps that predicates of mountebank take") struct MountebankStepTests {
  private func set(_ predicate: String, steps: Int) throws -> StubSet {
    let set = try Definition.set(
      MountebankTests.imposter(#"{"predicates": [{\#(predicate)}], "responses": [{"is": {}}]}"#))
    set.evaluationLimits = EvaluationLimits(
      steps: StepLimit(steps: steps, stepsPerByte: 0), parsedBytes: 1_000_000)
    return set
  }

  private func list(_ elements: some Sequence<Int>) -> String {
    "[\(elements.map(String.init).joined(separator: ","))]"
  }

  @Test(
    "Selectors and JSON take steps of the request, as other conditions do",
    arguments: [
      #""equals": {"body": "x"}, "jsonpath": {"selector": "$..*"}"#,
      #""equals": {"body": ["x"]}"#, #""deepEquals": {"body": \#(many)}"#,
      #""matches": {"body": {"a": "x"}}"#,
    ])
  func steps(predicate: String) throws {
    let set = try set(predicate, steps: 1_000)
    let body = list(0..<1_000)
    let explanation = set.explain(.post(body))
    let lines = explanation.report.nearMisses.flatMap(\.verdicts).map(\.line)
    #expect(lines.count == 1)
    #expect(lines.joined().hasSuffix(": gave up after 500 steps"), "\(lines)")
  }

  private static let many = "[\((1...1_000).map(String.init).joined(separator: ","))]"

  @Test("Lists in the same order, wherever it begins, are compared in a few steps per element")
  func equalLists() throws {
    let set = try set(#""deepEquals": {"body": \#(list(0..<3_000))}"#, steps: 100_000)
    #expect(set.answers(.post(list(0..<3_000))))
    #expect(set.answers(.post(list(Array(1..<3_000) + [0]))))
    #expect(!set.answers(.post(list(1...3_000))))
  }

  @Test("A list that is in another order is compared element by element")
  func reversedLists() throws {
    let set = try set(#""deepEquals": {"body": \#(list(0..<50))}"#, steps: 100_000)
    #expect(set.answers(.post(list((0..<50).reversed()))))
    #expect(!set.answers(.post(list((0..<49).reversed() + [0]))))
  }
}
