package import StubCore
package import StubFiles
import StubLanguages
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
    /// Names of hosts that are asked for besides addresses and `localhost`.
    package var hosts: Set<String> = []
    /// The folder that names of files count from, and where stubs are saved.
    package var folder = ""
    /// The version of the program.
    package var version = "0.0.0"

    package init() {}
  }

  /// What the program around the server does for it.
  package struct Program: Sendable {
    /// Reads the stub files again; returns the errors that are in the way.
    package var reload: @Sendable () -> DiagnosticList?
    /// Ends the server.
    package var shutDown: @Sendable () -> Void

    package init(
      reload: @escaping @Sendable () -> DiagnosticList?,
      shutDown: @escaping @Sendable () -> Void
    ) {
      self.reload = reload
      self.shutDown = shutDown
    }
  }

  package let configuration: Configuration
  let stubs: StubSet
  /// What stubs share, whether they come from files or were added.
  package let context: RuleContext
  let added = AddedStubs()
  let names = AdminNames()
  let settings = Lock<JSONObject>(JSONObject())
  let start = ContinuousClock.now
  private let access: AdminAccess
  private let surroundings = Lock<(listener: Listener?, program: Program?)>((nil, nil))

  /// An API for a set of stubs; it serves when a listener asks it.
  package init(
    _ stubs: StubSet, context: RuleContext = RuleContext(),
    configuration: Configuration = Configuration()
  ) {
    self.stubs = stubs
    self.context = context
    self.configuration = configuration
    access = AdminAccess(configuration)
  }

  /// The listener that is steered, and what the program around it does.
  package func attach(_ listener: Listener, _ program: Program? = nil) {
    surroundings.withLock { $0 = (listener, program) }
  }

  /// The scenarios of WireMock's stubs.
  var scenarios: ScenarioStates { context.scenarios }
  var listener: Listener? { surroundings.withLock { $0.listener } }
  var program: Program? { surroundings.withLock { $0.program } }

  /// What a listener answers itself.
  package var reservedPath: ReservedPath {
    ReservedPath(configuration.prefix) { [self] in answer($0) }
  }

  /// How stubs are read that come with a request.
  var sentRules: SentRules { SentRules(folder: configuration.folder, context: context) }

  /// Puts what files say now in the place of what they said before; what was added stays.
  package func replaceFiles(
    with rules: RuleSet, network: NetworkProfile? = nil, unhandled: HTTPUnhandledMode? = nil
  ) {
    stubs.replaceAll(with: rules, network: network, unhandled: unhandled, keepsAdded: true)
    names.forgetFiles()
  }

  /// The answer to a request, made on no event loop.
  private func answer(_ request: ReceivedRequest) -> ListenerAnswer {
    let stream = AdminStream()
    let answer = Answer.pending { [self] in await respond(to: request).plan(stream) }
    return ListenerAnswer(answer) { _ in stream.end() }
  }

  /// Finds the route of a request and runs it.
  func respond(to request: ReceivedRequest) async -> AdminAnswer {
    var answer: AdminAnswer
    do throws(AdminRefusal) {
      try access.check(request)
      if request.method == .options, configuration.allowsOtherOrigins {
        answer = .empty(.noContent)
      } else {
        answer = try await run(request)
      }
    } catch {
      answer = error.answer
    }
    access.addFields(to: &answer.headers, for: request)
    return answer
  }

  private func run(_ request: ReceivedRequest) async throws(AdminRefusal) -> AdminAnswer {
    let path = String(request.target.path.dropFirst(configuration.prefix.count))
    let segments = path.split(separator: "/").map { PercentEncoding.decode(String($0)) }
    let matches = AdminRoute.matches(segments)
    let method = request.method == .head ? .get : request.method
    guard let (route, variables) = matches.first(where: { $0.route.method == method }) else {
      throw matches.isEmpty ? .notFound : methodRefusal(matches.map(\.route.method))
    }
    return try await route.run(AdminRequest(request, variables: variables), self)
  }

  private func methodRefusal(_ methods: [HTTPMethod]) -> AdminRefusal {
    AdminRefusal(
      .notFound, code: 404, "this path has \(methods.map(\.rawValue).joined(separator: ", "))")
  }
}
