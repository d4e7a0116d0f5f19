/// Sums over all requests that a journal has seen, those that it no longer keeps included.
package struct JournalCounts: Sendable, Hashable {
  package private(set) var stubbed = 0
  package private(set) var passed = 0
  package private(set) var unmatched = 0
  /// Responses that go wrong on purpose.
  package private(set) var faults = 0
  /// The delays before the heads of responses, as stubs ask for.
  package private(set) var askedDelay = Duration.zero
  /// From the requests to the ends of their responses.
  package private(set) var totalDuration = Duration.zero
  private var buckets = Array(repeating: 0, count: limits.count + 1)

  /// The upper limits of the durations that are counted together, in seconds.
  private static let limits = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
  ]

  /// How many responses took how long, in seconds: more than the limit before.
  package var durations: [(limit: Double, count: Int)] {
    Array(zip(Self.limits + [.infinity], buckets))
  }

  mutating func count(_ outcome: JournaledOutcome) {
    switch outcome {
    case .stubbed: stubbed += 1
    case .passedThrough: passed += 1
    case .unmatched: unmatched += 1
    }
  }

  mutating func count(_ plan: ResponsePlan) {
    if plan.isPlain {
      askedDelay += plan.wait
    } else {
      askedDelay += plan.timing.beforeHead
      if plan.fault != nil || plan.failure != nil { faults += 1 }
    }
  }

  mutating func count(_ duration: Duration) {
    totalDuration += duration
    let seconds = duration.seconds
    buckets[Self.limits.firstIndex { seconds <= $0 } ?? Self.limits.count] += 1
  }
}
