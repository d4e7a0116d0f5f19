import StubCore
import StubFiles
import StubServer

/// `stubber record`: a reverse proxy that writes down what passes through.
struct RecordCommand: Command {
  static let name = "record"
  static let summary = "Pass requests on to a server and record what comes back"
  static let discussion = """
    Clients use the printed address instead of URL; what they ask for is put behind URL. The
    recording is a file that `stubber serve` answers from, and that Swift tests insert. It is
    written while recording goes on, each time as a whole, and when Control-C ends it, after the
    responses under way.

    Modes: once records if there is no recording yet; newEpisodes adds what the recording does not
    answer; all replaces it; none only plays. The variable STUBBER_RECORD overrides the mode.

    Secrets are replaced by placeholders such as REDACTED-authorization-1, which match anything on
    replay: credentials, cookies, tokens, and whatever has a name such as password or api_key. A
    FILTER hides more: header:NAME, cookie:NAME, query:NAME, form:NAME or json:NAME. With path:PATH
    only requests to this path and below are recorded.
    """
  static let syntax = CommandSyntax(
    operands: CommandSyntax.Operands(placeholder: "URL", atLeast: 1, atMost: 1),
    options: [
      output, format, port, host, mode, filter, keepSecrets, expiry, onlyMisses, keepEncoding,
      noTiming, authority, insecure, wait, compare, .json,
    ])

  static let output = CommandOption(
    name: "output", letter: "o", value: "FILE", summary: "The recording; required")
  static let format = CommandOption(
    name: "format", value: "FORMAT",
    summary: "The format of a new recording, as `stubber convert --help` lists them")
  static let port = CommandOption(
    name: "port", letter: "p", value: "NUMBER",
    summary: "The port, 8080 unless given; 0 for any free one")
  static let host = CommandOption(
    name: "host", value: "ADDRESS", summary: "The address, 127.0.0.1 unless given")
  static let mode = CommandOption(
    name: "mode", letter: "m", value: "MODE",
    summary: "none, once, newEpisodes or all; once unless given")
  static let filter = CommandOption(
    name: "filter", letter: "f", value: "FILTER", isRepeatable: true,
    summary: "Hide or leave out something, such as header:X-User")
  static let keepSecrets = CommandOption(
    name: "keep-secrets", summary: "Replace nothing but what a filter names")
  static let expiry = CommandOption(
    name: "expiry", value: "DURATION", summary: "Record anew what is older, such as 24h")
  static let onlyMisses = CommandOption(
    name: "only-misses", summary: "Record only what nothing else answers, in mode all too")
  static let keepEncoding = CommandOption(
    name: "keep-encoding",
    summary: "Keep compressed bodies as sent, if there are no secrets in them")
  static let noTiming = CommandOption(
    name: "no-timing", summary: "Do not note how long responses took")
  static let authority = CommandOption(
    name: "cacert", value: "FILE", summary: "The authorities to trust, in PEM")
  static let insecure = CommandOption(
    name: "insecure", letter: "k", summary: "Do not check the server's certificate")
  static let wait = CommandOption(
    name: "wait", value: "SECONDS", summary: "How long to wait at the end for responses (10)")

  static let compare = CommandOption(
    name: "compare",
    summary: "Record nothing; compare the answers with FILE's")

  let file: String
  /// `nil` for the one that the file's name tells.
  let format: (any WritableFormat.Type)?
  let host: String
  let port: Int
  let recording: RecordingConfiguration
  let upstream: UpstreamConfiguration
  let wait: Duration
  let comparesOnly: Bool
  let isJSON: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    guard let file = arguments.value(of: Self.output) else {
      throw UsageError("expected --output FILE, found none")
    }
    self.file = file
    format = try arguments.value(of: Self.format).map { name throws(UsageError) in
      try ConvertCommand.format(name, for: file, option: "--format")
    }
    host = arguments.value(of: Self.host) ?? "127.0.0.1"
    port = try arguments.number(of: Self.port, in: 0...65_535) ?? 8_080
    isJSON = arguments.has(.json)
    comparesOnly = arguments.has(Self.compare)
    wait = .seconds(try arguments.number(of: Self.wait, in: 0...86_400) ?? 10)
    recording = try Self.recording(arguments)
    var upstream = try Self.upstream(
      arguments.operands[0], authority: arguments.value(of: Self.authority),
      isInsecure: arguments.has(Self.insecure))
    upstream.decodesBodies = !arguments.has(Self.keepEncoding)
    self.upstream = upstream
  }

  private static func recording(
    _ arguments: Arguments
  ) throws(UsageError) -> RecordingConfiguration {
    var recording = RecordingConfiguration()
    if let name = arguments.value(of: mode) {
      guard let mode = RecordMode(named: name) else {
        let names = RecordMode.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("expected one of \(names) after --mode, found \"\(name)\"")
      }
      recording.mode = mode
    }
    for word in arguments.values(of: filter) {
      guard let filter = RecordingFilter(word: word) else {
        throw UsageError(
          "expected header:, cookie:, query:, form: or json: and a name, or path:, after --filter, "
            + "found \"\(word)\"")
      }
      recording.filters.append(filter)
    }
    if let text = arguments.value(of: expiry) {
      guard let age = Duration(ruleText: text) else {
        throw UsageError("expected a duration such as 24h after --expiry, found \"\(text)\"")
      }
      recording.expiry = age
    }
    recording.redactsSecrets = !arguments.has(keepSecrets)
    recording.onlyMisses = arguments.has(onlyMisses)
    recording.keepsTiming = !arguments.has(noTiming)
    return recording
  }

  /// The server at a URL, with the options that say whom to trust.
  static func upstream(
    _ url: String, authority: String?, isInsecure: Bool
  ) throws(UsageError) -> UpstreamConfiguration {
    do {
      var upstream = try UpstreamConfiguration(url: url)
      upstream.authorityFile = authority
      upstream.verifiesCertificate = !isInsecure
      return upstream
    } catch {
      throw UsageError(error.description)
    }
  }

  func run(_ console: Console) -> ExitCode {
    if comparesOnly {
      return CompareCommand(file: file, upstream: upstream, isJSON: isJSON).run(console)
    }
    let log = RecordingLog(console: console, isJSON: isJSON)
    let stubs = StubSet()
    stubs.unhandledMode = .optin
    stubs.hooks = log.hooks
    StopSignals.install()
    let recorder: CassetteRecorder?
    let listener: Listener
    do {
      let plan = try RecordingPlan(file: file, format: format, recording)
      recorder = plan.recorder
      if recorder == nil, recording.mode == .once {
        console.report(
          error: "expected no recording in \(file) yet, found one; "
            + "try --mode newEpisodes to add to it, or --mode all to replace it", asJSON: isJSON)
        return .cannotStart
      }
      recorder?.onTrack = { log.print($0) }
      stubs.insert(plan, configuration: CassetteConfiguration(answersAnyHost: true))
      var configuration = ListenerConfiguration()
      configuration.upstream = upstream
      listener = try Listener(
        stubs: stubs, host: host, port: port, configuration: configuration)
      try listener.start()
    } catch {
      console.report(error: "\(error)", asJSON: isJSON)
      return .cannotStart
    }
    log.announce(listener.url, upstream.url, into: file)
    while !StopSignals.wait(milliseconds: 1_000) {}
    console.report(event: "stopping", "Stopping; press Control-C again to stop at once.", isJSON)
    defer {
      listener.stop()
      listener.waitUntilStopped()
    }
    guard let recorder else { return .success }
    do {
      let summary = try recorder.waitAndFinish(within: wait)
      log.print(summary)
      return summary.outstanding.isEmpty ? .success : .findings
    } catch {
      console.report(error: error.description, asJSON: isJSON)
      return .findings
    }
  }
}
