import CoreTestSupport
import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct FaultKeyTests {
  private static let request = ReceivedRequest(.get, "/")

  static let faults: [(String, HTTPStubFault)] = [
    ("neverAnswer", .neverAnswer),
    ("emptyResponse", .emptyResponse),
    ("reset", .reset),
    ("{ type: reset }", .reset),
    ("{ type: reset, insideHead: 20 }", .reset(insideHead: 20)),
    ("{ type: reset, after: 100 }", .reset(after: .bytes(100))),
    ("{ type: reset, after: 12.5% }", .reset(after: .percent(12.5))),
    ("close", .close(after: .bytes(0))),
    ("{ type: close, after: 2KB }", .close(after: .bytes(2_000))),
    ("{ type: halfClose, after: 100% }", .halfClose(after: .percent(100))),
    ("{ type: reset, after: 1.5s }", .reset(after: .time(.milliseconds(1_500)))),
    ("{ type: close, after: 2m }", .close(after: .time(.seconds(120)))),
    ("{ type: close, after: 2MB }", .close(after: .bytes(2_000_000))),
    ("garbage", .garbage),
    ("{ type: garbage, base64: AP8A }", .garbage(Data([0x00, 0xFF, 0x00]))),
    ("malformedChunk", .malformedChunk),
    ("{ type: wrongLength, by: 10 }", .wrongLength(by: 10)),
    ("{ type: wrongLength, by: -1 }", .wrongLength(by: -1)),
    ("{ type: slowHead, every: 100ms }", .slowHead(every: .milliseconds(100))),
    ("stall", .stall(after: .bytes(0))),
    ("{ type: stall, insideHead: 0 }", .stall(insideHead: 0)),
    ("{ type: stall, after: 50% }", .stall(after: .percent(50))),
    ("duplicateLength", .duplicateLength),
    ("invalidHeader", .invalidHeader),
    ("resetStream", .resetStream(code: 2)),
    ("{ type: resetStream, code: CANCEL, after: 5 }", .resetStream(code: 8, after: .bytes(5))),
    ("{ type: goAway, code: ENHANCE_YOUR_CALM }", .goAway(code: 11)),
    ("{ type: goAway, code: 4294967295 }", .goAway(code: .max)),
  ]

  @Test("A fault is made from its name and parameters", arguments: faults)
  func fault(text: String, fault: HTTPStubFault) throws {
    let set = try StubSet.reading("respond: { text: hello, fault: \(text), delay: 1s }")
    let plan = try #require(set.plan(for: Self.request))
    #expect(plan.fault == fault)
    #expect(plan.timing.beforeHead == .seconds(1))
    #expect(plan.body == .data(Data("hello".utf8)))
  }

  @Test("Every fault is among those examples", arguments: FaultKind<HTTPStubFault>.all.map(\.name))
  func covered(name: String) {
    #expect(Self.faults.contains { $0.0.contains(name) })
  }

  /// Whether each of some requests meets the fault; reading the file may give a remark.
  private func met(_ fault: String, count: Int, remark: String? = nil) throws -> [Bool] {
    let rules = try RuleSet(text: "respond: { fault: \(fault), text: a }")
    #expect(rules.diagnostics.sorted.map(\.found) == [remark].compactMap(\.self))
    let set = StubSet(templateEnvironment: TemplateEnvironment(random: SeededRandom(seed: 1)))
    set.replaceAll(with: rules)
    return (0..<count).map { _ in set.plan(for: Self.request)?.fault != nil }
  }

  @Test("The first requests meet a fault, then all is well")
  func first() throws {
    #expect(try met("{ type: reset, first: 2 }", count: 4) == [true, true, false, false])
    let remark = "the fault never happens, as its first is 0"
    #expect(try met("{ type: reset, first: 0 }", count: 1, remark: remark) == [false])
  }

  @Test("As many requests meet a fault as the probability says, the same ones with one seed")
  func probability() throws {
    let text = "{ type: reset, probability: 0.3 }"
    let met = try met(text, count: 1_000)
    #expect((250...350).contains(met.count { $0 }))
    #expect(try self.met(text, count: 1_000) == met)
    let remark = "the fault never happens, as its probability is 0"
    #expect(
      try self.met("{ type: reset, probability: 0 }", count: 50, remark: remark).allSatisfy { !$0 })
    #expect(try self.met("{ type: reset, probability: 1 }", count: 50).allSatisfy(\.self))
  }

  @Test("An echo, a redirect and a templated response can go wrong")
  func others() throws {
    for response in ["echo: true", "redirect: /a", "text: '{{uuid}}'", "chunks: [{ text: a }]"] {
      let set = try StubSet.reading("respond: { \(response), fault: { type: close, after: 50% } }")
      #expect(set.plan(for: Self.request)?.fault == .close(after: .percent(50)))
    }
  }
}
