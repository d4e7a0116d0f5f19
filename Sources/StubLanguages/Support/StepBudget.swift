import StubPlatform

/// The limit of steps (units of work) for an evaluation.
///
/// It is a fixed number plus a number for each byte of the input. Steps are counted instead of
/// time, so that the same request has the same result on every machine.
public struct StepLimit: Sendable, Hashable {
  /// The fixed number of steps, 0 or more.
  public var steps: Int
  /// The additional steps for each byte of the input, 0 or more.
  public var stepsPerByte: Int

  /// Creates a limit; the defaults are enough for usual conditions on documents of many megabytes.
  public init(steps: Int = 10_000_000, stepsPerByte: Int = 4) {
    (self.steps, self.stepsPerByte) = (steps, stepsPerByte)
  }

  /// Returns the number of steps for an input of `count` bytes, at most `Int.max`.
  package func steps(forBytes count: Int) -> Int {
    let (product, isTooMuch) = max(0, stepsPerByte).multipliedReportingOverflow(by: max(0, count))
    let (sum, isTooMuchToo) = max(0, steps).addingReportingOverflow(product)
    return isTooMuch || isTooMuchToo ? .max : sum
  }

  /// Returns a budget with the steps for an input of `count` bytes.
  package func budget(forBytes count: Int) -> StepBudget { StepBudget(steps(forBytes: count)) }
}

/// The remaining steps of an evaluation.
package struct StepBudget: Sendable {
  /// The number of steps at the start.
  package let limit: Int
  /// The number of steps left; -1 if the evaluation needed more steps than the budget had.
  private var left: Int

  package init(_ limit: Int) {
    self.limit = max(0, limit)
    left = self.limit
  }

  /// Whether the evaluation needed more steps than the budget had.
  package var isExhausted: Bool { left < 0 }

  /// The number of steps left, 0 or more.
  package var remaining: Int { max(0, left) }

  /// The number of steps taken.
  package var taken: Int { limit - max(0, left) }

  /// Takes steps from the budget.
  ///
  /// - Returns: Whether enough steps were left.
  @discardableResult
  package mutating func take(_ count: Int = 1) -> Bool {
    guard left >= 0 else { return false }
    left = count > left ? -1 : left - max(0, count)
    return left >= 0
  }

  /// The error to throw when the budget is exhausted.
  package var limitExceeded: EvaluationLimitExceeded {
    EvaluationLimitExceeded("gave up after \(limit) steps")
  }
}

/// The error of an evaluation that ended without a result, because it took too many
/// steps or too much time.
package struct EvaluationLimitExceeded: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason, such as `gave up after 10000000 steps`.
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// The processor time of a thread, which advances only while the thread runs.
///
/// Limits of work use it, so that results do not depend on how busy the machine is.
package enum ProcessorClock {
  /// The processor time of this thread since it began.
  package static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
