/// The processor time that all searches of a task may take together.
///
/// A search that backtracks too much is stopped after milliseconds, but a thousand such searches
/// would take minutes. When the shared time is used up, further searches give up immediately.
///
/// ```swift
/// let count = SearchTime.$shared.withValue(SearchTime(.seconds(1))) {
///   texts.count(where: regex.isMatch)
/// }
/// ```
package final class SearchTime: Sendable {
  /// The search time of the current task; `nil` if its searches share no limit.
  @TaskLocal package static var shared: SearchTime?

  private let limit: Duration
  private let left: Lock<Duration>

  package init(_ limit: Duration) {
    self.limit = limit
    left = Lock(limit)
  }

  /// Whether no time is left, so that further searches give up.
  package var isOver: Bool { left.withLock { $0 <= .zero } }

  /// The reason that searches give for giving up when no time is left.
  package var reason: String { "gave up after \(limit)" }

  /// Runs a search, whose time counts; returns `nil` without running it if no time is left.
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
