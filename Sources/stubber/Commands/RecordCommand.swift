import StubCore
import StubFiles
import StubServer

/// `stubber record`: forwards requests to a server and records its responses.
struct RecordCommand: Command {
  static let name = "record"
  static let summary = "Forward requests to a server and record its responses"
  static let syntax = CommandSyntax<Self>(
    operands: [Operand("URL") { $0.upstream = try UpstreamConfiguration(argument: $1) }],
    OptionGroup([
      .value("output", letter: "o", "FILE", "File to record to (required)", isRequired: true) {
        $0.file = try $1.filled
      },
      .value(
        "mode", letter: "m", "MODE",
        "once, newEpisodes, all or none; see below (default: once; none if CI is set)"
      ) {
        guard let mode = RecordMode(named: $1.text) else {
          throw UsageError("unknown mode \"\($1.text)\"; use once, newEpisodes, all or none")
        }
        $0.recording.mode = mode
      },
      .values("hide", "KIND:NAME", "Hide a value, such as json:email; see below; repeatable") {
        $0.recording.filters.append(try hidingFilter($1.filled))
      },
      .values("keep", "NAME", "Do not hide values with this name; repeatable") {
        try $0.recording.filters.append(.keeping($1.filled))
      },
      .values("only", "path:PATH", "Record only requests to PATH and below; repeatable") {
        $0.onlyPaths.append(try path($1))
      },
      .value(
        "format", "FORMAT",
        "Format of a new file (default: from its extension)"
      ) { $0.formatName = try $1.filled },
      .value("port", letter: "p", "NUMBER", "Port to listen on; 0 picks a free one (default: 8080)")
      {
        $0.port = try $1.number(in: 0...65_535)
      },
      .value("host", "ADDRESS", "Address to listen on (default: 127.0.0.1)") {
        $0.host = try $1.host
      },
      .value("cacert", "FILE", "CAs to trust for URL, PEM") { $0.authorityFile = try $1.filled },
      .flag("insecure", letter: "k", "Do not verify the certificate of URL") {
        $0.isInsecure = true
      },
      .value(
        "record-again-after", "DURATION", "Record again if the recording is older, such as 24h"
      ) { $0.recording.expiry = try $1.duration() },
      .flag("play-expired", "Answer from an expired FILE if URL cannot be reached") {
        $0.recording.playsExpired = true
      },
      .flag("keep-secrets", "Hide only the values of --hide") {
        $0.recording.redactsSecrets = false
      },
      .flag("keep-encoding", "Keep compressed bodies compressed, unless they contain secrets") {
        $0.keepsEncoding = true
      },
      .flag("no-timing", "Do not record how long responses took") {
        $0.recording.keepsTiming = false
      },
      .value(
        "max-inline-body", "BYTES",
        "Longest response body to write into FILE, not beside it (default: 1048576)"
      ) { $0.recording.longestInlineBody = try $1.number(in: 0...(1 << 30)) },
      .flag("keep-going", "Go on if FILE cannot be written, such as on a full disk") {
        $0.recording.continuesUnsaved = true
      },
      .value(
        "stop-timeout", "SECONDS",
        "Time to wait for open responses when stopping (default: 10)"
      ) { $0.stopTimeout = .seconds(try $1.number(in: 0...86_400)) },
      .flag("compare", "Record nothing; compare the responses with FILE") {
        $0.comparesOnly = true
      },
    ]))
  static let notes = """
    Send requests to the printed address instead of URL. Control-C finishes open responses and writes
    FILE. Until then, FILE.journal has the responses, with their secrets. If the recorder is killed, or
    Control-C is pressed again, they are added to FILE when it is recorded again.

    Modes (the variable STUBBER_RECORD overrides --mode):
      once         Record a new file; refuse to start if FILE exists
      newEpisodes  Answer from FILE, and add requests that it does not answer
      all          Replace FILE
      none         Answer from FILE alone; record and forward nothing

    Hide values with header:NAME, cookie:NAME, query:NAME, form:NAME, json:NAME or xml:NAME.
    Credentials, cookies, tokens and values named password, api_key and the like are always hidden,
    unless --keep-secrets is given. FILE has placeholders instead of hidden values; each matches any
    value when FILE is served. With =TEXT, as in query:user=ann, FILE has TEXT instead of a placeholder.

    stubber convert --help lists the formats.
    """
  static let examples = [
    "https://api.example.com --output users.yaml",
    "https://api.example.com -o users.yaml --mode newEpisodes --hide json:email",
  ]

  var upstream: UpstreamConfiguration?
  var file = ""
  var formatName: String?
  var host = "127.0.0.1"
  var port = 8_080
  var recording = RecordingConfiguration()
  var onlyPaths: [String] = []
  var authorityFile: String?
  var isInsecure = false
  var keepsEncoding = false
  var stopTimeout = Duration.seconds(10)
  var comparesOnly = false

  private static func hidingFilter(_ word: String) throws(UsageError) -> RecordingFilter {
    if let filter = RecordingFilter(hiding: word) { return filter }
    throw UsageError(
      "unknown value \"\(word)\" to hide; use header:NAME, cookie:NAME, query:NAME, form:NAME, "
        + "json:NAME or xml:NAME")
  }

  private static func path(_ value: OptionValue) throws(UsageError) -> String {
    guard value.text.hasPrefix("path:/") else {
      throw value.mismatch("must have the form path:/PATH")
    }
    return String(value.text.dropFirst("path:".count))
  }
}

extension RecordCommand {
  func run(_ console: Console) throws -> ExitCode {
    guard var upstream else { return .wrongUsage }
    upstream.authorityFile = authorityFile
    upstream.verifiesCertificate = !isInsecure
    if comparesOnly {
      var command = CompareCommand()
      (command.file, command.upstream) = (file, upstream)
      return try command.run(console)
    }
    upstream.decodesBodies = !keepsEncoding
    guard let plan = try plan(console) else { return .cannotStart }
    let log = console.log
    let stubs = StubSet()
    // Without a recorder, requests are answered from FILE alone.
    let server = plan.recorder == nil ? nil : upstream
    stubs.unhandledMode = server == nil ? .optout : .optin
    stubs.hooks = hooks(RequestLog(console: log, upstream: { server }).hooks)
    StopSignals.install()
    plan.recorder?.onInteraction = { log.emit(InteractionRecorded(interaction: $0)) }
    let continues = recording.continuesUnsaved
    plan.recorder?.onFailure = { failure in
      let result = continues ? "recording goes on" : "recording stops"
      log.emit(.error("\(failure.description); \(result)"))
    }
    var playing = CassetteConfiguration(answersAnyHost: true)
    // Clients send paths below the URL's path, but recorded paths start with the URL's path.
    let base = RequestURL(upstream.url).path
    playing.beforePlayback = [{ $0.seen(below: base) }]
    stubs.insert(plan, configuration: playing)
    var configuration = ListenerConfiguration()
    configuration.upstream = server
    DescriptorLimit.raise(toHold: configuration.limits.connections)
    let listener = try Listener(stubs: stubs, host: host, port: port, configuration: configuration)
    try listener.start()
    console.emit(RecordingStarted(url: listener.url, upstream: upstream.shownURL, file: file))
    var progress = RecordingProgress(recorded: 0, saved: 0)
    while !StopSignals.wait(milliseconds: 1_000), !hasFailed(plan.recorder) {
      let last = progress
      if let now = plan.recorder?.progress { progress = RecordingProgress(now) }
      if progress != last { log.emit(progress) }
    }
    log.emit(.stopping)
    defer {
      listener.stop()
      listener.waitUntilStopped()
    }
    guard let recorder = plan.recorder else { return .success }
    do {
      let summary = try recorder.waitAndFinish(within: stopTimeout)
      for request in summary.outstanding {
        log.emit(.warning("not recorded: \(request) was still open; raise --stop-timeout"))
      }
      log.emit(RecordingEnded(summary: summary))
      return summary.outstanding.isEmpty && !hasFailed(recorder) ? .success : .problems
    } catch {
      log.emit(.error(error.description))
      return .problems
    }
  }

  /// Returns whether the recording could not be written, and the command must stop for this reason.
  private func hasFailed(_ recorder: CassetteRecorder?) -> Bool {
    recorder?.failure != nil && !recording.continuesUnsaved
  }

  /// Returns the plan for playing and recording; `nil` if `file` does not allow the mode.
  ///
  /// The error is printed in this case.
  private func plan(_ console: Console) throws -> RecordingPlan? {
    var recording = recording
    if !onlyPaths.isEmpty { recording.filters.append(.paths(under: onlyPaths)) }
    // An existing file keeps its format, and an unknown extension means stubber's own format.
    let isAmbiguous =
      WritableFormat.fitting(file).count > 1 && DurableFile.mode(of: file) == nil
    let format =
      formatName != nil || isAmbiguous
      ? try ConvertCommand.format(formatName, for: file, option: "--format") : nil
    let plan = try RecordingPlan(
      file: file, format: format, recording, server: upstream.map { RequestURL($0.url) })
    if plan.recovered > 0 {
      let count = Count(plan.recovered, "interaction")
      console.emit(
        .notice("recovered", "\(count) of a recording that was cut off added to \(file)"))
    }
    if let finding = plan.unreadable { console.emit(FindingEvent(finding: finding)) }
    for finding in plan.warnings.sorted { console.emit(FindingEvent(finding: finding)) }
    if !plan.warnings.isEmpty {
      console.emit(.warning("\(file) will be written again without what is not read"))
    }
    if let date = plan.expiredSince {
      let result =
        plan.recorder == nil
        ? "it is played, as its server cannot be reached" : "recording it again"
      console.emit(
        .notice("expired", "\(file) has expired (recorded \(date)); \(result)"))
    } else if plan.recorder == nil, try RecordEnvironment.mode(recording.explicitMode) == .once {
      console.emit(.error("\(file) already exists; use --mode newEpisodes or all"))
      return nil
    }
    return plan
  }

  /// Returns the hooks that log requests.
  ///
  /// Recorded requests are not logged, because the recorder reports them.
  private func hooks(_ log: StubHooks) -> StubHooks {
    var hooks = log
    hooks.decided = { request, outcome in
      if case .recorded = outcome { return }
      log.decided(request, outcome)
    }
    return hooks
  }
}
