#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

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
    var counts = JournalCounts()
    var waiters: [RequestWaiter] = []
    var observers: [Observer<Change>] = []
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

  /// Sums over all requests that have arrived.
  package var counts: JournalCounts { state.withLock { $0.counts } }

  /// Whether somebody waits for requests.
  var isAwaited: Bool { state.withLock { !$0.waiters.isEmpty } }

  /// Forgets every entry; counting goes on.
  public func removeAll() {
    let observers = state.withLock { state in
      state.entries = EntryRing()
      return state.observers
    }
    for observer in observers { observer.tell(.removed) }
  }

  /// Adds an entry.
  ///
  /// - Returns: its number.
  func record(
    _ request: ReceivedRequest, _ outcome: JournaledOutcome, _ plan: ResponsePlan? = nil
  ) -> Int {
    let size = request.journalSize + (plan?.journalSize ?? 0)
    let arrival = Self.now
    let (number, waiters, observers) = state.withLock { state in
      state.received += 1
      state.counts.count(outcome)
      if let plan { state.counts.count(plan) }
      let entry = JournalEntry(
        id: state.received, request: request, result: outcome, arrival: arrival, plan: plan)
      state.entries.append(entry, size: size, within: limits)
      return (state.received, state.waiters, state.observers)
    }
    for waiter in waiters { waiter.see(request) }
    for observer in observers { observer.tell(.arrived(number)) }
    return number
  }

  /// Notes the answer that a stub's own code has made.
  func note(_ plan: ResponsePlan, for id: Int) {
    state.withLock { state in
      state.counts.count(plan)
      state.entries.change(id, adding: plan.journalSize) { $0.plan = plan }
    }
  }

  /// Notes how the response to the entry's request ended.
  package func finish(_ id: Int, _ ending: ResponseEnding) {
    let now = Self.now
    let observers = state.withLock { state in
      var duration: Duration?
      state.entries.change(id) { entry in
        entry.ending = ending
        duration = .nanoseconds(max(0, now - entry.arrival))
        entry.duration = duration
      }
      if let duration { state.counts.count(duration) }
      return state.observers
    }
    for observer in observers { observer.tell(.ended(id)) }
  }

  /// Nanoseconds since 1970.
  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// The entry with that number, if it is kept.
  package func entry(_ id: Int) -> JournalEntry? { state.withLock { $0.entries[id] } }

  /// The entries from that number on that are kept, the oldest first, and at most so many.
  package func entries(from id: Int, limit: Int) -> [JournalEntry] {
    state.withLock { $0.entries.entries(from: id, limit: limit) }
  }

  /// Forgets the entries with these numbers.
  package func remove(_ ids: Set<Int>) {
    let observers = state.withLock { state in
      state.entries.remove(ids)
      return state.observers
    }
    for observer in observers { observer.tell(.removed) }
  }

  /// What happens to a journal.
  package enum Change: Sendable, Hashable {
    /// The entry with this number has been added.
    case arrived(Int)
    /// Its response has ended.
    case ended(Int)
    /// Entries were removed.
    case removed
  }

  /// Tells the observer of each change, on the thread that made it.
  package func add(_ observer: Observer<Change>) {
    state.withLock { $0.observers.append(observer) }
  }

  package func remove(_ observer: Observer<Change>) {
    state.withLock { $0.observers.removeAll { $0 === observer } }
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
    if count == slots.count { grow(to: min(limits.count, max(8, count * 2))) }
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

  mutating func change(_ id: Int, adding size: Int = 0, _ change: (inout JournalEntry) -> Void) {
    guard (firstID..<firstID + count).contains(id) else { return }
    let place = place(id - firstID)
    guard slots[place] != nil else { return }
    bytes += size
    slots[place]?.size += size
    slots[place]?.entry.apply(change)
  }

  subscript(id: Int) -> JournalEntry? {
    (firstID..<firstID + count).contains(id) ? slots[place(id - firstID)]?.entry : nil
  }

  func entries(from id: Int, limit: Int) -> [JournalEntry] {
    var entries: [JournalEntry] = []
    for offset in max(0, id - firstID)..<max(count, id - firstID, 0) where entries.count < limit {
      if let entry = slots[place(offset)]?.entry { entries.append(entry) }
    }
    return entries
  }

  /// Their places stay, without an entry.
  mutating func remove(_ ids: Set<Int>) {
    for id in ids where (firstID..<firstID + count).contains(id) {
      bytes -= slots[place(id - firstID)].take()?.size ?? 0
    }
  }
}

extension JournalEntry {
  fileprivate mutating func apply(_ change: (inout Self) -> Void) { change(&self) }
}

extension ResponsePlan {
  /// The bytes that keeping this answer costs: nothing if its stub keeps it anyway.
  fileprivate var journalSize: Int { isKept || !isInMemory ? 0 : bodyCount }
}

extension ReceivedRequest {
  /// Roughly the bytes that keeping this request costs.
  fileprivate var journalSize: Int {
    256 + target.path.utf8.count + (target.query?.utf8.count ?? 0) + headers.size
      + (body?.count ?? 0)
  }
}
