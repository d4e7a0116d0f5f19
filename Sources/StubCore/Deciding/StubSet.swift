/// A set of stubs with its rules and its journal; any number of hosts can answer from it.
///
/// All members can be used from any thread at any time. Removing a stub does not affect requests
/// that it has already matched.
public final class StubSet: Sendable {
  struct Contents: Sendable {
    var stack = StubStack()
    /// The stubs of files alone, from which a reload takes the ones that have not changed.
    var files = StubStack()
    /// The number of times that the stubs of files were replaced.
    var reloads = 0
    var ignoreRules: [HTTPStubIgnoreRule] = []
    var unhandledMode = HTTPUnhandledMode.optout
    var unmatchedResponse = HTTPUnmatchedResponse.error
    var hooks = StubHooks()
    var link: NetworkLink?
    var delays = DefaultDelays()
    /// The evaluation limits, if they have been set; with `nil`, each body has the default limits.
    var evaluationLimits: EvaluationLimits?
    var unmatchedText: UnmatchedText?
    var recorders: [any ExchangeRecorder] = []
  }

  private struct State {
    var contents = Contents()
    /// The contents for readers.
    ///
    /// They are copied when a reader needs them, and the copy is released before a change, so
    /// changes without a reader between them copy nothing.
    var snapshot: Shared<Contents>?
    var observers: [Observer<Void>] = []
    /// In a session, the server's set as the session last saw it; otherwise `nil`.
    var base: SessionBase?

    /// Applies the changes that were made in the server's set since the last call.
    mutating func follow() {
      if base?.update(&contents) == true { snapshot = nil }
    }
  }

  private let state: Lock<State>
  /// A number that grows with each change.
  private let changes = AtomicInt(0)
  /// Whether the set may have a network link.
  ///
  /// This is read for every request, because most sets have none. The set of a session can get the
  /// server's link at any time.
  private let mayHaveLink = AtomicBool(false)
  /// The requests that were received, with their outcomes.
  public let journal: Journal
  /// The clock and the random values of templates.
  ///
  /// Print its seed to be able to repeat a run.
  package let templateEnvironment: TemplateEnvironment

  /// Creates an empty set.
  ///
  /// Give the environment a seed if random values must be repeatable.
  public init(
    journal: Journal = Journal(), templateEnvironment: TemplateEnvironment = TemplateEnvironment()
  ) {
    self.journal = journal
    self.templateEnvironment = templateEnvironment
    state = Lock(State())
  }

  /// Creates the set of a session, which begins with the contents of the server's set and follows
  /// its changes.
  init(sessionOf server: StubSet, claims: SessionClaims, journal: Journal) {
    self.journal = journal
    templateEnvironment = server.templateEnvironment
    let base = SessionBase(server)
    state = Lock(State(contents: base.contents.value.session(claims), base: base))
    mayHaveLink.store(true)
  }

  var version: Int { changes.load() }

  /// The present contents, which can be read later without a lock.
  var snapshot: Shared<Contents> {
    state.withLock { state in
      if state.base != nil { state.follow() }
      if let snapshot = state.snapshot { return snapshot }
      let snapshot = Shared(state.contents)
      state.snapshot = snapshot
      return snapshot
    }
  }

  func update<Result>(_ change: (inout Contents) -> sending Result) -> Result {
    let (result, observers) = state.withLock { state in
      if state.base != nil { state.follow() }
      state.snapshot = nil
      defer { mayHaveLink.store(state.base != nil || state.contents.link != nil) }
      return (change(&state.contents), state.observers)
    }
    changes.add(1)
    for observer in observers { observer.tell(()) }
    return result
  }

  /// Notifies the observer of each change, on the thread that made the change.
  package func add(_ observer: Observer<Void>) {
    state.withLock { $0.observers.append(observer) }
  }

  package func remove(_ observer: Observer<Void>) {
    state.withLock { $0.observers.removeAll { $0 === observer } }
  }

  /// Whether unmatched requests fail or pass through (default: `optout`; they fail).
  public var unhandledMode: HTTPUnhandledMode {
    get { snapshot.value.unhandledMode }
    set { update { $0.unhandledMode = newValue } }
  }

  /// The response to an unmatched request in the mode `optout` (default: an error with the report).
  public var unmatchedResponse: HTTPUnmatchedResponse {
    get { snapshot.value.unmatchedResponse }
    set { update { $0.unmatchedResponse = newValue } }
  }

  /// The network that all responses of this set share (default: `nil`, no limits).
  ///
  /// A new value creates a new link; responses in progress keep the previous one.
  public var network: NetworkProfile? {
    get { snapshot.value.link?.profile }
    set { update { $0.link = newValue.map(NetworkLink.init) } }
  }

  /// The shared network link, for hosts through which requests also arrive.
  package var link: NetworkLink? {
    mayHaveLink.load() ? snapshot.value.link : nil
  }

  /// The delays of responses that set no delay themselves (default: none).
  package var delays: DefaultDelays {
    get { snapshot.value.delays }
    set { update { $0.delays = newValue } }
  }

  /// The limits of the work that conditions on the body of one request may do.
  ///
  /// A condition that needs more work fails.
  public var evaluationLimits: EvaluationLimits {
    get { snapshot.value.evaluationLimits ?? EvaluationLimits() }
    set { update { $0.evaluationLimits = newValue } }
  }

  /// A function that returns the text to send instead of a report, or `nil` to send the report.
  package typealias UnmatchedText = @Sendable (UnmatchedReport) -> String?

  /// The function that makes the text for an unmatched request that listeners send.
  ///
  /// Listeners send the report if the function is `nil` or returns `nil`, or if the client accepts
  /// JSON.
  package var unmatchedText: UnmatchedText? {
    get { snapshot.value.unmatchedText }
    set { update { $0.unmatchedText = newValue } }
  }

  /// The closures that are notified of events; setting them replaces the previous ones.
  package var hooks: StubHooks {
    get { snapshot.value.hooks }
    set { update { $0.hooks = newValue } }
  }

  /// Changes the hooks in one step.
  package func changeHooks(_ change: (inout StubHooks) -> Void) { update { change(&$0.hooks) } }

  /// Adds a copy of the stub as it is now.
  ///
  /// Among stubs with the same priority, the stub that was added last is asked first.
  @discardableResult
  public func add(stub: HTTPStubRequest) -> HTTPStub {
    let stub = stub.copy()
    add([stub])
    return stub
  }

  package func add(_ stubs: [HTTPStub]) {
    exchange([], for: stubs)
  }

  /// Removes stubs and adds others, in one step.
  package func exchange(_ removed: Set<HTTPStub.ID>, for stubs: [HTTPStub]) {
    let hooks = update { contents in
      for id in removed { contents.stack.remove(id) }
      for stub in stubs { contents.stack.add(stub) }
      return contents.hooks
    }
    for stub in stubs {
      for problem in stub.problems { hooks.problem("\(stub.title): \(problem)") }
    }
  }

  /// Replaces a stub of the set by a copy of `stub`, in one step.
  ///
  /// Requests that the old stub has already matched get its response.
  ///
  /// - Returns: the new stub; `nil` if the old stub is not in the set, and nothing has changed.
  @discardableResult
  package func replace(stub id: HTTPStub.ID, with stub: HTTPStubRequest) -> HTTPStub? {
    let stub = stub.copy()
    return replace(id, with: stub) ? stub : nil
  }

  /// The stubs in the order in which they are asked.
  public var stubs: [HTTPStub] { snapshot.value.stack.inOrder.map(\.stub) }

  /// Replaces a stub by another one, in one step.
  ///
  /// - Returns: `false` if the old stub is not in the set, and nothing has changed.
  package func replace(_ id: HTTPStub.ID, with stub: HTTPStub) -> Bool {
    guard update({ $0.stack.replace(id, with: stub) }) else { return false }
    for problem in stub.problems { hooks.problem("\(stub.title): \(problem)") }
    return true
  }

  /// Removes the stub with identity `id`.
  ///
  /// A builder has the identity of its first copy.
  ///
  /// - Returns: whether there was such a stub.
  @discardableResult
  public func remove(stub id: HTTPStub.ID) -> Bool { remove(stubs: [id]) }

  /// Removes the stubs with these identities, in one step.
  ///
  /// - Returns: whether there was at least one of them.
  package func remove(stubs ids: [HTTPStub.ID]) -> Bool {
    update { contents in ids.reduce(false) { contents.stack.remove($1) || $0 } }
  }

  /// Removes the stub that was added last, whatever its priority.
  @discardableResult
  public func removeLastStub() -> HTTPStub? {
    update { $0.stack.removeLast()?.stub }
  }

  /// Removes all stubs; ignore rules, hooks and the journal stay.
  public func removeAllStubs() {
    update { $0.stack.removeAll() }
  }

  /// The rules whose requests pass through, in the order in which they were added.
  public var ignoreRules: [HTTPStubIgnoreRule] { snapshot.value.ignoreRules }

  /// Adds a rule, which lets requests pass through that all its matchers accept.
  public func add(ignore rule: HTTPStubIgnoreRule) {
    let hooks = update { contents in
      contents.ignoreRules.append(rule)
      return contents.hooks
    }
    for problem in rule.problems { hooks.problem("ignore rule: \(problem)") }
  }

  /// Removes an ignore rule.
  ///
  /// - Returns: whether there was such a rule.
  @discardableResult
  public func remove(ignore id: HTTPStubIgnoreRule.ID) -> Bool {
    update { contents in
      let count = contents.ignoreRules.count
      contents.ignoreRules.removeAll { $0.id == id }
      return contents.ignoreRules.count < count
    }
  }

  /// Removes all ignore rules; from then on, their requests are matched against the stubs.
  public func removeAllIgnoreRules() {
    update { $0.ignoreRules = [] }
  }

  /// Returns how many requests the stub has answered; 0 if it is not in the set.
  package func answeredCount(of id: HTTPStub.ID) -> Int {
    snapshot.value.stack.answeredCount(of: id)
  }
}
