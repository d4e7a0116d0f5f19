/// A set that has the stubs of another and some of its own.
///
/// It follows the other set: what changes there changes here, unless it was changed here too.
final class SessionBase: Sendable {
  let set: StubSet
  /// The contents of the other set as they were taken over.
  private let taken: Lock<(version: Int, contents: Shared<StubSet.Contents>)>

  init(_ set: StubSet) {
    self.set = set
    let version = set.version
    taken = Lock((version, set.snapshot))
  }

  /// Takes over what has changed in the other set.
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
  /// A set that begins with the stubs, rules and network of another and follows its changes.
  ///
  /// What is counted, and the states of scenarios, are its own.
  package convenience init(
    sessionOf base: StubSet, claims: SessionClaims, journal: Journal
  ) {
    self.init(base: SessionBase(base), claims: claims, journal: journal)
  }
}

extension StubSet.Contents {
  /// The contents of a session at its start.
  func session(_ claims: SessionClaims) -> Self {
    var contents = self
    contents.stack.beginSession(claims)
    contents.recorders = []
    return contents
  }

  /// Takes over what another set has become, but for what was changed here.
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
  /// From this number on stubs are a session's own.
  private static let firstOfSession = 1 << 40

  /// Counts from now on for a session.
  mutating func beginSession(_ claims: SessionClaims) {
    self.claims = claims
    skipNumbers(to: Self.firstOfSession)
  }

  /// Takes over what another stack has become, with what was added and removed here.
  fileprivate mutating func follow(_ new: StubStack, since old: StubStack) {
    let session = self
    let own = inOrder.filter { !old.holds($0) && !new.holds($0) }
    let replaced = Set(own.compactMap { originals[$0.stub.id]?.id })
    // What took the place of another takes it again below.
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

/// What one session has counted of stubs that it shares with others.
///
/// A stub that a session has been answered by gets a twin there, which counts for this session alone,
/// and whose scenarios and recordings are in states of their own. Nothing is kept of other stubs, so
/// a session costs little however many stubs there are.
package final class SessionClaims: Sendable {
  /// The states of the session's scenarios.
  package let scenarios: ScenarioStates
  private let twins = Lock<[ObjectIdentifier: (shared: InstalledStub, own: InstalledStub)]>([:])
  private let states = Lock<[ObjectIdentifier: any AnyObject & Sendable]>([:])

  package init(scenarios: ScenarioStates) { self.scenarios = scenarios }

  /// The twin of a stub.
  func twin(of shared: InstalledStub) -> InstalledStub {
    let name = ObjectIdentifier(shared)
    if let own = twins.withLock({ $0[name]?.own }) { return own }
    let own = InstalledStub(shared.stub.isolated(in: self), rank: shared.rank)
    return twins.withLock { twins in
      let kept = twins[name]?.own ?? own
      // With the shared one, so that no other object takes its address.
      twins[name] = (shared, kept)
      return kept
    }
  }

  /// The twin, if the session has been answered by the stub.
  func twinIfUsed(of shared: InstalledStub) -> InstalledStub? {
    twins.withLock { $0[ObjectIdentifier(shared)]?.own }
  }

  /// Forgets all that was counted.
  func reset() {
    twins.withLock { $0 = [:] }
    states.withLock { $0 = [:] }
  }

  /// The session's own copy of what stubs share among themselves, such as the order of a cassette.
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
  /// The same stub with conditions of its responses that are in states of the session's own.
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
