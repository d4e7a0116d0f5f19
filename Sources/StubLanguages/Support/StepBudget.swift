#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// How many steps the evaluation of something may take: some for any input, and more for each of its bytes.
///
/// Steps are counted, not timed: the same request has the same result on every machine.
public struct StepLimit: Sendable, Hashable {
  /// The steps for an input of any size, from 0.
  public var steps: Int
  /// The steps for each byte of the input, from 0.
  public var stepsPerByte: Int

  /// By default enough for ordinary conditions on documents of many megabytes.
  public init(steps: Int = 10_000_000, stepsPerByte: Int = 4) {
    (self.steps, self.stepsPerByte) = (steps, stepsPerByte)
  }

  /// The steps for an input of so many bytes; `Int.max` if there are more.
  package func steps(forBytes count: Int) -> Int {
    let (product, isTooMuch) = max(0, stepsPerByte).multipliedReportingOverflow(by: max(0, count))
    let (sum, isTooMuchToo) = max(0, steps).addingReportingOverflow(product)
    return isTooMuch || isTooMuchToo ? .max : sum
  }

  /// A budget for an input of so many bytes.
  package func budget(forBytes count: Int) -> StepBudget { StepBudget(steps(forBytes: count)) }
}

/// The steps that one evaluation may still take.
package struct StepBudget: Sendable {
  /// How many there were.
  package let limit: Int
  /// How many are left; less than 0 when it has asked for more.
  private var left: Int

  package init(_ limit: Int) {
    self.limit = max(0, limit)
    left = self.limit
  }

  /// Whether more steps were needed than there were.
  package var isExhausted: Bool { left < 0 }

  /// How many are left.
  package var remaining: Int { max(0, left) }

  /// How many have been taken, at most all.
  package var taken: Int { limit - max(0, left) }

  /// Takes steps.
  ///
  /// - Returns: whether there were enough.
  @discardableResult
  package mutating func take(_ count: Int = 1) -> Bool {
    guard left >= 0 else { return false }
    left = count > left ? -1 : left - max(0, count)
    return left >= 0
  }

  /// What to throw when it is exhausted.
  package var surrender: EvaluationGaveUp { EvaluationGaveUp("gave up after \(limit) steps") }
}

/// An evaluation ended without a result, as it took too many steps.
package struct EvaluationGaveUp: Error, Sendable, Hashable, CustomStringConvertible {
  /// Such as `gave up after 10000000 steps`.
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// The processor time of a thread, which goes on only while the thread runs: what a limit on work goes by, so
/// that a busy machine does not change what comes of it.
package enum ProcessorClock {
  /// What this thread has taken since it began.
  package static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
