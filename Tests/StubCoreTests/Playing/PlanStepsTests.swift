import Foundation
import StubCore
import Testing

@Suite("Steps of a plan")
struct PlanStepsTests {
  private func steps(of plan: ResponsePlan) -> [TimedStep] { Array(plan.steps) }

  @Test("A response that is not paced goes out at once: head, bytes, end")
  func immediate() {
    let head = ResponseHead(status: .ok)
    #expect(
      steps(of: ResponsePlan(head: head, body: .data(Data("hello".utf8)))) == [
        TimedStep(at: .zero, step: .head(head, upTo: nil)),
        TimedStep(at: .zero, step: .bytes(0..<5)),
        TimedStep(at: .zero, step: .finish(nil)),
      ])
  }

  @Test("A delay moves every step and an empty body has no bytes step")
  func delayed() {
    let head = ResponseHead(status: .noContent)
    let plan = ResponsePlan(head: head, timing: ResponseTiming(beforeHead: .seconds(5)))
    #expect(
      steps(of: plan) == [
        TimedStep(at: .seconds(5), step: .head(head, upTo: nil)),
        TimedStep(at: .seconds(5), step: .finish(nil)),
      ])
  }

  @Test("A failure takes the place of the whole response and keeps its delay")
  func failure() {
    let failure = StubFailure.network(.timedOut)
    let plan = ResponsePlan.failing(failure, timing: ResponseTiming(beforeHead: .seconds(2)))
    #expect(steps(of: plan) == [TimedStep(at: .seconds(2), step: .finish(failure))])
  }

  @Test(
    "Each byte of a paced body is due when the line has had time for it",
    arguments: [
      1_000.0, 7_000, 400_000, 1_500_000, 12_500_000,
    ])
  func rate(bytesPerSecond: Double) {
    let body = Data(count: 300_000)
    let plan = ResponsePlan(
      head: ResponseHead(), body: .data(body),
      timing: ResponseTiming(beforeHead: .seconds(1), body: .rate(bytesPerSecond)))
    var next = 0
    for timed in plan.steps {
      guard case .bytes(let range) = timed.step else { continue }
      #expect(range.lowerBound == next)
      #expect(range.count <= max(1, Int(bytesPerSecond * 0.002)))
      next = range.upperBound
      let due = 1 + Double(range.upperBound) / bytesPerSecond
      #expect(abs(timed.at / .seconds(1) - due) < 1e-6)
    }
    #expect(next == body.count)
  }

  @Test(
    "A body spread over a time ends exactly then, even when it is empty", arguments: [0, 1, 999])
  func spread(count: Int) throws {
    let plan = ResponsePlan(
      head: ResponseHead(), body: .data(Data(count: count)),
      timing: ResponseTiming(beforeHead: .seconds(1), body: .over(.seconds(3))))
    let last = try #require(steps(of: plan).last)
    #expect(last.step == .finish(nil))
    #expect(abs(last.at / .seconds(1) - 4) < 1e-9)
  }

  @Test("A large body goes out in bounded steps")
  func largeBody() {
    let plan = ResponsePlan(
      head: ResponseHead(), body: .file(path: "/none", offset: 0, count: 1_000_000_000))
    var iterator = plan.steps
    _ = iterator.next()
    #expect(iterator.next()?.step == .bytes(0..<PlanSteps.largestStep))
  }
}
