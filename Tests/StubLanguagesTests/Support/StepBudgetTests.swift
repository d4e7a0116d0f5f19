import StubLanguages
import Testing

@Suite("Step limits and budgets")
struct StepBudgetTests {
  @Test(
    "A limit grows with the input and never overflows",
    arguments: [
      (StepLimit(steps: 10, stepsPerByte: 2), 5, 20),
      (StepLimit(steps: 10, stepsPerByte: 0), 5, 10),
      (StepLimit(steps: .max, stepsPerByte: 1), 1, .max),
      (StepLimit(steps: 1, stepsPerByte: .max), 2, .max),
      (StepLimit(steps: -1, stepsPerByte: -1), -5, 0), (StepLimit(), 1_000_000, 14_000_000),
    ])
  func limit(limit: StepLimit, bytes: Int, steps: Int) {
    #expect(limit.steps(forBytes: bytes) == steps)
  }

  @Test("A budget is exhausted when more steps are needed than there were, and stays so")
  func exhaustion() {
    var budget = StepBudget(3)
    #expect([2, 1].map { budget.take($0) } == [true, true])
    #expect(!budget.isExhausted)
    #expect(budget.taken == 3)
    #expect([1, 0].map { budget.take($0) } == [false, false])
    #expect(budget.isExhausted)
    #expect(budget.taken == 3)
    #expect(budget.limitExceeded.description == "gave up after 3 steps")
  }

  @Test("No number of steps overflows")
  func largeNumbers() {
    var budget = StepBudget(.max)
    #expect([.max, .max].map { budget.take($0) } == [true, false])
    var none = StepBudget(-1)
    #expect(none.limit == 0)
    #expect([-5, 1].map { none.take($0) } == [true, false])
    #expect(none.taken == 0)
  }
}
