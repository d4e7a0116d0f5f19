import Dispatch
import StubCore
import StubFiles
import StubServer
import Synchronization

/// `stubber compare`: sends recorded requests again and tells what the server now answers otherwise.
struct CompareCommand: Command {
  static let name = "compare"
  static let summary = "Tell what a server now answers otherwise than recorded"
  static let discussion = """
    Every request of the recording FILE is sent to the server URL in the order of the recording, also
    those that change something there, unless --safe-only is given. Status, header fields and body are
    compared: JSON by its members, other text by its lines. Fields that differ each time, such as Date,
    Set-Cookie and X-Request-Id, are not. Nothing is written. The exit code is 1 when anything has
    changed.

    Where a secret was replaced by a placeholder, any text is as recorded. A request header with a
    placeholder is left out, or taken from --header; a request with one in its URL or body is not sent.

      stubber compare users.yaml https://api.example.com --header 'Authorization: Bearer …'
    """
  static let header = CommandOption(
    name: "header", letter: "H", value: "'NAME: VALUE'", isRepeatable: true,
    summary: "Send this header field instead of the recorded ones of its name")
  static let ignore = CommandOption(
    name: "ignore-header", value: "NAME", isRepeatable: true,
    summary: "Do not compare this header field of responses")
  static let safeOnly = CommandOption(
    name: "safe-only", summary: "Send only GET, HEAD, OPTIONS and TRACE")
  static let syntax = CommandSyntax(
    operands: CommandSyntax.Operands(placeholder: "FILE URL", atLeast: 2, atMost: 2),
    options: [
      header, ignore, safeOnly, RecordCommand.authority, RecordCommand.insecure, .json,
    ])

  let file: String
  let upstream: UpstreamConfiguration
  let headers: HTTPHeaders
  let comparison: RecordingComparison
  let isSafeOnly: Bool
  let isJSON: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    file = arguments.operands[0]
    headers = try arguments.headers(of: Self.header)
    comparison = RecordingComparison(
      ignoring: arguments.values(of: Self.ignore).map { HTTPHeaderName($0) })
    isSafeOnly = arguments.has(Self.safeOnly)
    isJSON = arguments.has(.json)
    upstream = try RecordCommand.upstream(
      arguments.operands[1], authority: arguments.value(of: RecordCommand.authority),
      isInsecure: arguments.has(RecordCommand.insecure))
  }

  /// A comparison with nothing left out.
  init(file: String, upstream: UpstreamConfiguration, isJSON: Bool) {
    self.file = file
    self.upstream = upstream
    self.isJSON = isJSON
    headers = HTTPHeaders()
    comparison = RecordingComparison(ignoring: [])
    isSafeOnly = false
  }

  func run(_ console: Console) -> ExitCode {
    let rules = RuleSet(reading: [file], announcingTo: console, quietly: isJSON)
    guard rules.report(to: console, asJSON: isJSON) else { return .cannotStart }
    let server = RequestURL(upstream.url)
    let recorded = rules.cassettes.flatMap(\.cassette.tracks)
    // Of a recording of several servers only the requests to this one are sent.
    let hosts = Set(recorded.map { RequestURL($0.request.url).host })
    let tracks = recorded.filter {
      hosts.count == 1 || RequestURL($0.request.url).host == server.host
    }
    guard !tracks.isEmpty else {
      console.report(
        error: "expected recorded requests to \(upstream.url) in \(file), found none",
        asJSON: isJSON)
      return .cannotStart
    }
    var log = ComparisonLog(console: console, isJSON: isJSON)
    log.otherServers = recorded.count - tracks.count
    do {
      var decoding = upstream
      decoding.decodesBodies = true
      let (plain, decoded) = (try Upstream(upstream), try Upstream(decoding))
      for track in tracks {
        let compared = ComparedTrack(track, at: server, headers: headers)
        guard !isSafeOnly || Self.safeMethods.contains(track.request.method) else {
          log.skip(track, "it may change something")
          continue
        }
        guard let request = compared.request else {
          log.skip(track, "a placeholder stands for a secret in its URL or body")
          continue
        }
        let exchange = Self.load(request, from: compared.isEncoded ? plain : decoded)
        let changes = exchange.map { compared.changes(in: $0, by: comparison) } ?? []
        log.print(compared, changes)
      }
    } catch {
      console.report(error: "\(error)", asJSON: isJSON)
      return .cannotStart
    }
    log.printSummary()
    return log.changed == 0 ? .success : .findings
  }

  private static let safeMethods: Set<HTTPMethod> = [.get, .head, .options, .trace]

  /// Loads a request and blocks the thread meanwhile.
  private static func load(_ request: ReceivedRequest, from upstream: Upstream) -> LoadedExchange? {
    let result = LoadedResult()
    let isDone = DispatchSemaphore(value: 0)
    Task {
      let exchange = await upstream.load(request)
      result.value.withLock { $0 = exchange }
      isDone.signal()
    }
    isDone.wait()
    return result.value.withLock { $0 }
  }
}

/// What a task hands to the thread that waits for it.
private final class LoadedResult: Sendable {
  let value = Mutex<LoadedExchange?>(nil)
}
