#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
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
    ///
    /// Of each body of an exchange that is larger than this alone, an eighth of this is kept at most.
    public var bytes: Int
    /// The most bytes of one body, of a request or of a response, 0 or more; the rest is cut off.
    ///
    /// Conditions on a body that was cut are asked about what is left of it. A listener keeps no more of a
    /// body of over 64 KB while it comes either, where the stub that answers does not look at it.
    public var bodyBytes: Int

    /// Limits; the journal evicts the oldest entries first (default: 10,000 requests, 16 MiB, and bodies of
    /// any size).
    public init(count: Int = 10_000, bytes: Int = 16 * 1024 * 1024, bodyBytes: Int = .max) {
      self.count = count
      self.bytes = bytes
      self.bodyBytes = bodyBytes
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
  /// Whether a check has held for which no request had to come; it says why none has.
  package let isExpectedEmpty = AtomicBool(false)

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
    var entry = JournalEntry(
      id: 0, request: request, result: outcome, arrival: Self.now, plan: plan)
    entry.cutBodies(to: limits.bodyBytes)
    if entry.journalSize > limits.bytes { entry.cutBodies(to: limits.largeBodyBytes) }
    let size = entry.journalSize
    if size > JournalEntry.leastHeldSize, entry.request.content.holding != nil {
      entry.holdBodyAlone()
    }
    let (number, waiters, observers) = state.withLock { state in
      state.received += 1
      state.counts.count(outcome)
      if let plan { state.counts.count(plan) }
      entry.id = state.received
      state.entries.append(entry, size: size, within: limits)
      return (state.received, state.waiters, state.observers)
    }
    for waiter in waiters { waiter.see(request) }
    for observer in observers { observer.tell(.arrived(number)) }
    return number
  }

  /// Notes the answer that a stub's own code has made.
  func note(_ plan: ResponsePlan, for id: Int) {
    note(plan, bodyCount: plan.bodyCount, for: id) { $0.plan = $1 }
  }

  /// Notes what a real server has answered, with the start of the body and the size of all of it.
  func note(relayed plan: ResponsePlan, bodyCount: Int, for id: Int) {
    note(plan, bodyCount: bodyCount, for: id, isCounted: false) { $0.relayed = $1 }
  }

  /// Notes what is answered in the place of a real server, or of what cannot be sent.
  func note(instead plan: ResponsePlan, for id: Int) {
    note(plan, bodyCount: plan.bodyCount, for: id, isCounted: false) { $0.instead = $1 }
  }

  private func note(
    _ plan: ResponsePlan, bodyCount: Int, for id: Int, isCounted: Bool = true,
    _ note: (inout JournalEntry, ResponsePlan) -> Void
  ) {
    let start = plan.cut(to: limits.bodyBytes)
    state.withLock { state in
      if isCounted { state.counts.count(plan) }
      let room = max(0, limits.bytes - state.entries.size(of: id))
      let kept =
        start.journalSize > room ? start.cut(to: min(limits.largeBodyBytes, room)) : start
      state.entries.change(id, adding: kept.journalSize) { entry in
        note(&entry, kept)
        entry.wholeResponseCount = bodyCount > kept.bodyCount ? bodyCount : nil
      }
    }
  }

  /// Notes what has been sent of the response to the entry's request.
  ///
  /// - Returns: the same with the times, if the entry is kept.
  @discardableResult
  func note(_ sent: SentResponse, for id: Int) -> SentResponse {
    let now = Self.now
    let (noted, observers) = state.withLock { state in
      var noted = sent
      state.entries.change(id) { entry in
        entry.note(sent, at: now)
        noted = entry.sent ?? sent
      }
      if noted.isOver { state.counts.count(noted) }
      return (noted, state.observers)
    }
    for observer in observers { observer.tell(sent.ending == nil ? .changed(id) : .ended(id)) }
    return noted
  }

  /// Changes an entry, if it is kept, to one that takes so many bytes more.
  func change(
    _ id: Int, adding size: Int = 0, isTold: Bool = true, _ change: (inout JournalEntry) -> Void
  ) {
    let observers = state.withLock { state in
      state.entries.change(id, adding: size, change)
      return isTold ? state.observers : []
    }
    for observer in observers { observer.tell(.changed(id)) }
  }

  /// Nanoseconds since 1970.
  package static var now: Int64 {
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

  /// The entries with a lower number that are kept, the newest first, and at most so many.
  package func entries(before id: Int, limit: Int) -> [JournalEntry] {
    state.withLock { $0.entries.entries(before: id, limit: limit) }
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
    /// More is known of what was sent of its response, or after it.
    case changed(Int)
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

extension Journal.Limits {
  /// Whether no request is kept, however small.
  package var keepNothing: Bool { count == 0 || bytes < ReceivedRequest.leastJournalSize }

  /// How much is kept of each body of an exchange that is larger than all that may be kept.
  fileprivate var largeBodyBytes: Int { min(bodyBytes, bytes / 8) }
}

extension JournalEntry {
  /// Roughly the bytes that keeping this entry costs.
  fileprivate var journalSize: Int { request.journalSize + (plan?.journalSize ?? 0) }

  /// With fewer bytes no body has a share of a listener's memory, which need not be looked for then.
  fileprivate static let leastHeldSize = 32 * 1_024

  /// Keeps the body without its share of a listener's memory, as the journal counts it for itself.
  fileprivate mutating func holdBodyAlone() {
    request = request.with(body: request.content.unparsed())
    if case .unmatched(let report) = result { result = .unmatched(report.about(request)) }
  }

  /// Keeps so many bytes of each body, and what of the rest is known.
  fileprivate mutating func cutBodies(to limit: Int) {
    if limit == .max { return }
    if let count = request.wholeBodyCount { wholeRequestCount = count }
    if let body = request.body, body.count > limit {
      wholeRequestCount = wholeRequestCount ?? request.bodyCount
      request = request.with(body: RequestBody(Data(body.prefix(limit))))
      if case .unmatched(let report) = result {
        result = .unmatched(report.about(request))
      }
    }
    guard let plan else { return }
    let start = plan.cut(to: limit)
    if start.bodyCount < plan.bodyCount {
      wholeResponseCount = wholeResponseCount ?? plan.bodyCount
      self.plan = start
    }
  }
}

extension ResponsePlan {
  /// The bytes that keeping this answer costs: nothing if its stub keeps it anyway.
  fileprivate var journalSize: Int { isKept || !isInMemory ? 0 : bodyCount }

  /// The plan with at most so many bytes of its body, if that would be kept for it alone.
  fileprivate func cut(to limit: Int) -> ResponsePlan {
    guard !isKept, isInMemory, bodyCount > limit, case .data(let data) = body else { return self }
    var plan = self
    plan.body = .data(Data(data.prefix(limit)))
    return plan
  }
}

extension ReceivedRequest {
  /// What keeping a request costs at least.
  fileprivate static let leastJournalSize = 256

  /// Roughly the bytes that keeping this request costs.
  fileprivate var journalSize: Int {
    Self.leastJournalSize + target.path.utf8.count + (target.query?.utf8.count ?? 0) + headers.size
      + (body?.count ?? 0)
  }
}
