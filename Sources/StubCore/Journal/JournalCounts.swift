/// Sums over all requests that a journal has seen, those that it no longer keeps included.
package struct JournalCounts: Sendable, Hashable {
  package private(set) var stubbed = 0
  package private(set) var passed = 0
  package private(set) var unmatched = 0
  /// Responses that go wrong on purpose.
  package private(set) var faults = 0
  /// The delays before the heads of responses, as stubs ask for.
  package private(set) var askedDelay = Duration.zero
  /// Nanoseconds from the requests to the ends of their responses; each request adds to it.
  private var nanoseconds: Int64 = 0
  private var buckets = Array(repeating: 0, count: limits.count + 1)

  /// The upper limits of the durations that are counted together, in microseconds.
  private static let limits: [Int64] = [
    1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000,
    5_000_000, 10_000_000, 30_000_000, 60_000_000,
  ]

  /// From the requests to the ends of their responses.
  package var totalDuration: Duration { .nanoseconds(nanoseconds) }

  /// How many responses took how long, in seconds: more than the limit before.
  package var durations: [(limit: Double, count: Int)] {
    Array(zip(Self.limits.map { Double($0) / 1e6 } + [.infinity], buckets))
  }

  mutating func count(_ outcome: JournaledOutcome) {
    switch outcome {
    case .stubbed, .followed: stubbed += 1
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

  /// Counts a response that took this many nanoseconds, 0 or more.
  mutating func count(nanoseconds time: Int64) {
    nanoseconds &+= time
    let place = Self.limits.firstIndex { time <= $0 * 1_000 }
    buckets[place ?? Self.limits.count] += 1
  }
}
