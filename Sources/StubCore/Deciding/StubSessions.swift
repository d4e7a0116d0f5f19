/// The sessions of one server.
///
/// Each session has the server's stubs and its own, and sees only its own requests, so many tests
/// can share a server.
///
/// A request names its session by a header field, by the start of its path, by the user name for
/// the proxy, or by the user name of its URL.
package final class StubSessions: Sendable {
  package struct Configuration: Sendable {
    /// The header field by which a request names its session.
    package var field: HTTPHeaderName = "X-Stub-Session"
    /// The start of a path that names a session; the name follows, and then the path of the
    /// request.
    package var pathPrefix = "/__session/"
    /// Whether a session begins with the first request that names it; if not, such a request is
    /// refused.
    package var startsUnknown = true
    /// The time after which a session that is not used ends.
    package var idleLimit = Duration.seconds(1_800)
    /// The largest number of sessions at the same time.
    package var limit = 10_000
    /// The limits of each session's journal.
    package var journal = Journal.Limits(
      count: 1_000, bytes: 1_024 * 1_024, bodyBytes: 64 * 1_024)

    package init() {}
  }

  /// The result of the search for the session of a request.
  package enum Selection: Sendable {
    /// The request names no session.
    case base
    /// The request belongs to this session.
    ///
    /// The returned request has the form in which the session's stubs see it, without the session's
    /// name.
    case session(StubSession, ReceivedRequest)
    /// The request names a session that does not exist and cannot begin.
    case missing(MissingSession)
  }

  package let base: StubSet
  package let configuration: Configuration
  private let clock: any StubClock
  private let pathMark: UInt8?
  private let sessions = Lock<[ScalarText: StubSession]>([:])
  /// Whether there are sessions.
  ///
  /// This is read for every request, because most servers have none.
  private let hasSessions = AtomicBool(false)
  private let isSweeping = AtomicBool(false)

  package init(
    of base: StubSet, configuration: Configuration = Configuration(),
    clock: any StubClock = SystemClock()
  ) {
    (self.base, self.configuration, self.clock) = (base, configuration, clock)
    pathMark = configuration.pathPrefix.utf8.dropFirst().first
  }

  /// The sessions, sorted by name.
  package var all: [StubSession] {
    sessions.withLock { Array($0.values) }.sorted { $0.name < $1.name }
  }

  /// Whether there are no sessions.
  package var isEmpty: Bool { !hasSessions.load() }

  package subscript(name: String) -> StubSession? { sessions.withLock { $0[ScalarText(name)] } }

  /// Returns the session with the name; if there is none, begins one.
  ///
  /// `isNew` says whether it was begun. The result is `nil` if there are already too many sessions.
  package func begin(
    _ name: String, idleLimit: Duration? = nil
  ) -> (session: StubSession, isNew: Bool)? {
    let now = clock.now
    let begun: (session: StubSession, isNew: Bool)? = sessions.withLock { sessions in
      if let session = sessions[ScalarText(name)] { return (session, false) }
      guard sessions.count < configuration.limit else { return nil }
      let session = StubSession(
        name, of: base, idleLimit: idleLimit ?? configuration.idleLimit,
        journal: configuration.journal, now: now)
      sessions[ScalarText(name)] = session
      hasSessions.store(true)
      return (session, true)
    }
    begun?.session.use(at: now)
    if begun?.isNew == true { sweepLater() }
    return begun
  }

  /// Ends a session and removes its stubs, journal and states.
  ///
  /// - Returns: whether there was such a session.
  @discardableResult
  package func end(_ name: String) -> Bool {
    let ended = sessions.withLock { sessions in
      defer { hasSessions.store(!sessions.isEmpty) }
      return sessions.removeValue(forKey: ScalarText(name))
    }
    ended?.noteEnd()
    return ended != nil
  }

  /// Returns the session that a request names.
  package func select(_ request: ReceivedRequest) -> Selection {
    guard let (name, request) = named(by: request) else { return .base }
    if let session = self[name] {
      session.use(at: clock.now)
      return .session(session, request)
    }
    func none(_ reason: MissingSession.Reason) -> Selection {
      .missing(MissingSession(name: name, reason: reason))
    }
    guard StubSession.isName(name) else { return none(.noName) }
    guard configuration.startsUnknown else { return none(.notBegun) }
    guard let begun = begin(name) else { return none(.tooMany(configuration.limit)) }
    return .session(begun.session, request)
  }

  private func named(by request: ReceivedRequest) -> (String, ReceivedRequest)? {
    if let name = request.headers[configuration.field] { return (name, request) }
    if request.pathMark == pathMark, request.target.path.hasBytes(of: configuration.pathPrefix) {
      let rest = request.target.path.utf8.dropFirst(configuration.pathPrefix.utf8.count)
      let name = rest.prefix { $0 != UInt8(ascii: "/") }
      var request = request
      request.target = request.target.with(
        path: String(Substring(rest.dropFirst(name.count))))
      return (PercentEncoding.decode(String(Substring(name))), request)
    }
    if let user = request.proxyUser, !user.isEmpty { return (user, request) }
    // A user name without a password, as in `http://NAME@host/`, names a session only if that
    // session exists.
    guard hasSessions.load(), let user = request.userWithoutPassword, self[user] != nil else {
      return nil
    }
    var request = request
    request.headers.remove(.authorization)
    return (user, request)
  }

  /// Checks for idle sessions every second, as long as there are sessions.
  private func sweepLater() {
    if isSweeping.exchange(true) { return }
    clock.schedule(at: clock.now + .seconds(1)) { [weak self] in
      guard let self else { return }
      isSweeping.store(false)
      if sweep() { sweepLater() }
    }
  }

  /// Ends the idle sessions.
  ///
  /// - Returns: whether there are sessions left.
  private func sweep() -> Bool {
    let now = clock.now
    let (ended, areLeft) = sessions.withLock { sessions in
      let ended = sessions.values.filter { $0.isIdle(at: now) }
      for session in ended { sessions[ScalarText(session.name)] = nil }
      hasSessions.store(!sessions.isEmpty)
      return (ended, !sessions.isEmpty)
    }
    for session in ended { session.noteEnd() }
    return areLeft
  }
}
