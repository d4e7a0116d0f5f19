/// The processor time that all searches of one piece of work may take together.
///
/// A search that backtracks too much ends by itself, after milliseconds; a thousand of them would still take
/// minutes. In work that many searches belong to, those that begin when the time is over give up at once.
///
/// ```swift
/// let count = SearchTime.$shared.withValue(SearchTime(.seconds(1))) { texts.count(where: regex.isMatch) }
/// ```
package final class SearchTime: Sendable {
  /// That of the work under way; `nil` if each search has only its own limit.
  @TaskLocal package static var shared: SearchTime?

  private let limit: Duration
  private let left: Lock<Duration>

  package init(_ limit: Duration) {
    self.limit = limit
    left = Lock(limit)
  }

  /// Whether further searches give up.
  package var isOver: Bool { left.withLock { $0 <= .zero } }

  /// Why searches give up when it is over.
  package var reason: String { "gave up after \(limit)" }

  /// Searches within the time; `nil` if there is none left.
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
