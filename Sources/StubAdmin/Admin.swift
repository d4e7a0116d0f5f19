package import StubCore
package import StubFiles
package import StubLanguages
package import StubServer

/// Steers a stub server over HTTP while it runs: stubs, journal, scenarios, network and faults.
///
/// It answers below a path of the listener's own, in WireMock's way where WireMock has the route, so
/// that WireMock's clients can speak to it.
package final class Admin: Sendable {
  package struct Configuration: Sendable {
    /// The path under which it answers.
    package var prefix = "/__admin"
    /// What requests have to show; `nil` where everybody may.
    package var token: String?
    /// Whether pages of other origins may use it.
    package var allowsOtherOrigins = false
    /// Host names that requests may ask for, in addition to addresses and `localhost`.
    package var hosts: Set<String> = []
    /// The folder that names of files count from, and where stubs are saved.
    package var folder = ""
    /// The folders that are served, and those of the files that are served on their own.
    package var servedFolders: [String] = []
    /// Where rule files are saved; `nil` for that folder.
    package var ruleFolder: String?
    /// How files of saved mappings are called, as a template; `nil` for WireMock's usual names.
    package var fileNames: Template?
    /// The version of the program.
    package var version = "0.0.0"

    package init() {}
  }

  /// What the program around the server does for it.
  package struct Program: Sendable {
    /// Reads the stub files again, and keeps what was added or removes it; returns the errors that are in the
    /// way, with which nothing changes.
    package var reload: @Sendable (_ keepsAdded: Bool) -> DiagnosticList?
    /// Told of a file that the API changes, before and after that.
    package var fileChange: @Sendable (_ path: String, _ isOver: Bool) -> Void
    /// Ends the server.
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
  /// What stubs share, whether they come from files or were added.
  package let context: RuleContext
  let added: AddedStubs
  let names: AdminNames
  /// Where the stubs are changed; one for the server and its sessions, which share files.
  let changes: ChangeQueue
  /// Those of the server that no file of stubs has, such as that of a folder of files.
  private let unwritten = Lock<Set<HTTPStub.ID>>([])
  /// The sessions of the server.
  package let sessions: StubSessions
  /// The name of the session that this API speaks of, which has it; `nil` for the server.
  let session: String?
  /// The API of the server, for that of a session.
  let server: Admin?
  let settings = Lock<JSONObject>(JSONObject())
  /// The recording of the server, which is also that of all sessions: they share its listener.
  let recording: RecordingSession
  /// Whether requests were recorded here.
  let hasRecorded = AtomicBool(false)
  let start = ContinuousClock.now
  private let access: AdminAccess
  /// The answers under way.
  private let streams = Lock<[ObjectIdentifier: AdminStream]>([:])
  private let surroundings = Lock<(listener: Listener?, program: Program?)>((nil, nil))

  /// An API for a set of stubs; it serves when a listener asks it.
  package init(
    _ stubs: StubSet, context: RuleContext = RuleContext(),
    configuration: Configuration = Configuration(), sessions: StubSessions? = nil
  ) {
    self.stubs = stubs
    var context = context
    context.namesStubs = true
    self.context = context
    self.configuration = configuration
    self.sessions = sessions ?? StubSessions(of: stubs)
    access = AdminAccess(configuration)
    (names, added, recording) = (AdminNames(), AddedStubs(), RecordingSession())
    changes = ChangeQueue()
    (session, server) = (nil, nil)
    stubs.unmatchedText = { [weak self] in self?.unmatchedText($0) }
  }

  /// The API of a session.
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

  /// The API that a request speaks of: that of its session, or this one.
  ///
  /// - Throws: a refusal when there is no such session.
  private func part(for request: ReceivedRequest) throws(AdminRefusal) -> Admin {
    guard request.headers.contains(sessions.configuration.field) else { return self }
    switch sessions.select(request) {
    case .base: return self
    case .session(let session, _):
      return session.hostObject.object { Admin(session, of: self) } as? Admin ?? self
    case .missing(let missing):
      throw AdminRefusal(
        missing.status, code: missing.status.rawValue, missing.problem, detail: missing.remedy)
    }
  }

  /// The session itself; `nil` for the server, and once it has ended.
  var liveSession: StubSession? {
    session.flatMap { sessions[$0] }.flatMap { $0.stubs === stubs ? $0 : nil }
  }

  /// The listener that is steered, and what the program around it does.
  package func attach(_ listener: Listener, _ program: Program? = nil) {
    surroundings.withLock { $0 = (listener, program) }
  }

  /// The scenarios of WireMock's stubs.
  var scenarios: ScenarioStates { context.scenarios }
  var listener: Listener? { server?.listener ?? surroundings.withLock { $0.listener } }
  /// Where the stubs are served, such as `http://127.0.0.1:8080`; `nil` if no listener serves them.
  var url: String? { listener.map(\.url).flatMap { $0.isEmpty ? nil : $0 } }
  var program: Program? { surroundings.withLock { $0.program } }

  /// What a listener answers itself.
  package var reservedPath: ReservedPath {
    ReservedPath(configuration.prefix, isQuestion: isQuestion) { [self] in answer($0) }
  }

  /// How stubs are read that come with a request.
  var sentRules: SentRules { SentRules(folder: configuration.folder, context: context) }

  /// Reads the files again, as something has changed there.
  package func reload() { changes.wait { _ = program?.reload(true) } }

  /// Puts what files say now in the place of what they said before; what was added goes, or stays, also in the
  /// place of a file's stub, unless the file has another stub there.
  ///
  /// The other stubs come with those of the files; they are none of ``mappings``.
  package func replaceFiles(
    with rules: RuleSet, network: NetworkProfile? = nil, unhandled: HTTPUnhandledMode? = nil,
    others: [HTTPStub] = [], keepsAdded: Bool = true
  ) {
    let saved = added.all.filter { $0.file != nil }
    // Stubs stay as they are whose files say what was saved; what the other files say is new.
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

  /// The stubs that WireMock would call so, in the order they are asked: files that are served as they are
  /// are none of them.
  var mappings: [HTTPStub] {
    let others = (server ?? self).unwritten.withLock { $0 }
    return others.isEmpty ? stubs.stubs : stubs.stubs.filter { !others.contains($0.id) }
  }

  /// The answer to a request, made on no event loop.
  private func answer(_ request: ReceivedRequest) -> ListenerAnswer {
    let stream = AdminStream()
    streams.withLock { $0[ObjectIdentifier(stream)] = stream }
    let answer = Answer.pending { [self] in await respond(to: request).plan(stream) }
    return ListenerAnswer(answer) { [self] _ in
      streams.withLock { $0[ObjectIdentifier(stream)] = nil }
      stream.end()
    }
  }

  /// Ends answers that would go on for as long as somebody listens.
  package func stop() {
    for stream in streams.withLock({ Array($0.values) }) {
      stream.end()
      stream.tail.finish()
    }
  }

  /// Finds the route of a request and runs it.
  func respond(to request: ReceivedRequest) async -> AdminAnswer {
    var answer: AdminAnswer
    do throws(AdminRefusal) {
      try access.check(request, isForPage: isForPage(request))
      if request.method == .options, configuration.allowsOtherOrigins {
        answer = .empty(.noContent)
      } else {
        answer = try await perform(request)
      }
    } catch {
      answer = isForHealth(request) ? .alive : error.answer
    }
    access.addFields(to: &answer.headers, for: request)
    return answer
  }

  /// Whether a request asks if the server lives, which probes may without a token and by any name.
  private func isForHealth(_ request: ReceivedRequest) -> Bool {
    let rest = request.target.path.dropFirst(configuration.prefix.count)
    return (rest == "/health" || rest == "/health/") && [.get, .head].contains(request.method)
  }

  private func isForPage(_ request: ReceivedRequest) -> Bool {
    let rest = request.target.path.dropFirst(configuration.prefix.count)
    return (rest.isEmpty || rest == "/") && [.get, .head].contains(request.method)
  }

  /// Whether a request asks for something that may take long, and changes nothing.
  @Sendable private func isQuestion(_ request: ReceivedRequest) -> Bool {
    let path = request.target.path.dropFirst(configuration.prefix.count)
    return request.method == .post && AdminRoute.questions.contains(path)
  }

  /// Runs the route of a request without checking its sender.
  func perform(_ request: ReceivedRequest) async throws(AdminRefusal) -> AdminAnswer {
    let path = String(request.target.path.dropFirst(configuration.prefix.count))
    let method = request.method == .head ? .get : request.method
    var segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    // A slash more at the end changes nothing, unless the name of what is to be changed is missing there.
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
