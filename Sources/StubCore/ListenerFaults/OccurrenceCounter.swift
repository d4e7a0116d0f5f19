/// Counts those that might meet a fault, and decides on each.
package struct OccurrenceCounter: Sendable {
  private let occurrence: FaultOccurrence
  /// When the fault was set, on the host's clock.
  private let start: Duration
  private var count = 0

  package init(_ occurrence: FaultOccurrence, start: Duration) {
    self.occurrence = occurrence
    self.start = start
  }

  /// When the fault is over; `nil` where no time limits it.
  package var end: Duration? { occurrence.duration.map { start + $0 } }

  /// Whether the time of the fault has not passed.
  package func isActive(at now: Duration) -> Bool { end.map { now < $0 } ?? true }

  /// Whether the next one meets the fault.
  package mutating func meetsNext(at now: Duration, random: SeededRandom) -> Bool {
    guard isActive(at: now), count < occurrence.first ?? .max else { return false }
    count += 1
    return occurrence.probability >= 1 || random.fraction() < occurrence.probability
  }
}
