import StubPlatform

/// All requests and their outcomes; the oldest are evicted first.
public final class Journal: Sendable {
  /// The limits on the memory of a journal.
  public struct Limits: Sendable, Hashable {
    /// The largest number of entries, 0 or more.
    public var count: Int
    /// The largest total size in bytes of URLs, header fields and bodies, 0 or more.
    ///
    /// If a single exchange is larger, the journal keeps at most an eighth of this limit of each of
    /// its bodies.
    public var bytes: Int
    /// The largest number of bytes of one request or response body, 0 or more; the rest is cut off.
    ///
    /// A later look at the journal sees only the kept part. If the stub that answers does not read
    /// the body, a listener also stores only this part of a body over 64 KB while it arrives.
    public var bodyBytes: Int

    /// Creates limits; when they are reached, the journal evicts its oldest entries.
    ///
    /// The default is 10,000 requests, 16 MiB, and bodies of any size.
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

  /// The limits of the journal's memory.
  public let limits: Limits
  private let state = Lock(State())
  /// Whether a check for no requests has passed, so that an empty journal is not a sign of a
  /// mistake.
  package let isExpectedEmpty = AtomicBool(false)

  /// Creates an empty journal.
  ///
  /// A stub set creates its own journal unless you give it one.
  public init(limits: Limits = Limits()) { self.limits = limits }

  /// The entries that are kept, oldest first.
  public var entries: [JournalEntry] { state.withLock { $0.entries.all } }

  /// The number of requests received, including evicted ones.
  public var receivedCount: Int { state.withLock { $0.received } }

  /// The totals of all requests received.
  package var counts: JournalCounts { state.withLock { $0.counts } }

  /// Whether any code waits for requests.
  var isAwaited: Bool { state.withLock { !$0.waiters.isEmpty } }

  /// Removes all entries, but keeps the counts.
  public func removeAll() {
    let observers = state.withLock { state in
      state.entries = EntryRing()
      return state.observers
    }
    for observer in observers { observer.tell(.removed) }
  }

  /// Counts a request, and adds an entry for it unless the journal keeps nothing.
  ///
  /// - Returns: the number of the entry.
  func record(
    _ request: ReceivedRequest, _ outcome: JournaledOutcome, _ plan: ResponsePlan? = nil
  ) -> Int {
    var made = limits.keepNothing ? nil : entry(request, outcome, plan)
    let (number, waiters, observers) = state.withLock { state in
      state.received += 1
      state.counts.count(outcome)
      if let plan { state.counts.count(plan) }
      if let (entry, size) = made.take() {
        state.entries.append(entry, id: state.received, size: size, within: limits)
      }
      return (state.received, state.waiters, state.observers)
    }
    for waiter in waiters { waiter.see(request) }
    for observer in observers { observer.tell(.arrived(number)) }
    return number
  }

  /// Returns an entry without a number, with its bodies cut to the limits, and its size.
  private func entry(
    _ request: ReceivedRequest, _ outcome: JournaledOutcome, _ plan: ResponsePlan?
  ) -> (JournalEntry, size: Int) {
    let entry = JournalEntry(
      id: 0, request: request, result: outcome, arrival: Self.now, plan: plan)
    let size = request.journalSize + (plan?.journalSize ?? 0)
    // No body is longer than the entry.
    let isSmall = size <= min(limits.bytes, limits.bodyBytes, JournalEntry.leastHeldSize)
    return isSmall && request.wholeBodyCount == nil ? (entry, size) : cut(entry)
  }

  private func cut(_ entry: consuming JournalEntry) -> (JournalEntry, size: Int) {
    entry.cutBodies(to: limits.bodyBytes)
    if entry.journalSize > limits.bytes { entry.cutBodies(to: limits.largeBodyBytes) }
    let size = entry.journalSize
    if size > JournalEntry.leastHeldSize, entry.request.content.holding != nil {
      entry.releaseBodyShare()
    }
    return (entry, size)
  }

  /// Adds to entry `id` the response that the stub's own code has made.
  func note(_ plan: ResponsePlan, for id: Int) {
    note(plan, bodyCount: plan.bodyCount, for: id) { $0.plan = $1 }
  }

  /// Adds a real server's response to entry `id`: its head, the start of its body, and the size of
  /// the whole body.
  func note(relayed plan: ResponsePlan, bodyCount: Int, for id: Int) {
    note(plan, bodyCount: bodyCount, for: id, isCounted: false) { $0.relayed = $1 }
  }

  /// Adds to entry `id` the response that the client gets instead of the planned one.
  ///
  /// This happens if the planned response cannot be sent, or if a real server did not respond.
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

  /// Notes in entry `id` how much of the response has been sent.
  ///
  /// - Returns: `sent`, with its times added if the entry is kept.
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

  /// Changes entry `id`, if it is kept.
  ///
  /// `size` is the number of bytes by which the entry grows. `isTold` says whether observers are
  /// notified.
  func change(
    _ id: Int, adding size: Int = 0, isTold: Bool = true, _ change: (inout JournalEntry) -> Void
  ) {
    let observers = state.withLock { state in
      state.entries.change(id, adding: size, change)
      return isTold ? state.observers : []
    }
    for observer in observers { observer.tell(.changed(id)) }
  }

  /// The current time in nanoseconds since 1970.
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Returns the entry with number `id`; `nil` if it is not kept.
  package func entry(_ id: Int) -> JournalEntry? { state.withLock { $0.entries[id] } }

  /// Returns the kept entries with numbers from `id` on, oldest first, at most `limit`.
  package func entries(from id: Int, limit: Int) -> [JournalEntry] {
    state.withLock { $0.entries.entries(from: id, limit: limit) }
  }

  /// Returns the kept entries with numbers below `id`, newest first, at most `limit`.
  package func entries(before id: Int, limit: Int) -> [JournalEntry] {
    state.withLock { $0.entries.entries(before: id, limit: limit) }
  }

  /// Removes the entries with these numbers.
  package func remove(_ ids: Set<Int>) {
    let observers = state.withLock { state in
      state.entries.remove(ids)
      return state.observers
    }
    for observer in observers { observer.tell(.removed) }
  }

  /// A change of a journal.
  package enum Change: Sendable, Hashable {
    /// The entry with this number was added.
    case arrived(Int)
    /// The response of the entry with this number has ended.
    case ended(Int)
    /// The entry with this number has new details of its response or webhooks.
    case changed(Int)
    /// Entries were removed.
    case removed
  }

  /// Notifies the observer of each change, on the thread that made the change.
  package func add(_ observer: Observer<Change>) {
    state.withLock { $0.observers.append(observer) }
  }

  package func remove(_ observer: Observer<Change>) {
    state.withLock { $0.observers.removeAll { $0 === observer } }
  }

  /// Registers a waiter, which also gets the requests that have already arrived.
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
  /// Whether the limits are too small for even one request.
  package var keepNothing: Bool { count == 0 || bytes < ReceivedRequest.leastJournalSize }

  /// The number of bytes kept of each body if a single exchange is larger than the limit.
  fileprivate var largeBodyBytes: Int { min(bodyBytes, bytes / 8) }
}

extension JournalEntry {
  /// The approximate size of this entry in memory, in bytes.
  fileprivate var journalSize: Int { request.journalSize + (plan?.journalSize ?? 0) }

  /// The size in bytes below which a body never takes a share of a listener's memory for bodies.
  fileprivate static let leastHeldSize = 32 * 1_024

  /// Releases the body's share of a listener's memory for bodies, because the journal counts the
  /// body itself.
  fileprivate mutating func releaseBodyShare() {
    request = request.with(body: request.content.unparsed())
    if case .unmatched(let report) = result { result = .unmatched(report.about(request)) }
  }

  /// Cuts each body to `limit` bytes, and notes its whole length.
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
    guard let plan, plan.bodyCount > limit else { return }
    let start = plan.cut(to: limit)
    if start.bodyCount < plan.bodyCount {
      wholeResponseCount = wholeResponseCount ?? plan.bodyCount
      self.plan = start
    }
  }
}

extension ResponsePlan {
  /// The memory in bytes that keeping this response takes; 0 if its stub keeps it anyway.
  fileprivate var journalSize: Int { isKept || !isInMemory ? 0 : bodyCount }

  /// Returns the plan with its body cut to `limit` bytes, unless its stub keeps the body anyway.
  fileprivate func cut(to limit: Int) -> ResponsePlan {
    guard !isKept, isInMemory, bodyCount > limit, case .data(let data) = body else { return self }
    var plan = self
    plan.body = .data(Data(data.prefix(limit)))
    return plan
  }
}
