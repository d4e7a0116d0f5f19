import Foundation
import Testing

@testable import StubCore

/// The steps of a plan with `0123456789` as its body, in a notation that can be read.
@Suite("Steps of faults and pacing")
struct PlanStepsFaultTests {
  private static let head = ResponseHead(headers: ["A": "b"])

  private func plan(
    _ fault: HTTPStubFault? = nil, _ timing: ResponseTiming = .immediate
  ) -> ResponsePlan {
    let plan = ResponsePlan(
      head: Self.head, body: .data(Data("0123456789".utf8)), timing: timing)
    return fault.map(plan.with) ?? plan
  }

  private func text(_ plan: ResponsePlan) -> String {
    plan.steps.map { timed in
      let time = "\(Int((timed.at / .milliseconds(1)).rounded()))"
      return switch timed.step {
      case .hold: "\(time) hold"
      case .head(_, nil): "\(time) head"
      case .head(_, let count?): "\(time) head<\(count)"
      case .bytes(let range): "\(time) \(range.lowerBound)..<\(range.upperBound)"
      case .raw(let data): "\(time) raw \(data.count)"
      case .finish(nil): "\(time) finish"
      case .finish: "\(time) fail"
      case .end(let ending): "\(time) \(ending)"
      }
    }.joined(separator: ", ")
  }

  struct Example: Sendable, CustomTestStringConvertible {
    var fault: HTTPStubFault
    var steps: String

    init(_ fault: HTTPStubFault, _ steps: String) { (self.fault, self.steps) = (fault, steps) }

    var testDescription: String { fault.name }

    static let all = [
      Example(.neverAnswer, "0 stall"),
      Example(.emptyResponse, "0 close"),
      Example(.reset, "0 reset"),
      Example(.reset(insideHead: 20), "0 head<20, 0 reset"),
      Example(.reset(after: .bytes(4)), "0 head, 0 0..<4, 0 reset"),
      Example(.reset(after: .percent(50)), "0 head, 0 0..<5, 0 reset"),
      Example(.close(after: .bytes(4)), "0 head, 0 0..<4, 0 close"),
      Example(.close(after: .percent(50)), "0 head, 0 0..<5, 0 close"),
      Example(.halfClose(after: .bytes(4)), "0 head, 0 0..<4, 0 halfClose"),
      Example(.stall(insideHead: 20), "0 head<20, 0 stall"),
      Example(.stall(after: .bytes(4)), "0 head, 0 0..<4, 0 stall"),
      Example(
        .slowHead(every: .milliseconds(1)),
        (1...81).map { "\($0 - 1) head<\($0), " }.joined() + "80 head, 80 0..<10, 80 finish"),
      Example(.garbage, "0 raw 32, 0 close"),
      Example(.malformedChunk, "0 head, 0 raw 18, 0 close"),
      Example(.wrongLength(by: 3), "0 head, 0 0..<10, 0 close"),
      Example(.wrongLength(by: -3), "0 head, 0 0..<10, 0 close"),
      Example(.duplicateLength, "0 head, 0 0..<10, 0 finish"),
      Example(.invalidHeader, "0 head, 0 0..<10, 0 finish"),
      Example(.resetStream(code: 2, after: .bytes(4)), "0 head, 0 0..<4, 0 resetStream(2)"),
      Example(.goAway(code: 2), "0 goAway(2)"),
    ]
  }

  @Test("Each fault is a script of its own", arguments: Example.all)
  func faults(_ example: Example) { #expect(text(plan(example.fault)) == example.steps) }

  @Test("The table has every fault there is")
  func complete() { #expect(Set(Example.all.map(\.fault)) == Set(HTTPStubFault.samples)) }

  @Test("A fault keeps the delay and the pace of its response")
  func pacedFault() {
    let timing = ResponseTiming(beforeHead: .milliseconds(100), body: .rate(200))
    #expect(
      text(plan(.reset(after: .bytes(3)), timing))
        == "100 head, 105 0..<1, 110 1..<2, 115 2..<3, 115 reset")
  }

  @Test(
    "A fault after a time cuts off what is not due by then at the pace of the body",
    arguments: [
      (ResponseTiming.Pacing.rate(200), 12, "5 0..<1, 10 1..<2, 12 reset"),
      (.over(.milliseconds(100)), 30, "10 0..<1, 20 1..<2, 30 2..<3, 30 reset"),
      (.atOnce, 7, "0 0..<10, 7 reset"),
      (
        .script([.init(at: .milliseconds(5), count: 4), .init(at: .milliseconds(9), count: 6)]), 8,
        "5 0..<4, 8 reset"
      ),
      (.script([.init(at: .milliseconds(5), count: 10)]), 4, "4 reset"),
      (.rate(200), -1, "0 reset"),
    ])
  func cutAtTime(pace: ResponseTiming.Pacing, time: Int, steps: String) {
    let fault = HTTPStubFault.reset(after: .time(.milliseconds(time)))
    #expect(text(plan(fault, ResponseTiming(body: pace))) == "0 head, \(steps)")
  }

  @Test(
    "Shares of a body are limited to its length",
    arguments: [
      (BodyShare.bytes(-1), 0), (.bytes(99), 10), (.percent(-5), 0), (.percent(100), 10),
      (.percent(.infinity), 10), (.percent(.nan), 0), (.percent(33.4), 3), (.all, 10),
    ])
  func shares(share: BodyShare, count: Int) {
    #expect(BodyPace(.atOnce, count: 10).count(of: share) == count)
    let bytes = count == 0 ? "" : "0 0..<\(count), "
    #expect(text(plan(.close(after: share))) == "0 head, \(bytes)0 close")
  }

  @Test("A gate is asked after the wait and before everything else")
  func gate() {
    let timing = ResponseTiming(beforeHead: .milliseconds(5), gate: HTTPStubGate())
    #expect(text(plan(nil, timing)) == "5 hold, 5 head, 5 0..<10, 5 finish")
    #expect(text(plan(.neverAnswer, timing)) == "5 hold, 5 stall")
  }

  @Test("A dribble sends equal chunks, the last one when the time is over")
  func dribble() {
    let timing = ResponseTiming(
      beforeHead: .milliseconds(10), body: .dribble(chunks: 4, over: .milliseconds(80)))
    #expect(
      text(plan(nil, timing))
        == "10 head, 30 0..<2, 50 2..<5, 70 5..<7, 90 7..<10, 90 finish")
    let many = ResponseTiming(body: .dribble(chunks: 99, over: .milliseconds(100)))
    #expect(
      plan(nil, many).steps.count { if case .bytes = $0.step { true } else { false } } == 10)
  }

  @Test("Chunks are sent at their times, and the rest of the body with the last")
  func chunkScript() {
    let timing = ResponseTiming(
      body: .script([
        .init(at: .milliseconds(10), count: 3), .init(at: .milliseconds(40), count: 4),
      ]))
    #expect(text(plan(nil, timing)) == "0 head, 10 0..<3, 40 3..<7, 40 7..<10, 40 finish")
  }

  @Test("Waits and parts of a script of one's own add up")
  func ownScript() {
    let fault = HTTPStubFault(
      "own",
      steps: [
        .wait(.milliseconds(5)), .headBytes(4), .wait(.milliseconds(5)), .head,
        .body(.bytes(2)), .wait(.milliseconds(10)), .body(.bytes(1)), .body(.all), .finish,
      ], clientError: nil)
    #expect(
      text(plan(fault)) == "5 head<4, 10 head, 10 0..<2, 20 2..<10, 20 finish")
  }

  @Test("A fault edits the head it needs and leaves the rest")
  func heads() throws {
    func headers(_ fault: HTTPStubFault) -> [String] {
      var plan = plan()
      plan.head?.headers[.contentLength] = "10"
      return plan.with(fault).head?.headers.fields.map { "\($0.name): \($0.value)" } ?? []
    }
    #expect(headers(.wrongLength(by: 3)) == ["A: b", "Content-Length: 13"])
    #expect(headers(.wrongLength(by: -30)) == ["A: b", "Content-Length: 0"])
    #expect(headers(.malformedChunk) == ["A: b", "Transfer-Encoding: chunked"])
    #expect(headers(.reset) == ["A: b", "Content-Length: 10"])
    // What an answer to HEAD does not carry still has a length.
    var answer = plan()
    answer.head?.headers[.contentLength] = "10"
    answer.body = .empty
    #expect(answer.with(.wrongLength(by: 3)).head?.headers[.contentLength] == "13")
    var chunked = plan()
    chunked.head?.headers[.transferEncoding] = "chunked"
    let head = try #require(chunked.with(.wrongLength(by: 1)).head)
    #expect(head.headers[.transferEncoding] == nil)
    #expect(head.headers[.contentLength] == "11")
  }

  @Test("A fault in the place of another edits the head as it was before that")
  func replacedFault() {
    func headers(_ faults: HTTPStubFault...) -> [String] {
      var plan = plan()
      plan.head?.headers[.contentLength] = "10"
      for fault in faults { plan = plan.with(fault) }
      return plan.head?.headers.fields.map { "\($0.name): \($0.value)" } ?? []
    }
    let sound = ["A: b", "Content-Length: 10"]
    #expect(headers(.wrongLength(by: 3), .wrongLength(by: 3)) == ["A: b", "Content-Length: 13"])
    #expect(headers(.malformedChunk, .wrongLength(by: 3)) == ["A: b", "Content-Length: 13"])
    #expect(headers(.malformedChunk, .close(after: .all)) == sound)
    #expect(headers(.wrongLength(by: -30), .malformedChunk, .slowHead(every: .zero)) == sound)
    #expect(headers(.reset, .malformedChunk) == ["A: b", "Transfer-Encoding: chunked"])
  }

  @Test("The rest of a paced body follows a wait at the pace of the body")
  func waitInBody() {
    let hiccup = HTTPStubFault(
      "hiccup",
      steps: [.head, .body(.bytes(2)), .wait(.seconds(2)), .body(.bytes(4)), .finish],
      clientError: nil)
    #expect(
      text(plan(hiccup, ResponseTiming(body: .rate(10))))
        == "0 head, 100 0..<1, 200 1..<2, 2300 2..<3, 2400 3..<4, 2400 finish")
    let chunks = ResponseTiming(body: .dribble(chunks: 5, over: .seconds(5)))
    #expect(
      text(plan(hiccup, chunks)) == "0 head, 1000 0..<2, 4000 2..<4, 4000 finish")
  }
}
