/// Every request with its outcome, the oldest dropped first when there are too many.
public final class Journal: Sendable {
  /// How much a journal keeps.
  public struct Limits: Sendable, Hashable {
    /// The most entries, 0 or more.
    public var count: Int
    /// The most bytes of URLs, header fields and bodies, 0 or more.
    public var bytes: Int

    /// Limits; the journal evicts the oldest entries first (default: 10,000 requests and 16 MiB).
    public init(count: Int = 10_000, bytes: Int = 16 * 1024 * 1024) {
      self.count = count
      self.bytes = bytes
    }
  }

  private struct State {
    var entries = EntryRing()
    var received = 0
    var waiters: [RequestWaiter] = []
  }

  /// How much is kept.
  public let limits: Limits
  private let state = Lock(State())

  /// An empty journal; a set of stubs makes one of its own unless you give it yours.
  public init(limits: Limits = Limits()) { self.limits = limits }

  /// The entries that are kept, the oldest first.
  public var entries: [JournalEntry] { state.withLock { $0.entries.all } }

  /// How many requests have arrived, those that were dropped included.
  public var receivedCount: Int { state.withLock { $0.received } }

  /// Whether somebody waits for requests.
  var isAwaited: Bool { state.withLock { !$0.waiters.isEmpty } }

  /// Forgets every entry; counting goes on.
  public func removeAll() {
    state.withLock { $0.entries = EntryRing() }
  }

  /// Adds an entry.
  ///
  /// - Returns: its number.
  func record(_ request: ReceivedRequest, _ outcome: JournaledOutcome) -> Int {
    let size = request.journalSize
    let (number, waiters) = state.withLock { state in
      state.received += 1
      let entry = JournalEntry(id: state.received, request: request, result: outcome)
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
    for entry in past { waiter.see(entry.request) }
  }

  func unregister(_ waiter: RequestWaiter) {
    state.withLock { $0.waiters.removeAll { $0 === waiter } }
  }
}

/// Entries within limits, first in, first out.
///
/// A ring: what is dropped goes at once, so that no request ever pays for a thousand others.
private struct EntryRing {
  private typealias Slot = (entry: JournalEntry, size: Int)

  private var slots: [Slot?] = []
  /// The place of the oldest entry.
  private var start = 0
  /// The number of the oldest entry; entries are numbered in a row.
  private var firstID = 0
  private var count = 0
  private var bytes = 0

  var all: [JournalEntry] { (0..<count).compactMap { slots[place($0)]?.entry } }

  /// Where the entry is kept that has this many before it.
  private func place(_ offset: Int) -> Int { (start + offset) % slots.count }

  mutating func append(_ entry: JournalEntry, size: Int, within limits: Journal.Limits) {
    guard limits.count > 0, size <= limits.bytes else {
      self = EntryRing()
      return
    }
    bytes += size
    while count > 0, count >= limits.count || bytes > limits.bytes { dropOldest() }
    if count == slots.count { grow(to: min(limits.count, max(64, count * 2))) }
    if count == 0 { firstID = entry.id }
    slots[place(count)] = (entry, size)
    count += 1
  }

  private mutating func dropOldest() {
    bytes -= slots[start].take()?.size ?? 0
    start = place(1)
    count -= 1
    firstID += 1
  }

  private mutating func grow(to size: Int) {
    slots = Array(slots[start...] + slots[..<start])
    slots.append(contentsOf: repeatElement(nil, count: size - slots.count))
    start = 0
  }

  mutating func finish(_ id: Int, _ ending: ResponseEnding) {
    guard (firstID..<firstID + count).contains(id) else { return }
    slots[place(id - firstID)]?.entry.ending = ending
  }
}

extension ReceivedRequest {
  /// Roughly the bytes that keeping this request costs.
  fileprivate var journalSize: Int {
    256 + target.path.utf8.count + (target.query?.utf8.count ?? 0) + headers.size
      + (body?.count ?? 0)
  }
}
