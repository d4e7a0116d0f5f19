/// The server's set of stubs as a session last saw it.
///
/// A session is one client's own view of the server. A change in the server's set also changes the
/// session, except for things that the session has changed itself.
struct SessionBase: Sendable {
  private let set: StubSet
  private var version: Int
  private(set) var contents: Shared<StubSet.Contents>

  init(_ set: StubSet) {
    self.set = set
    // A change after the version was read is taken over again, which has no effect.
    version = set.version
    contents = set.snapshot
  }

  /// Applies to the contents of a session the changes that were made in the server's set since the
  /// last call.
  ///
  /// - Returns: whether there were any.
  mutating func update(_ session: inout StubSet.Contents) -> Bool {
    guard version != set.version else { return false }
    let old = contents.value
    self = Self(set)
    session.follow(contents.value, since: old)
    return true
  }
}

extension StubSet {
  /// Sets the stubs, ignore rules and network of a session back to the server's; recordings go on.
  func resetSession(to base: StubSet, _ claims: SessionClaims) {
    update { contents in
      // The server's later changes are followed as before.
      let new = base.snapshot.value
      contents.stack = new.stack.session(claims, after: contents.stack)
      contents.ignoreRules = new.ignoreRules
      contents.link = new.link
    }
  }
}

extension StubSet.Contents {
  /// Returns the contents with which a session of this set starts.
  func session(_ claims: SessionClaims) -> Self {
    var contents = self
    contents.stack.beginSession(claims)
    contents.files = StubStack()
    contents.recorders = []
    return contents
  }

  /// Applies the changes from `old` to `new` of the server's set, except where the session has made
  /// changes itself.
  fileprivate mutating func follow(_ new: Self, since old: Self) {
    stack.follow(new.stack, since: old.stack)
    if new.reloads != reloads {
      stack.claims?.forget { new.files.holds($0) }
      reloads = new.reloads
    }
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
  /// The first number of the stubs that a session adds; stubs of the server have lower numbers.
  private static let firstOfSession = 1 << 40

  /// Starts counting for a session.
  fileprivate mutating func beginSession(_ claims: SessionClaims) {
    self.claims = claims
    skipNumbers(to: Self.firstOfSession)
  }

  /// Returns a copy of this stack with which a session starts again; `old` is the session's present
  /// stack.
  fileprivate func session(_ claims: SessionClaims, after old: StubStack) -> StubStack {
    var stack = self
    stack.beginSession(claims)
    stack.skipNumbers(to: old.numberOfAdded)
    return stack
  }

  /// Applies the changes from `old` to `new` of the server's stack, and keeps the session's own
  /// changes.
  fileprivate mutating func follow(_ new: StubStack, since old: StubStack) {
    let session = self
    let own = subtracting(old).filter { !new.holds($0) }
    let removedIDs = old.subtracting(self).map(\.stub.id).filter { session[$0] == nil }
    let (claims, count) = (claims, numberOfAdded)
    let ownSwitches = switches == old.switches ? nil : switches
    let (turnedOff, turnedOn) = (off.subtracting(old.off), old.off.subtracting(off))
    self = new
    self.claims = claims
    skipNumbers(to: count)
    if let ownSwitches { apply(ownSwitches) }
    // Stubs are removed last, because an own stub takes the place of the one that it replaced.
    for installed in own { takeOver(installed, of: session) }
    for id in removedIDs { remove(id) }
    for id in turnedOff { _ = turn(id, on: false) }
    for id in turnedOn { _ = turn(id, on: true) }
  }
}
