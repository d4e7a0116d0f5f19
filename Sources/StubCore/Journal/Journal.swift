import Synchronization

/// Every request with its outcome, the oldest dropped first when there are too many.
public final class Journal: Sendable {
  /// How much a journal keeps.
  public struct Limits: Sendable, Hashable {
    /// The most entries, 0 or more.
    public var count: Int
    /// The most bytes of URLs, header fields and bodies, 0 or more.
    public var bytes: Int

    public init(count: Int = 10_000, bytes: Int = 16 * 1024 * 1024) {
      self.count = count
      self.bytes = bytes
    }
  }

  private struct State {
    var entries = EntryQueue()
    var received = 0
    var waiters: [RequestWaiter] = []
  }

  public let limits: Limits
  private let state = Mutex(State())

  public init(limits: Limits = Limits()) { self.limits = limits }

  /// The entries that are kept, the oldest first.
  public var entries: [JournalEntry] { state.withLock { $0.entries.all }.map(\.entry) }

  /// How many requests have arrived, those that were dropped included.
  public var receivedCount: Int { state.withLock { $0.received } }

  /// Whether somebody waits for requests.
  var isAwaited: Bool { state.withLock { !$0.waiters.isEmpty } }

  /// Forgets every entry; counting goes on.
  public func removeAll() {
    state.withLock { $0.entries = EntryQueue() }
  }

  /// Adds an entry.
  ///
  /// - Returns: its number.
  func record(_ request: ReceivedRequest, _ fate: JournaledFate) -> Int {
    let size = request.journalSize
    let kept = JournaledRequest(request)
    let (number, waiters) = state.withLock { state in
      state.received += 1
      let entry = KeptEntry(id: state.received, request: kept, fate: fate)
      state.entries.append(entry, size: size, within: limits)
      return (state.received, state.waiters)
    }
    for waiter in waiters { waiter.see(request) }
    return number
  }

  /// Notes how the response to the entry's request ended.
  package func finish(_ id: Int, _ ending: ResponseEnding) {
    state.withLock { $0.entries.finish(id, ending) }
  }

  /// Registers a waiter, giving it the requests that have already arrived.
  func register(_ waiter: RequestWaiter) {
    let past = state.withLock { state in
      state.waiters.append(waiter)
      return state.entries.all
    }
    for entry in past { waiter.see(entry.request.request) }
  }

  func unregister(_ waiter: RequestWaiter) {
    state.withLock { $0.waiters.removeAll { $0 === waiter } }
  }
}

extension ReceivedRequest {
  /// Roughly the bytes that keeping this request costs.
  fileprivate var journalSize: Int {
    256 + target.path.utf8.count + (target.query?.utf8.count ?? 0) + headers.size
      + (body?.count ?? 0)
  }
}
