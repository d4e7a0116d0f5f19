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
      ) { $0.host = $1.text },
      .value("upstream", "URL", "Forward unmatched requests to this server") {
        $0.configuration.upstream = try .init(argument: $1.text)
      },
      .flag("any-host", "Let recordings answer requests for any host") {
        $0.cassettes.answersAnyHost = true
      },
      .flag("no-watch", "Do not reload files when they change") { $0.isWatching = false },
      .flag("quiet", letter: "q", "Do not log requests") { $0.isQuiet = true },
    ]),
    OptionGroup("HTTPS", needs: "https-port", httpsOptions),
    OptionGroup("Bad network", networkOptions),
    OptionGroup("Admin API", adminOptions),
    OptionGroup("Limits", limitOptions))
  static let notes = """
    When a file changes, all files are reloaded. If one has an error, the previous stubs stay in use.
    Control-C finishes open responses first; press it again to stop at once.
    """
  static let examples = [
    "", "Stubs --port 8080 --https-port 8443", "Stubs --network 3g --seed 7",
  ]

  private static let httpsOptions: [CommandOption<Self>] = [
    .value(
      "https-port", "NUMBER",
      "Also serve HTTPS on this port; the options below need it"
    ) { $0.securePort = try $1.number(in: 0...65_535) },
    .value(
      "cert", "FILE",
      "Certificate chain, PEM (default: issued by the local CA)"
    ) { $0.certificateFile = $1.text },
    .value("key", "FILE", "Private key, PEM (default: read from the --cert file)", needs: "cert") {
      $0.keyFile = $1.text
    },
    .value("client-ca", "FILE", "Ask clients for a certificate signed by a CA in this PEM file") {
      $0.clientAuthorityFile = $1.text
    },
    .flag(
      "require-client-certificate", "Reject clients without a certificate; needs --client-ca",
      needs: "client-ca"
    ) { $0.requiresClientCertificate = true },
    .value("tls-min", "VERSION", "Lowest TLS version, 1.2 or 1.3 (default: 1.2)") {
      $0.tls.minimumVersion = try $1.choice()
    },
    .value("tls-max", "VERSION", "Highest TLS version, 1.2 or 1.3 (default: 1.3)") {
      $0.tls.maximumVersion = try $1.choice()
    },
    .value("ca-directory", "FOLDER", "Folder of the local CA (see: stubber ca --help)") {
      $0.tls.authorityDirectory = $1.text
    },
    .value(
      "tls-fault", "FAULT",
      "Break TLS: plainText, or '{ type: plainText, first: 3 }'"
    ) { $0.tlsFaults = try $1.rule(TLSFaultRule.rules) },
  ]

  private static let networkOptions: [CommandOption<Self>] = [
    .value(
      "network", "NETWORK", "Limit all responses together: 3g, or '{ download: 20KB }'"
    ) { $0.network = try $1.rule(NetworkProfile.init) },
    .value(
      "connection-network", "NETWORK",
      "Limit each connection separately, in addition to --network"
    ) { $0.configuration.connectionNetwork = try $1.rule(NetworkProfile.init) },
    .value(
      "connection-fault", "FAULT",
      "Break new connections: refuse, or '{ type: reset, first: 3 }'"
    ) { $0.connectionFault = try $1.rule(ConnectionFaultRule.init) },
    .value("seed", "NUMBER", "Repeat the random values, delays and faults of an earlier run") {
      $0.seed = UInt64(try $1.number(in: 0...Int.max))
    },
  ]

  private static let limitOptions: [CommandOption<Self>] = [
    .value("threads", "COUNT", "Threads that serve connections (default: one per core)") {
      $0.configuration.loops = try $1.number(in: 1...1_024)
    },
    .value("max-connections", "COUNT", "Open connections (default: 10000)") {
      $0.configuration.limits.connections = try $1.number(in: 1...Int.max)
    },
    .value(
      "max-request-line", "BYTES", "Size of a request line, which has the URL (default: --max-head)"
    ) {
      $0.configuration.limits.requestLineLength = try $1.number(in: 16...Int.max)
    },
    .value("max-head", "BYTES", "Size of all header fields of a request (default: 65536)") {
      $0.configuration.limits.headSize = try $1.number(in: 1...Int.max)
    },
    .value("max-headers", "COUNT", "Header fields of a request (default: 128)") {
      $0.configuration.limits.headerCount = try $1.number(in: 1...Int.max)
    },
    .value("max-body", "BYTES", "Size of a request body (default: 67108864)") {
      $0.configuration.limits.bodySize = try $1.number(in: 0...Int.max)
    },
    .value(
      "max-stream-resets", "COUNT",
      "HTTP/2 streams that a client resets in 20 s (default: 500)"
    ) { $0.configuration.limits.streamResets = try $1.number(in: 0...Int.max) },
    .value(
      "max-idle-frames", "COUNT",
      "HTTP/2 frames without use, such as PING, in 20 s (default: 1000)"
    ) { $0.configuration.limits.idleFrames = try $1.number(in: 1...Int.max) },
    .value(
      "idle-timeout", "SECONDS",
      "Time to wait for the next request on a connection (default: 75)"
    ) { $0.configuration.timeouts.idle = .seconds(try $1.number(in: 1...86_400)) },
  ]

  var paths: [String] = []
  var host = "127.0.0.1"
  var port = 8_080
  /// How recordings are played unless a file says otherwise.
  var cassettes = CassetteConfiguration()
  var isWatching = true
  var isQuiet = false
  var configuration = ListenerConfiguration()
  /// The network, faults and TLS faults that replace those of the files; `nil` for those of the files.
  var network: NetworkProfile?
  var connectionFault: ConnectionFaultRule?
  var tlsFaults: [TLSFaultRule]?
  /// A short seed is easily typed again.
  var seed = UInt64(UInt32.random(in: .min ... .max))
  var securePort: Int?
  var certificateFile: String?
  var keyFile: String?
  var clientAuthorityFile: String?
  var requiresClientCertificate = false
  var tls = TLSConfiguration()
  var adminSettings = AdminSettings()
}

extension ServeCommand {
  func run(_ console: Console) throws -> ExitCode {
    let addresses = [.tcp(host: host, port: port)] + (try secureAddress.map { [$0] } ?? [])
    // The watch comes first, so that no change between reading and watching is lost.
    let files = paths.isEmpty ? ["./Stubs"] : paths
    var watch = FileWatch { RuleFileFinder(isWatching ? files : []).files }
    let stubs = StubSet(
      templateEnvironment: TemplateEnvironment(random: SeededRandom(seed: seed)))
    let admin = Admin(
      stubs, configuration: adminSettings.configuration(for: host, files),
      sessions: StubSessions(of: stubs, configuration: adminSettings.sessions))
    let served = ServedFiles(self, files, admin, console)
    guard let rules = served.load() else { return .cannotStart }
    stubs.hooks =
      RequestLog(
        console: console, upstream: configuration.upstream?.url, isQuiet: isQuiet
      ).hooks
    StopSignals.install()
    var configuration = configuration
    configuration.faults = served.faults(rules)
    let listener = try Listener(
      stubs: stubs, addresses: addresses, configuration: configuration,
      reserved: adminSettings.isBeside ? nil : admin.reservedPath,
      sessions: adminSettings.isOn ? admin.sessions : nil)
    admin.attach(
      listener,
      Admin.Program(reload: { served.reload(listener) }, shutDown: { StopSignals.raise() }))
    let beside = try adminSettings.listener(admin)
    try listener.start()
    try beside?.start()
    console.emit(
      Announcement(
        listener, rules: rules, stubs: stubs, watchedPaths: isWatching ? files : [], seed: seed,
        adminURL: adminSettings.url(listener, beside),
        adminToken: adminSettings.token == nil ? admin.configuration.token : nil))
    for warning in listener.warnings + served.warnings(rules) { console.emit(.warning(warning)) }
    while !StopSignals.wait(milliseconds: watch.interval) {
      if isWatching, watch.hasSettledChange() { _ = served.reload(listener) }
    }
    console.emit(.stopping)
    admin.stop()
    for listener in [listener, beside].compactMap(\.self) {
      listener.stop()
      listener.waitUntilStopped()
    }
    return .success
  }

  /// The address to serve HTTPS on, if any.
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
}

extension UpstreamConfiguration {
  /// The server at a URL of the command line.
  init(argument url: String) throws(UsageError) {
    do {
      try self.init(url: url)
    } catch {
      throw UsageError("\"\(url)\" is not a server URL; use http://HOST or https://HOST")
    }
  }
}
