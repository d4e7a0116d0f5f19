import CoreTestSupport
import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("States of Hoverfly") struct HoverflyStateTests {
  @Test("Pairs of a recorded sequence answer in the order of their states")
  func sequences() throws {
    let set = try Definition.set(
      HoverflyTests.simulation(
        [
          HoverflyTests.pair(
            #""requiresState": {"sequence:1": "2"}"#,
            #""body": "b", "transitionsState": {"sequence:1": "3"}"#),
          HoverflyTests.pair(
            #""requiresState": {"sequence:1": "1"}"#,
            #""body": "a", "transitionsState": {"sequence:1": "2"}"#),
          HoverflyTests.pair(#""requiresState": {"sequence:1": "3"}"#, #""body": "c""#),
        ].joined(separator: ",")))
    #expect((1...4).map { _ in set.text(for: .get("/")) } == ["a", "b", "c", "c"])
  }

  @Test("Delays make no stubs of their own, and requests that they tell apart share a sequence")
  func delayedSequence() throws {
    let definition = try Definition(
      HoverflyTests.simulation(
        [
          HoverflyTests.pair(
            #""requiresState": {"sequence:1": "1"}"#,
            #""body": "a", "transitionsState": {"sequence:1": "2"}"#),
          HoverflyTests.pair(
            #""requiresState": {"sequence:1": "2"}"#, #""body": "b", "fixedDelay": 5"#),
        ].joined(separator: ","),
        #"""
        , "globalActions": {"delays": [
          {"urlPattern": "slow", "delay": 300}, {"urlPattern": "late", "delay": 700}]}
        """#))
    #expect(definition.stubs.count == 1)
    let set = StubSet()
    set.replaceAll(with: definition.rules)
    let plans = ["/slow", "/late"].map { set.plan(for: .get($0)) }
    #expect(plans.map(\.?.body) == ["a", "b"].map { .data(Data($0.utf8)) })
    // A response with a delay of its own meets no other.
    #expect(plans.map(\.?.timing.beforeHead) == [.milliseconds(300), .milliseconds(5)])
  }

  @Test("Pairs move a state only as they say, each for requests of its own")
  func states() throws {
    func step(_ path: String, _ response: String, requires state: Int, to next: Int? = nil)
      -> String
    {
      HoverflyTests.pair(
        #""path": [{"matcher": "exact", "value": "\#(path)"}], "#
          + #""requiresState": {"sequence:job": "\#(state)"}"#,
        #""body": "\#(response)""#
          + (next.map { #", "transitionsState": {"sequence:job": "\#($0)"}"# } ?? ""))
    }
    let job = try Definition.set(
      HoverflyTests.simulation(
        [
          step("/poll", "busy", requires: 1), step("/finish", "ended", requires: 1, to: 2),
          step("/poll", "done", requires: 2),
        ].joined(separator: ",")))
    let paths = ["/poll", "/poll", "/poll", "/finish", "/poll", "/finish"]
    #expect(
      paths.map { job.text(for: .get($0)) } == ["busy", "busy", "busy", "ended", "done", nil])
    let cycle = try Definition.set(
      HoverflyTests.simulation(
        [step("/", "one", requires: 1, to: 2), step("/", "two", requires: 2, to: 1)]
          .joined(separator: ",")))
    #expect((1...4).map { _ in cycle.text(for: .get("/")) } == ["one", "two", "one", "two"])
  }

  @Test("A removed state is in no number, and a pair may move a state that it does not require")
  func removedState() throws {
    let set = try Definition.set(
      HoverflyTests.simulation(
        [
          HoverflyTests.pair(
            #""requiresState": {"sequence:1": "1"}"#,
            #""body": "once", "removesState": ["sequence:1"]"#),
          HoverflyTests.pair(
            #""path": [{"matcher": "exact", "value": "/reset"}]"#,
            #""body": "reset", "transitionsState": {"sequence:1": "1"}"#),
        ].joined(separator: ",")))
    let paths = ["/", "/", "/reset", "/", "/"]
    #expect(paths.map { set.text(for: .get($0)) } == ["once", nil, "reset", "once", nil])
  }
}
