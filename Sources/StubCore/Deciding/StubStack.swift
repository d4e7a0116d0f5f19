/// The stubs in the order in which they are asked: by priority, then newest first.
///
/// A copy shares almost everything with the original. So a request can keep a copy while stubs are
/// added and removed.
struct StubStack: Sendable {
  private var stubs = RankedStubs()
  private var index = StubIndex()
  private var nearest = NearestStubs()
  /// The ranks (positions) of the stubs by identity.
  ///
  /// An identity has several ranks if the stubs of a file were added again.
  private var ranks = PiecewiseDictionary<Ranks>()
  /// The number of stubs that were ever added.
  private var added = 0
  /// The original stubs of replacements, by the identity of the replacement.
  var originals: [HTTPStub.ID: HTTPStub] = [:]
  /// The session's counts of used responses; `nil` outside of sessions, where the stubs keep the
  /// counts.
  var claims: SessionClaims?
  /// The identities of the stubs that are turned off.
  ///
  /// A stub that is off keeps its position, but no request is compared with it.
  private(set) var off: Set<HTTPStub.ID> = []
  /// The groups that were turned on or off; the switches also apply to stubs that are added later.
  private(set) var switches = StubSwitches()

  init() {}

  var isEmpty: Bool { stubs.count == 0 }
  var count: Int { stubs.count }

  /// The stubs in the order in which they are asked.
  var inOrder: some Sequence<InstalledStub> { stubs.lazy.map(\.installed) }

  /// Returns the stubs that may accept a request, in the order in which they are asked.
  func candidates(for request: ReceivedRequest) -> StubCandidates {
    index.candidates(for: request)
  }

  /// Returns the stubs to compare with an unmatched request, at most `limit`.
  ///
  /// If there are more stubs, these are the ones that may accept its URL, the ones for its parent
  /// path, and the newest ones.
  func nearest(to request: ReceivedRequest, limit: Int) -> [InstalledStub] {
    if count <= limit { return inOrder.map(compared) }
    var selection = StubSelection(limit)
    selection.add(candidates(for: request))
    nearest.collect(near: request.target, into: &selection)
    selection.add(inOrder)
    return selection.stubs.map(compared)
  }

  /// Returns the stub that counts a request.
  ///
  /// In a session, this is the session's twin of the stub, a copy with the session's counts.
  func counted(_ installed: InstalledStub) -> InstalledStub {
    claims?.sessionCopy(of: installed) ?? installed
  }

  /// Returns the stub to describe in reports; in a session, this may be the session's twin of it.
  ///
  /// The twin has the session's counts. It is used if the stub may run out of responses, or if the
  /// session already has a twin.
  private func compared(_ installed: InstalledStub) -> InstalledStub {
    guard let claims else { return installed }
    return installed.hasEnd
      ? claims.sessionCopy(of: installed) : claims.existingSessionCopy(of: installed) ?? installed
  }

  /// Returns how many requests the stubs with identity `id` have answered; in a session, requests
  /// of other sessions do not count.
  func answeredCount(of id: HTTPStub.ID) -> Int {
    (ranks[id.hash]?.all ?? []).compactMap { stubs[$0]?.installed }
      .reduce(0) { $0 + answeredCount(of: $1) }
  }

  /// Returns how many requests a stub has answered; in a session, requests of other sessions do not
  /// count.
  func answeredCount(of installed: InstalledStub) -> Int {
    guard let claims else { return installed.answered }
    return claims.existingSessionCopy(of: installed)?.answered ?? 0
  }

  var numberOfAdded: Int { added }

  /// Ensures that stubs that are added later get numbers from `number` on.
  mutating func skipNumbers(to number: Int) { added = max(added, number) }

  /// Removes all stubs.
  mutating func removeAll() {
    let (added, claims, switches) = (added, claims, switches)
    self = StubStack()
    (self.added, self.claims, self.switches) = (added, claims, switches)
  }

  mutating func add(_ stub: HTTPStub) {
    added += 1
    insert(InstalledStub(stub, rank: Rank(priority: stub.priority, number: added)))
  }

  /// Restarts the counts of all stubs at 0.
  func resetCounts() {
    // A session counts nothing in the stubs themselves.
    if let claims { return claims.reset() }
    for installed in inOrder { installed.resetCounts() }
  }

  /// Removes the stub with this identity.
  ///
  /// - Returns: whether there was such a stub.
  @discardableResult
  mutating func remove(_ id: HTTPStub.ID) -> Bool {
    guard let ranks = ranks[id.hash] else { return false }
    for rank in ranks.all { remove(rank) }
    return true
  }

  /// Removes and returns the stub that was added last, whatever its priority.
  mutating func removeLast() -> InstalledStub? {
    guard let last = stubs.newest.max(by: { $0.rank.number < $1.rank.number }) else { return nil }
    remove(last.rank)
    return last.installed
  }

  /// Turns the stub with this identity on or off.
  ///
  /// - Returns: whether there was such a stub.
  mutating func turn(_ id: HTTPStub.ID, on: Bool) -> Bool {
    guard let ranks = ranks[id.hash] else { return false }
    guard on != isOn(id) else { return true }
    for installed in ranks.all.compactMap({ stubs[$0]?.installed }) {
      if on { index.insert(installed, under: installed.stub.keys) } else { index.remove(installed) }
    }
    if on { off.remove(id) } else { off.insert(id) }
    return true
  }

  func isOn(_ id: HTTPStub.ID) -> Bool { !off.contains(id) }

  /// Turns all stubs of a group on or off, including stubs that are added to it later.
  ///
  /// - Returns: how many stubs the group has now.
  mutating func turn(_ group: StubGroup, on: Bool) -> Int {
    switches.set(group, on)
    let members = inOrder.map(\.stub).filter { group.contains($0.origin.file) }
    for stub in members { _ = turn(stub.id, on: on) }
    return members.count
  }

  /// Replaces the switches of all groups, and applies them to the stubs.
  mutating func apply(_ switches: StubSwitches) {
    self.switches = switches
    if switches.isEmpty { return }
    for stub in inOrder.map(\.stub) {
      if let isOn = switches.state(of: stub.origin.file) { _ = turn(stub.id, on: isOn) }
    }
  }

  /// The stub with identity `id`; if there are several, the one that is asked first.
  subscript(id: HTTPStub.ID) -> InstalledStub? {
    ranks[id.hash]?.first.flatMap { stubs[$0]?.installed }
  }

  mutating func insert(_ installed: InstalledStub) {
    if !switches.isEmpty, self[installed.stub.id] == nil,
      switches.state(of: installed.stub.origin.file) == false
    {
      off.insert(installed.stub.id)
    }
    let keys = installed.stub.keys
    stubs.insert(RankedStub(installed))
    if isOn(installed.stub.id) { index.insert(installed, under: keys) }
    nearest.insert(installed, under: keys)
    ranks[installed.stub.id.hash, default: Ranks()].insert(installed.rank)
  }

  /// Returns the stubs that this stack holds and the other does not, in the order they are asked.
  func subtracting(_ other: StubStack) -> [InstalledStub] {
    stubs.subtracting(other.stubs).map(\.installed)
  }

  /// Returns whether this very instance, with its counts, is in the stack.
  func holds(_ installed: InstalledStub) -> Bool { stubs[installed.rank]?.installed === installed }

  mutating func remove(_ rank: Rank) {
    guard let installed = stubs.remove(rank)?.installed else { return }
    let id = installed.stub.id
    if isOn(id) { index.remove(installed) }
    nearest.remove(installed)
    ranks[id.hash, default: Ranks()].remove(rank)
    guard ranks[id.hash]?.first == nil else { return }
    ranks.remove(id.hash)
    off.remove(id)
    originals[id] = nil
  }
}

extension HTTPStub.ID {
  /// A hash that differs for each identity, and is spread evenly over all 64-bit numbers.
  fileprivate var hash: UInt64 { UInt64(number) &* 0x9E37_79B9_7F4A_7C15 }
}

/// The ranks of the stubs with one identity.
private struct Ranks: Sendable {
  /// The rank of the stub that is asked first; `nil` if there are no stubs.
  private(set) var first: Rank?
  private var others: [Rank] = []

  var all: [Rank] { (first.map { [$0] } ?? []) + others }

  mutating func insert(_ rank: Rank) {
    guard let first else {
      first = rank
      return
    }
    others.append(Swift.min(first, rank))
    self.first = Swift.max(first, rank)
  }

  mutating func remove(_ rank: Rank) {
    if first == rank {
      first = others.max()
      others.removeAll { $0 == first }
    } else {
      others.removeAll { $0 == rank }
    }
  }
}
