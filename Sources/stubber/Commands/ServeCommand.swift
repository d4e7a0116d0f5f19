import StubCore
import StubFiles
import StubServer

/// `stubber serve`: answers requests on a port from rule files, which it reads anew on change.
struct ServeCommand: Command {
  static let name = "serve"
  static let summary = "Answer requests on a port from rule files"
  static let discussion = """
    A PATH is a rule file or a folder of rule files; without one it is ./Stubs. When a file is
    changed, added or removed, all are read again; if that fails, the stubs of before stay in use.
    Control-C stops after the responses under way, a second one at once.
    """
  static let syntax = CommandSyntax(
    operands: CommandSyntax.Operands(placeholder: "PATH…"),
    options: [port, host] + TLSOptions.all + [anyHost, upstream, network, connectionNetwork]
      + FaultOptions.all + [seed, noWatch, quiet, .json]
      + ListenerOption.all.map(\.option))

  static let port = CommandOption(
    name: "port", letter: "p", value: "NUMBER",
    summary: "The port, 8080 unless given; 0 for any free one")
  static let host = CommandOption(
    name: "host", value: "ADDRESS",
    summary: "The address, 127.0.0.1 unless given; 0.0.0.0 for every network")
  static let network = CommandOption(
    name: "network", value: "NAME",
    summary: "Answer as through a network: 3g, or '{ download: 20KB }'")
  static let connectionNetwork = CommandOption(
    name: "connection-network", value: "NAME",
    summary: "Give each connection such a network of its own, besides")
  static let seed = CommandOption(
    name: "seed", value: "NUMBER", summary: "Repeat the random values, delays and faults of a run")
  static let anyHost = CommandOption(
    name: "any-host", summary: "Let recordings answer whatever host a request names")
  static let upstream = CommandOption(
    name: "upstream", value: "URL", summary: "Pass what no stub answers on to this server")
  static let noWatch = CommandOption(
    name: "no-watch", summary: "Do not read files again when they change")
  static let quiet = CommandOption(
    name: "quiet", letter: "q", summary: "Write no line for each request")

  let paths: [String]
  let host: String
  let port: Int
  /// The line to use whatever the files say; `nil` to do as they say.
  let network: NetworkProfile?
  let faultOptions: FaultOptions
  let seed: UInt64
  /// Where to serve over TLS besides, if anywhere.
  let secureAddress: ListenAddress?
  /// How recordings are played where no file says otherwise.
  let cassettes: CassetteConfiguration
  let isJSON: Bool
  let isWatching: Bool
  let isQuiet: Bool
  let configuration: ListenerConfiguration

  init(_ arguments: Arguments) throws(UsageError) {
    paths = arguments.operands.isEmpty ? ["./Stubs"] : arguments.operands
    host = arguments.value(of: Self.host) ?? "127.0.0.1"
    port = try arguments.number(of: Self.port, in: 0...65_535) ?? 8_080
    network = try arguments.network(of: Self.network)
    // A short seed is easily typed again.
    seed =
      try arguments.number(of: Self.seed, in: 0...Int.max).map(UInt64.init)
      ?? UInt64(UInt32.random(in: .min ... .max))
    secureAddress = try TLSOptions.address(arguments, host: host)
    cassettes = CassetteConfiguration(answersAnyHost: arguments.has(Self.anyHost) ? true : nil)
    faultOptions = try FaultOptions(arguments, isSecure: secureAddress != nil)
    isJSON = arguments.has(.json)
    isWatching = !arguments.has(Self.noWatch)
    isQuiet = arguments.has(Self.quiet)
    var configuration = ListenerConfiguration()
    for option in ListenerOption.all { try option.apply(arguments, to: &configuration) }
    if let url = arguments.value(of: Self.upstream) {
      do {
        configuration.upstream = try UpstreamConfiguration(url: url)
      } catch {
        throw UsageError(error.description)
      }
    }
    configuration.connectionNetwork = try arguments.network(of: Self.connectionNetwork)
    self.configuration = configuration
  }

  func run(_ console: Console) -> ExitCode {
    // The watch comes first, so that no change between reading and watching is lost.
    var watch = FileWatch { [watchedPaths] in RuleFileFinder(watchedPaths).files }
    let rules = RuleSet(
      reading: paths, cassettes: cassettes, announcingTo: console, quietly: isJSON)
    guard rules.report(to: console, asJSON: isJSON) else { return .cannotStart }
    let stubs = StubSet(
      templateEnvironment: TemplateEnvironment(random: SeededRandom(seed: seed)))
    stubs.replaceAll(with: rules, network: network, unhandled: unhandledMode)
    stubs.hooks = RequestLog(console: console, isJSON: isJSON, isQuiet: isQuiet).hooks
    StopSignals.install()
    let listener: Listener
    do {
      let addresses = [.tcp(host: host, port: port)] + (secureAddress.map { [$0] } ?? [])
      var configuration = configuration
      configuration.faults = faultOptions.applied(to: rules.faults)
      listener = try Listener(stubs: stubs, addresses: addresses, configuration: configuration)
      try listener.start()
    } catch {
      console.report(error: "\(error)", asJSON: isJSON)
      return .cannotStart
    }
    for warning in listener.warnings { console.report(warning: warning, asJSON: isJSON) }
    warnOfUselessFaults(of: rules, console)
    Announcement(
      listener, rules: rules, stubs: stubs, watchedPaths: watchedPaths, seed: seed
    ).print(to: console, asJSON: isJSON)
    while !StopSignals.wait(milliseconds: watch.interval) {
      if isWatching, watch.hasSettledChange() { reload(into: stubs, listener, console) }
    }
    console.report(event: "stopping", "Stopping; press Control-C again to stop at once.", isJSON)
    listener.stop()
    listener.waitUntilStopped()
    return .success
  }

  /// With a server behind this one, what no stub answers goes there, whatever the files say.
  private var unhandledMode: HTTPUnhandledMode? { configuration.upstream == nil ? nil : .optin }

  private var watchedPaths: [String] { isWatching ? paths : [] }

  /// All or nothing: with an error anywhere the set stays as it is.
  private func reload(into stubs: StubSet, _ listener: Listener, _ console: Console) {
    // Requests are written down meanwhile.
    let rules = RuleSet(
      reading: paths, cassettes: cassettes, announcingTo: console, quietly: true)
    guard rules.report(to: console, asJSON: isJSON) else {
      console.report(event: "reloadFailed", "The stubs of before stay in use.", isJSON)
      return
    }
    stubs.replaceAll(with: rules, network: network, unhandled: unhandledMode)
    listener.faults = faultOptions.applied(to: rules.faults)
    warnOfUselessFaults(of: rules, console)
    console.report(event: "reloaded", "Read again: \(rules.scope).", isJSON)
  }

  private func warnOfUselessFaults(of rules: RuleSet, _ console: Console) {
    guard secureAddress == nil, !rules.faults.tls.isEmpty else { return }
    console.report(
      warning: "expected --https-port for the faults under \"tls\", found none; nobody meets them",
      asJSON: isJSON)
  }
}
