/// The processor time that all searches of one task may take together.
///
/// A search that backtracks too much ends by itself after milliseconds, but a thousand such
/// searches would take minutes. When the shared time is over, further searches give up immediately.
///
/// ```swift
/// let count = SearchTime.$shared.withValue(SearchTime(.seconds(1))) {
///   texts.count(where: regex.isMatch)
/// }
/// ```
package final class SearchTime: Sendable {
  /// The time limit of the current task; `nil` if searches share no limit.
  @TaskLocal package static var shared: SearchTime?

  private let limit: Duration
  private let left: Lock<Duration>

  package init(_ limit: Duration) {
    self.limit = limit
    left = Lock(limit)
  }

  /// Whether no time is left, so that further searches give up.
  package var isOver: Bool { left.withLock { $0 <= .zero } }

  /// The reason that searches give when no time is left.
  package var reason: String { "gave up after \(limit)" }

  /// Runs a search within the time; returns `nil` if no time is left.
  func spend<Outcome>(_ search: () -> Outcome) -> Outcome? {
    if isOver { return nil }
    let start = ProcessorClock.now
    defer {
      let taken = ProcessorClock.now - start
      left.withLock { $0 -= taken }
    }
    return search()
  }
}
