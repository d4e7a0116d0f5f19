import CoreTestSupport
import StubCore
import Testing

@testable import StubFiles

@Suite("Finding stubs of other tools by keys")
struct DefinitionIndexTests {
  /// Fixed runs, and one that differs each time; its seed is in the name of the failed case.
  private static let seeds: [UInt64] = [1, 2, .random(in: .min ... .max)]

  @Test(
    "Among stubs with all conditions of a tool, the winner is that of a plain scan",
    arguments: DefinitionKeyTests.Tool.allCases, seeds)
  func sameWinner(tool: DefinitionKeyTests.Tool, seed: UInt64) throws {
    let random = SeededRandom(seed: seed)
    let all = DefinitionKeyTests.cases
    let own = all.filter { $0.tool == tool }
    func value() -> String { "v\(random.integer(in: 1_000...1_012))" }
    let set = try Definition.set(
      tool.document(
        (0..<200).map { _ in own[random.integer(in: 0...own.count - 1)].condition(value()) }))
    var answered = 0
    for _ in 0..<200 {
      let chosen = all[random.integer(in: 0...all.count - 1)]
      let request = chosen.request(value())
      let expected = set.stubs.first { stub in
        stub.matchers.allSatisfy { $0.evaluate(request, for: .stubRequest).isMatch }
      }
      #expect(set.stub(answering: request)?.id == expected?.id, "\(chosen.name)")
      if expected != nil { answered += 1 }
    }
    // A run in which nothing matches would show nothing.
    #expect(answered > 10)
  }
}
