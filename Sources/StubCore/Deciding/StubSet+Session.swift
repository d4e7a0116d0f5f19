/// The server's set of stubs, which the set of a session follows.
///
/// A session is one client's own view of the server.
///
/// A change in the server's set also changes the session, except for things that the session has
/// changed itself.
final class SessionBase: Sendable {
  let set: StubSet
  /// The contents of the server's set when they were last taken over.
  private let taken: Lock<(version: Int, contents: Shared<StubSet.Contents>)>

  init(_ set: StubSet) {
    self.set = set
    let version = set.version
    taken = Lock((version, set.snapshot))
  }

  /// Takes over the changes of the server's set, and returns whether there were any.
  func update(_ contents: inout StubSet.Contents) -> Bool {
    let version = set.version
    let snapshot = set.snapshot
    let before: Shared<StubSet.Contents>? = taken.withLock { taken in
      guard taken.version != version else { return nil }
      defer { taken = (version, snapshot) }
      return taken.contents
    }
    guard let before else { return false }
    contents.follow(snapshot.value, since: before.value)
    return true
  }
}

extension StubSet {
  /// Creates a set that begins with the stubs, rules and network of another set and follows its
  /// changes.
  ///
  /// The new set has its own counts and states of scenarios.
  package convenience init(
    sessionOf base: StubSet, claims: SessionClaims, journal: Journal
  ) {
    self.init(base: SessionBase(base), claims: claims, journal: journal)
  }
}

extension StubSet.Contents {
  /// Returns the contents with which a session of this set starts.
  func session(_ claims: SessionClaims) -> Self {
    var contents = self
    contents.stack.beginSession(claims)
    contents.recorders = []
    return contents
  }

  /// Takes over the changes of another set, except where this set was changed itself.
  fileprivate mutating func follow(_ new: Self, since old: Self) {
    stack.follow(new.stack, since: old.stack)
    let known = Set(old.ignoreRules.map(\.id))
    ignoreRules = new.ignoreRules + ignoreRules.filter { !known.contains($0.id) }
    if link === old.link { link = new.link }
    if delays == old.delays { delays = new.delays }
    if evaluationLimits == old.evaluationLimits { evaluationLimits = new.evaluationLimits }
    if unhandledMode == old.unhandledMode { unhandledMode = new.unhandledMode }
    unmatchedResponse = new.unmatchedResponse
    hooks = new.hooks
  }
}

extension StubStack {
  /// The first number of stubs that a session adds; stubs of the server have lower numbers.
  private static let firstOfSession = 1 << 40

  /// Starts counting for a session.
  mutating func beginSession(_ claims: SessionClaims) {
    self.claims = claims
    skipNumbers(to: Self.firstOfSession)
  }

  /// Takes over the changes of another stack, and keeps what was added and removed here.
  fileprivate mutating func follow(_ new: StubStack, since old: StubStack) {
    let session = self
    let own = inOrder.filter { !old.holds($0) && !new.holds($0) }
    let replaced = Set(own.compactMap { originals[$0.stub.id]?.id })
    // A stub that replaced another one replaces it again below.
    let removedIDs = old.inOrder.map(\.stub.id).filter {
      session[$0] == nil && !replaced.contains($0)
    }
    let (claims, count) = (claims, numberOfAdded)
    let ownSwitches = switches == old.switches ? nil : switches
    let (turnedOff, turnedOn) = (off.subtracting(old.off), old.off.subtracting(off))
    self = new
    self.claims = claims
    skipNumbers(to: count)
    for id in removedIDs { remove(id) }
    if let ownSwitches { apply(ownSwitches) }
    for installed in own { takeOver(installed, of: session) }
    for id in turnedOff { _ = turn(id, on: false) }
    for id in turnedOn { _ = turn(id, on: true) }
  }
}

/// The counts of one session for stubs that it shares with other sessions.
///
/// When a stub answers a request of the session, the session gets a twin of it. The twin counts for
/// this session alone, and its scenarios and recordings have separate states. Stubs that were not
/// used take no memory, so a session is cheap with any number of stubs.
package final class SessionClaims: Sendable {
  /// The states of the session's scenarios.
  package let scenarios: ScenarioStates
  private let twins = Lock<[ObjectIdentifier: (shared: InstalledStub, own: InstalledStub)]>([:])
  private let states = Lock<[ObjectIdentifier: any AnyObject & Sendable]>([:])

  package init(scenarios: ScenarioStates) { self.scenarios = scenarios }

  /// Returns the session's twin of a stub, and makes it if needed.
  func twin(of shared: InstalledStub) -> InstalledStub {
    let name = ObjectIdentifier(shared)
    if let own = twins.withLock({ $0[name]?.own }) { return own }
    let own = InstalledStub(shared.stub.isolated(in: self), rank: shared.rank)
    return twins.withLock { twins in
      let kept = twins[name]?.own ?? own
      // The entry keeps the shared stub, so that no other object gets its address.
      twins[name] = (shared, kept)
      return kept
    }
  }

  /// Returns the twin, or `nil` if the stub has not answered a request of the session.
  func twinIfUsed(of shared: InstalledStub) -> InstalledStub? {
    twins.withLock { $0[ObjectIdentifier(shared)]?.own }
  }

  /// Forgets all counts and states.
  func reset() {
    twins.withLock { $0 = [:] }
    states.withLock { $0 = [:] }
  }

  /// Returns the session's own copy of a state that stubs share, such as the order of a cassette.
  package func copy<State: AnyObject & Sendable>(of shared: State, _ make: () -> State) -> State {
    let name = ObjectIdentifier(shared)
    if let own = states.withLock({ $0[name] }) as? State { return own }
    let own = make()
    return states.withLock { states in
      let kept = states[name] as? State ?? own
      states[name] = kept
      return kept
    }
  }
}

extension HTTPStub {
  /// Returns the same stub, with conditions whose states belong to the session.
  fileprivate func isolated(in claims: SessionClaims) -> HTTPStub {
    guard responses.contains(where: { $0.script.condition != nil }) else { return self }
    var scripts = ResponseScripts()
    for entry in responses {
      var script = entry.script
      script.condition = script.condition.map { $0.isolated(in: claims) }
      scripts[entry.key] = script
    }
    return with(scripts)
  }
}
