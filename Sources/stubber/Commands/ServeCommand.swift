import StubAdmin
import StubCore
import StubFiles
import StubServer

/// `stubber serve`: answers requests on a port from stub files, which it reloads when they change.
struct ServeCommand: Command {
  static let name = "serve"
  static let summary = "Serve stub files over HTTP, HTTPS and HTTP/2"
  static let syntax = CommandSyntax<Self>(
    operands: [.paths(default: "./Stubs") { $0.paths.append($1) }],
    OptionGroup([
      .value("port", letter: "p", "NUMBER", "Port; 0 picks a free one (default: 8080)") {
        $0.port = try $1.number(in: 0...65_535)
      },
      .value(
        "host", "ADDRESS",
        "Address; 0.0.0.0 accepts other machines (default: 127.0.0.1)"
      ) { $0.host = try $1.host },
      .value("upstream", "URL", "Forward unmatched requests to this server") {
        $0.configuration.upstream = try .init(argument: $1.filled)
      },
      .value("static", "FOLDER", "Answer with the files of this folder, after the stubs") {
        $0.staticFolder = try $1.filled
      },
      .flag("cors", "Let pages of other origins read responses") {
        $0.configuration.allowsOtherOrigins = true
      },
      .values("header", letter: "H", "'NAME: VALUE'", "Add a header field to responses; repeatable")
      {
        let field = try $1.responseHeaderField()
        $0.configuration.headers.append(field.name, field.value)
      },
      .flag("any-host", "Let recordings answer requests for any host") {
        $0.cassettes.answersAnyHost = true
      },
      .flag("keep-going", "Leave out files of a folder that have errors") { $0.keepsGoing = true },
      .flag("no-watch", "Do not reload files when they change") { $0.isWatching = false },
      .flag("quiet", letter: "q", "Do not log requests") { $0.isQuiet = true },
    ]),
    OptionGroup("HTTPS", needs: "https-port", httpsOptions),
    OptionGroup("Proxy for any host", proxyOptions),
    OptionGroup("Bad network", networkOptions),
    OptionGroup("Webhooks", webhookOptions),
    OptionGroup("Admin API", adminOptions),
    OptionGroup("Journal of requests", journalOptions),
    OptionGroup("Limits", limitOptions),
    hidden: WireMockFlag.options)
  static let notes = """
    When a file changes, all files are reloaded. If one has an error, the previous stubs stay in use.
    Control-C finishes open responses first; press it again to stop at once.

    WireMock's flags work too; stubber serve --help wiremock lists them.
    """
  static let topics = ["wiremock": WireMockFlag.help]
  static let examples = [
    "", "Stubs --port 8080 --https-port 8443", "Stubs --static public --cors",
    "Stubs --network 3g --seed 7",
  ]

  var paths: [String] = []
  /// WireMock's root folder, with `mappings` and `__files`; `nil` for none.
  var rootDirectory: String?
  var host = "127.0.0.1"
  var port = 8_080
  /// Whether requests without TLS are answered.
  var isPlain = true
  /// The folder with the static files that answer requests without a stub.
  var staticFolder: String?
  /// Whether stub files in folders are left out if they have errors.
  var keepsGoing = false
  var journal = JournalSettings()
  /// The limits for the evaluation of a request.
  var evaluation = EvaluationLimits()
  /// The settings for reading stub files.
  var context = RuleContext(formats: .all)
  /// The longest time that the upstream server may be silent; `nil` for the default.
  var upstreamTimeout: Duration?
  var verifiesUpstream = true
  /// The changes that flags of WireMock make to the targets to which stubs may forward requests.
  var proxyTargets: [@Sendable (inout WebhookTargets) throws -> Void] = []
  /// Whether stubs may forward requests to all targets that no flag denies.
  var allowsAllProxyTargets = true
  /// The playback settings of recordings that have none of their own.
  var cassettes = CassetteConfiguration()
  var isWatching = true
  var isQuiet = false
  var configuration = ServeCommand.listener
  /// The network that replaces the network in files; `nil` to use the network in files.
  ///
  /// The connection fault and the TLS faults below also replace those in files.
  var network: NetworkProfile?
  var connectionFault: ConnectionFaultRule?
  var tlsFaults: [TLSFaultRule]?
  /// The seed of random values, which has only 32 bits, so that it is easy to retype.
  var seed = UInt64(UInt32.random(in: .min ... .max))
  var securePort: Int?
  var certificateFile: String?
  var keyFile: String?
  var clientAuthorityFile: String?
  var requiresClientCertificate = false
  var tls = TLSConfiguration()
  var adminSettings = AdminSettings()
  var proxySettings = ProxySettings()
}

extension ServeCommand {
  /// The default settings of the listener.
  ///
  /// When the server stops, it gives open responses more time than usual.
  private static var listener: ListenerConfiguration {
    var configuration = ListenerConfiguration()
    configuration.timeouts.stop = .seconds(30)
    return configuration
  }

  func run(_ console: Console) throws -> ExitCode {
    let addresses = try addresses
    let log = console.log
    // The watch is created before the files are read,
    // so that it notices changes during the reading.
    let paths = try ServedPaths(paths, root: rootDirectory, staticFolder: staticFolder)
    var watch = FileWatcher {
      isWatching ? RuleFileFinder(paths.current, formats: .all).watched : []
    }
    let clock = ListenerClock()
    let (stubs, admin) = steeredStubs(paths, clock)
    let served = ServedFiles(self, paths, admin, console)
    guard let rules = try? served.load() else { return .cannotStart }
    watch.referredFiles = { isWatching ? served.referredFiles : [:] }
    StopSignals.install()
    let listener = try newListener(on: addresses, stubs, admin, served.faults(rules), clock)
    stubs.hooks =
      RequestLog(
        console: log, upstream: { [weak listener] in listener?.upstream }, isQuiet: isQuiet
      ).hooks
    admin.attach(
      listener,
      Admin.Program(
        reload: { served.reload(listener, keepsAdded: $0) },
        fileChange: { [changes = watch.ownChanges] in changes.note($0, isOver: $1) },
        shutDown: { StopSignals.raise() }))
    let beside = try adminSettings.listener(admin)
    try listener.start()
    try beside?.start()
    let address = adminSettings.address(listener, beside, admin)
    let record = address.flatMap { RunningServer(address: $0, paths: paths.current).record() }
    console.emit(
      Announcement(
        listener, rules: rules, stubs: stubs, watchedPaths: isWatching ? paths.current : [],
        staticFolder: paths.staticFolder, seed: seed,
        adminURL: adminSettings.url(listener, beside),
        adminToken: adminSettings.token == nil ? admin.configuration.token : nil))
    var warnings = listener.warnings + served.warnings(rules)
    if address != nil, record == nil { warnings.append(RunningServer.noPlaceWarning) }
    for warning in warnings { log.emit(.warning(warning)) }
    while !StopSignals.wait(milliseconds: watch.interval) {
      if isWatching, watch.detectSettledChange() || served.isUnfinished { admin.reload() }
    }
    record?.remove()
    admin.stop()
    log.emit(.stopping)
    let listeners = [listener, beside].compactMap(\.self)
    for listener in listeners { listener.stop() }
    if !listener.waitUntilStopped(for: .milliseconds(200)) {
      let time = Int(configuration.timeouts.stop / .seconds(1))
      log.emit(.waiting(for: listener.connectionCount, atMost: time))
    }
    for listener in listeners { listener.waitUntilStopped() }
    return .success
  }

  /// Creates an empty stub set that uses the clock, and the admin API for the set.
  func steeredStubs(
    _ paths: ServedPaths, _ clock: ListenerClock
  ) -> (stubs: StubSet, admin: Admin) {
    var environment = TemplateEnvironment(
      random: SeededRandom(seed: seed), now: { clock.date })
    environment.stepLimit = evaluation.steps
    let stubs = StubSet(
      journal: Journal(limits: journal.limits), templateEnvironment: environment)
    if evaluation != EvaluationLimits() { stubs.evaluationLimits = evaluation }
    let admin = Admin(
      stubs, context: context, configuration: adminSettings.configuration(for: host, paths),
      sessions: StubSessions(of: stubs, configuration: sessions))
    return (stubs, admin)
  }

  /// Creates a listener for the stub set, but does not start it.
  func newListener(
    on addresses: [ListenAddress], _ stubs: StubSet, _ admin: Admin, _ faults: ListenerFaults,
    _ clock: ListenerClock
  ) throws -> Listener {
    var configuration = configuration
    configuration.upstream = upstream
    configuration.verifiesTargets = verifiesUpstream
    configuration.targetIdleTimeout = upstreamTimeout
    configuration.targets = try forwardingTargets
    configuration.faults = faults
    configuration.proxy = try proxySettings.configuration(
      authority: tls.authorityDirectory, host: host, token: admin.configuration.token)
    DescriptorLimit.raise(toHold: configuration.limits.connections)
    return try Listener(
      stubs: stubs, addresses: addresses, configuration: configuration,
      reserved: adminSettings.leavesPathToStubs ? nil : admin.reservedPath,
      sessions: adminSettings.isOn ? admin.sessions : nil, clock: clock)
  }

  /// The settings of sessions, among them the limits of their journals.
  var sessions: StubSessions.Configuration {
    var sessions = adminSettings.sessions
    sessions.journal = journal.limits(ofSessions: sessions.journal)
    return sessions
  }

  /// The addresses to listen on.
  private var addresses: [ListenAddress] {
    get throws(UsageError) {
      if requiresClientCertificate, clientAuthorityFile == nil {
        throw UsageError("--https-require-client-cert needs --client-ca")
      }
      let secure = try secureAddress.map { [$0] } ?? []
      if isPlain { return [.tcp(host: host, port: port)] + secure }
      guard !secure.isEmpty else { throw UsageError("--disable-http needs --https-port") }
      return secure
    }
  }

  /// The upstream server, if there is one.
  private var upstream: UpstreamConfiguration? {
    var upstream = configuration.upstream
    if let upstreamTimeout { upstream?.idleTimeout = upstreamTimeout }
    upstream?.verifiesCertificate = verifiesUpstream
    return upstream
  }

  /// The HTTPS address, if there is one.
  private var secureAddress: ListenAddress? {
    get throws(UsageError) {
      guard let securePort else { return nil }
      guard tls.minimumVersion <= tls.maximumVersion else {
        throw UsageError("--tls-min is higher than --tls-max")
      }
      var tls = tls
      if let certificateFile {
        tls.certificate = .files(certificate: certificateFile, key: keyFile ?? certificateFile)
      }
      if let file = clientAuthorityFile {
        tls.clientCertificates =
          requiresClientCertificate ? .required(authorities: file) : .requested(authorities: file)
      }
      return .tls(host: host, port: securePort, configuration: tls)
    }
  }
}

extension Event where Self == Notice {
  static var stopping: Notice {
    .notice("stopping", "Finishing open responses; Control-C again stops at once.")
  }

  fileprivate static func waiting(for count: Int, atMost seconds: Int) -> Notice {
    .notice("waiting", "Waiting up to \(seconds) s for \(Count(count, "connection")).")
  }
}

extension UpstreamConfiguration {
  /// Parses the URL of a server, given on the command line.
  init(argument url: String) throws(UsageError) {
    do {
      try self.init(url: url)
    } catch {
      throw UsageError("\"\(url)\" is not a server URL; use http://HOST or https://HOST")
    }
  }
}
