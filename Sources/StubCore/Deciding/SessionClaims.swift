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
