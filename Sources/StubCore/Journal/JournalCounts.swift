/// The totals of all requests that a journal has seen, including evicted ones.
package struct JournalCounts: Sendable, Hashable {
  package private(set) var stubbed = 0
  package private(set) var passed = 0
  package private(set) var unmatched = 0
  /// The number of responses that had a fault.
  package private(set) var faults = 0
  /// The sum of the delays that stubs set before the head of a response.
  package private(set) var askedDelay = Duration.zero
  /// The number of responses by status; empty before the first response.
  private var statusCounts: [Int] = []
  /// The number of requests whose response had no complete head.
  package private(set) var headless = 0
  /// The number of responses that ended before they were complete.
  package private(set) var incomplete = 0
  /// The number of body bytes that were sent.
  package private(set) var bodyBytes = 0
  /// The sum of the times from the arrival of each request to the end of its response, in
  /// nanoseconds.
  private var nanoseconds: Int64 = 0
  private var buckets = Array(repeating: 0, count: limits.count + 1)

  /// The upper limits of the buckets that count durations, in microseconds.
  private static let limits: [Int64] = [
    1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000,
    5_000_000, 10_000_000, 30_000_000, 60_000_000,
  ]

  /// The sum of the times from the arrival of each request to the end of its response.
  package var totalDuration: Duration { .nanoseconds(nanoseconds) }

  /// The number of responses in each bucket of durations.
  ///
  /// The limits are in seconds; the last one is infinite.
  package var durations: [(limit: Double, count: Int)] {
    Array(zip(Self.limits.map { Double($0) / 1e6 } + [.infinity], buckets))
  }

  /// The statuses that were sent with complete heads, each with its number of responses.
  package var statuses: [(status: Int, count: Int)] {
    statusCounts.enumerated().filter { $0.element > 0 }.map { ($0.offset, $0.element) }
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

  /// Counts an ended response, and adds the number of its sent bytes.
  mutating func count(_ sent: SentResponse) {
    bodyBytes &+= sent.bodyCount
    if let status = sent.status?.rawValue, (0..<1_000).contains(status) {
      if statusCounts.isEmpty { statusCounts = Array(repeating: 0, count: 1_000) }
      statusCounts[status] += 1
    } else {
      headless += 1
    }
    if !sent.isComplete { incomplete += 1 }
    guard let time = sent.nanoseconds else { return }
    nanoseconds &+= time
    let place = Self.limits.firstIndex { time <= $0 * 1_000 }
    buckets[place ?? Self.limits.count] += 1
  }
}
