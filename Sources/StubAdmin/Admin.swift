package import StubCore
package import StubFiles
package import StubLanguages
package import StubServer

/// The admin API, which controls a running stub server over HTTP: its stubs, journal, scenarios,
/// network and faults.
///
/// The API is below a reserved path of the listener. Routes that WireMock has are compatible with
/// WireMock, so that its clients can use them.
package final class Admin: Sendable {
  package struct Configuration: Sendable {
    /// The path below which the API is found.
    package var prefix = "/__admin"
    /// The token that requests must send; `nil` if they need none.
    package var token: String?
    /// Whether pages of other origins may use the API.
    package var allowsOtherOrigins = false
    /// The host names that requests may use, besides addresses and `localhost`.
    package var hosts: Set<String> = []
    /// The folder from which relative names of files start, and in which stubs are saved.
    package var folder = ""
    /// The served folders, and the folders that contain single served files.
    package var servedFolders: [String] = []
    /// The folder in which rule files are saved; `nil` means ``folder``.
    package var ruleFolder: String?
    /// The template for the names of files with saved stubs in WireMock's form; `nil` means
    /// WireMock's usual names.
    package var fileNames: Template?
    /// The version of the program.
    package var version = "0.0.0"

    package init() {}
  }

  /// The functions of the program that serves the stubs.
  package struct Program: Sendable {
    /// Reloads the stub files, and keeps or removes the added stubs.
    ///
    /// If a file has an error, the closure returns the findings and changes nothing.
    package var reload: @Sendable (_ keepsAdded: Bool) -> DiagnosticList?
    /// Called before the API changes a file, and again after that.
    package var fileChange: @Sendable (_ path: String, _ isOver: Bool) -> Void
    /// Stops the server.
    package var shutDown: @Sendable () -> Void

    package init(
      reload: @escaping @Sendable (_ keepsAdded: Bool) -> DiagnosticList?,
      fileChange: @escaping @Sendable (_ path: String, _ isOver: Bool) -> Void = { _, _ in },
      shutDown: @escaping @Sendable () -> Void
    ) {
      self.reload = reload
      self.fileChange = fileChange
      self.shutDown = shutDown
    }
  }

  package let configuration: Configuration
  let stubs: StubSet
  /// The scenario states and settings that stubs of files and added stubs share.
  package let context: RuleContext
  let added: AddedStubs
  let names: AdminNames
  /// The queue for changes to stubs, which the server and its sessions share because they share
  /// files.
  let changes: ChangeQueue
  /// The stubs of the server that no stub file contains, such as that for a folder of static files.
  private let unwritten = Lock<Set<HTTPStub.ID>>([])
  /// The sessions of the server.
  package let sessions: StubSessions
  /// The name of the session that this API controls; `nil` if it controls the server.
  let session: String?
  /// The server's API if this is the API of a session; otherwise `nil`.
  let server: Admin?
  let settings = Lock<JSONObject>(JSONObject())
  /// The recorder that the server and all its sessions share, because they share a listener.
  let recording: RecordingSession
  /// Whether a recording has ever been started for this stub set.
  let hasRecorded = AtomicBool(false)
  let start = ContinuousClock.now
  private let access: AdminAccess
  /// The open streams of responses that are being sent.
  private let streams = Lock<[ObjectIdentifier: AdminStream]>([:])
  private let surroundings = Lock<(listener: Listener?, program: Program?)>((nil, nil))

  /// Creates the API for a stub set; a listener must reserve ``reservedPath`` for it.
  package init(
    _ stubs: StubSet, context: RuleContext = RuleContext(),
    configuration: Configuration = Configuration(), sessions: StubSessions? = nil
  ) {
    self.stubs = stubs
    var context = context
    context.namesStubs = true
    context.formats = .all
    self.context = context
    self.configuration = configuration
    self.sessions = sessions ?? StubSessions(of: stubs)
    access = AdminAccess(configuration)
    (names, added, recording) = (AdminNames(), AddedStubs(), RecordingSession())
    changes = ChangeQueue()
    (session, server) = (nil, nil)
    stubs.unmatchedText = { [weak self] in self?.unmatchedText($0) }
  }

  /// Creates the API of a session.
  private init(_ session: StubSession, of server: Admin) {
    stubs = session.stubs
    context = server.context.session(session.scenarios)
    configuration = server.configuration
    sessions = server.sessions
    access = server.access
    (names, added) = (server.names, AddedStubs(in: server.added))
    changes = server.changes
    recording = server.recording
    (self.session, self.server) = (session.name, server)
    stubs.unmatchedText = { [weak self] in self?.unmatchedText($0) }
    session.whenOver(Observer { [gates = context.gates] in gates.openAll() })
  }

  /// Returns the API of the session that the request names; if it names none, this API.
  ///
  /// - Throws: a refusal if there is no such session.
  private func part(for request: ReceivedRequest) throws(AdminRefusal) -> Admin {
    guard request.headers.contains(sessions.configuration.field) else { return self }
    switch sessions.select(request) {
    case .base: return self
    case .session(let session, _):
      return session.hostObject.object { Admin(session, of: self) } as? Admin ?? self
    case .missing(let missing):
      throw AdminRefusal(missing)
    }
  }

  /// The session that this API controls.
  ///
  /// It is `nil` if the API controls the server itself, or if the session has ended.
  var liveSession: StubSession? {
    session.flatMap { sessions[$0] }.flatMap { $0.stubs === stubs ? $0 : nil }
  }

  /// Sets the listener to control, and the functions of the program around it.
  package func attach(_ listener: Listener, _ program: Program? = nil) {
    surroundings.withLock { $0 = (listener, program) }
  }

  /// The states of the scenarios of WireMock's stubs.
  var scenarios: ScenarioStates { context.scenarios }
  var listener: Listener? { server?.listener ?? surroundings.withLock { $0.listener } }

  /// Returns the listener.
  ///
  /// - Throws: a refusal if the API has none; the `purpose` completes its text.
  func neededListener(whose purpose: String) throws(AdminRefusal) -> Listener {
    guard let listener else {
      throw AdminRefusal(409, code: 409, "there is no listener whose \(purpose)")
    }
    return listener
  }

  /// The base URL of the stubs, such as `http://127.0.0.1:8080`; `nil` if no listener serves them.
  var url: String? { listener.map(\.url).flatMap { $0.isEmpty ? nil : $0 } }
  var program: Program? { surroundings.withLock { $0.program } }

  /// The path that a listener reserves for this API.
  package var reservedPath: ReservedPath {
    ReservedPath(configuration.prefix, isQuestion: isQuestion) { [self] in answer($0) }
  }

  /// The reader for stubs that requests contain.
  var sentRules: SentRules { SentRules(folder: configuration.folder, context: context) }

  /// Reloads the stub files, because they have changed.
  package func reload() { changes.wait { _ = program?.reload(true) } }

  /// Replaces the stubs from files by the new contents of the files.
  ///
  /// Added stubs are kept or removed. A kept stub still replaces a stub from a file, unless the
  /// file now has another stub in that place. The stubs `others` are also added, but do not count
  /// as ``mappings``.
  package func replaceFiles(
    with rules: RuleSet, network: NetworkProfile? = nil, unhandled: HTTPUnhandledMode? = nil,
    others: [HTTPStub] = [], keepsAdded: Bool = true
  ) {
    let saved = added.all.filter { $0.file != nil }
    // The stubs of a file that only the admin API has changed stay; all others are new.
    let read = saved.isEmpty ? [] : Set(rules.stubs.map(\.origin.file))
    let kept = keepsAdded ? added.ownFiles.intersection(read) : []
    let left = saved.filter { $0.file.map(kept.contains) != true }
    if !keepsAdded { _ = added.takeIgnoreRules() }
    unwritten.withLock { $0 = Set(others.map(\.id)) }
    stubs.replaceAll(
      with: rules, network: network, unhandled: unhandled, others: others,
      ignoring: added.ignoreRules, leavingOutFiles: kept, keepsAdded: keepsAdded,
      leavingOut: Set(left.map(\.stub)))
    for entry in added.all where stubs.stub(entry.stub) == nil { added.remove(entry.stub) }
    names.forgetFiles()
  }

  /// The stubs that WireMock calls mappings, in the order in which they are tried, without those
  /// for static files.
  var mappings: [HTTPStub] {
    let others = (server ?? self).unwritten.withLock { $0 }
    return others.isEmpty ? stubs.stubs : stubs.stubs.filter { !others.contains($0.id) }
  }

  /// Answers a request on a thread other than that of the event loop.
  private func answer(_ request: ReceivedRequest) -> ListenerResponse {
    let stream = AdminStream()
    streams.withLock { $0[ObjectIdentifier(stream)] = stream }
    let answer = Answer.pending { [self] in await respond(to: request).plan(stream) }
    return ListenerResponse(answer) { [self] _ in
      streams.withLock { $0[ObjectIdentifier(stream)] = nil }
      stream.end()
    }
  }

  /// Ends the responses that would otherwise continue as long as their clients listen.
  package func stop() {
    for stream in streams.withLock({ Array($0.values) }) {
      stream.end()
      stream.tail.finish()
    }
  }

  /// Finds the route of a request and runs it.
  func respond(to request: ReceivedRequest) async -> AdminResponse {
    var answer: AdminResponse
    do throws(AdminRefusal) {
      try access.check(request, isForPage: isRead("", request))
      if request.method == .options, configuration.allowsOtherOrigins {
        answer = .empty(.noContent)
      } else {
        answer = try await perform(request)
      }
    } catch {
      answer = isRead("/health", request) ? .alive : error.answer
    }
    access.addFields(to: &answer.headers, for: request)
    return answer
  }

  /// Returns whether a request reads this path of the API, with or without a slash at the end.
  private func isRead(_ path: String, _ request: ReceivedRequest) -> Bool {
    let rest = request.target.path.dropFirst(configuration.prefix.count)
    return (rest == path || rest == path + "/") && [.get, .head].contains(request.method)
  }

  /// Returns whether a request changes nothing, but can take long.
  @Sendable private func isQuestion(_ request: ReceivedRequest) -> Bool {
    let path = request.target.path.dropFirst(configuration.prefix.count)
    return request.method == .post && AdminRoute.questions.contains(path)
  }

  /// Runs the route of a request without checking its sender.
  func perform(_ request: ReceivedRequest) async throws(AdminRefusal) -> AdminResponse {
    let path = String(request.target.path.dropFirst(configuration.prefix.count))
    let method = request.method == .head ? .get : request.method
    var segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    // A trailing slash is ignored, unless the name of the resource to change is missing after it.
    if segments.last?.isEmpty == true, [.get, .post, .options].contains(method) {
      segments.removeLast()
    }
    let matches = AdminRoute.matches(segments.map { PercentEncoding.decode(String($0)) })
    guard let (route, variables) = matches.first(where: { $0.route.method == method }) else {
      throw matches.isEmpty ? .notFound : methodRefusal(matches.map(\.route.method))
    }
    let part = try part(for: request)
    let asked = AdminRequest(request, variables: variables)
    if route.isBrief { return try await route.run(asked, part) }
    return try await AdminWork.run { () async throws(AdminRefusal) in
      try await route.run(asked, part)
    }
  }

  private func methodRefusal(_ methods: [HTTPMethod]) -> AdminRefusal {
    AdminRefusal(
      .notFound, code: 404, "this path has \(methods.map(\.rawValue).joined(separator: ", "))")
  }
}
