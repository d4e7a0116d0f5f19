/// One session: a stub set that follows the server's set, with its own journal.
package final class StubSession: Sendable {
  package let name: String
  package let stubs: StubSet
  /// The states of the session's scenarios.
  package let scenarios: ScenarioStates
  package let idleLimit: Duration
  private let lastUse: Lock<Duration>
  private let base: StubSet
  private let claims: SessionClaims
  private let ending = Lock<(isOver: Bool, observers: [Observer<Void>])>((false, []))
  /// An object that a host keeps for this session.
  package let hostObject = LazyObject<any AnyObject & Sendable>()

  init(
    _ name: String, of base: StubSet, idleLimit: Duration, journal: Journal.Limits, now: Duration
  ) {
    (self.name, self.base, self.idleLimit) = (name, base, idleLimit)
    claims = SessionClaims(scenarios: ScenarioStates())
    scenarios = claims.scenarios
    stubs = StubSet(sessionOf: base, claims: claims, journal: Journal(limits: journal))
    lastUse = Lock(now)
  }

  /// Returns whether a text can be the name of a session: 1 to 200 visible ASCII characters without
  /// `/`.
  package static func isName(_ text: String) -> Bool {
    (1...200).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "/") }
  }

  /// Restarts the idle time of the session.
  package func use(at now: Duration) { lastUse.withLock { $0 = max($0, now) } }

  /// Resets stubs, ignore rules and network to the server's, and counts and scenarios to their
  /// start.
  ///
  /// The journal stays.
  package func reset() {
    claims.reset()
    scenarios.reset()
    stubs.resetSession(to: base, claims)
  }

  /// Notifies the observer when the session ends, or at once if it has ended.
  package func whenOver(_ observer: Observer<Void>) {
    let isOver = ending.withLock { ending in
      if !ending.isOver { ending.observers.append(observer) }
      return ending.isOver
    }
    if isOver { observer.tell(()) }
  }

  /// Stops notifying the observer.
  package func forget(_ observer: Observer<Void>) {
    ending.withLock { ending in ending.observers.removeAll { $0 === observer } }
  }

  /// Notifies the observers that the session has ended.
  func noteEnd() {
    let observers = ending.withLock { ending in
      defer { ending = (true, []) }
      return ending.observers
    }
    for observer in observers { observer.tell(()) }
  }

  /// Whether the session was not used for its idle limit.
  func isIdle(at now: Duration) -> Bool {
    now - lastUse.withLock { $0 } >= idleLimit
  }
}
