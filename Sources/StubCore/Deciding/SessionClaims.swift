/// The counts of one session for stubs that it shares with other sessions.
///
/// When a stub answers a request of the session, the session gets a twin of it: a copy that counts
/// for this session alone, with separate states of scenarios and recordings. Stubs that were not
/// used take no memory, so a session is cheap with any number of stubs.
package final class SessionClaims: Sendable {
  /// The states of the session's scenarios.
  package let scenarios: ScenarioStates
  private let sessionCopies = Lock<[ObjectIdentifier: (shared: InstalledStub, own: InstalledStub)]>(
    [:])
  private let states = Lock<[ObjectIdentifier: any AnyObject & Sendable]>([:])

  package init(scenarios: ScenarioStates) { self.scenarios = scenarios }

  /// Returns the session's twin of a stub, which is created if needed.
  func sessionCopy(of shared: InstalledStub) -> InstalledStub {
    let name = ObjectIdentifier(shared)
    if let own = sessionCopies.withLock({ $0[name]?.own }) { return own }
    let own = InstalledStub(shared.stub.isolated(in: self), rank: shared.rank)
    return sessionCopies.withLock { sessionCopies in
      let kept = sessionCopies[name]?.own ?? own
      // The entry keeps the shared stub, so that no other object gets its address.
      sessionCopies[name] = (shared, kept)
      return kept
    }
  }

  /// Returns the session's twin of a stub; `nil` if the stub has answered no request of the
  /// session.
  func existingSessionCopy(of shared: InstalledStub) -> InstalledStub? {
    sessionCopies.withLock { $0[ObjectIdentifier(shared)]?.own }
  }

  /// Removes the twins of some stubs.
  func forget(_ isOver: (InstalledStub) -> Bool) {
    sessionCopies.withLock { $0 = $0.filter { !isOver($0.value.shared) } }
  }

  /// Removes all twins and states of the session.
  func reset() {
    sessionCopies.withLock { $0 = [:] }
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
  /// Returns a copy of the stub whose conditions have the session's own states.
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
