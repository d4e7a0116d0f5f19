import StubCore
import StubFiles
import StubServer

/// `stubber compare`: sends recorded requests again and shows how the responses differ.
struct CompareCommand: Command {
  static let name = "compare"
  static let summary = "Show how a server's responses differ from a recording"
  static let syntax = CommandSyntax<Self>(
    operands: [
      Operand("FILE") { $0.file = $1 },
      Operand("URL") { $0.upstream = try UpstreamConfiguration(argument: $1) },
    ],
    OptionGroup([
      .flag("safe-only", "Send only GET, HEAD, OPTIONS and TRACE requests") {
        $0.isSafeOnly = true
      },
      .values(
        "header", letter: "H", "'NAME: VALUE'",
        "Send this header field instead of the recorded one; repeatable"
      ) { $0.headers.append(try $1.headerField()) },
      .values(
        "ignore-header", "NAME", "Do not compare this response header field; repeatable"
      ) { try $0.ignoredHeaders.append(HTTPHeaderName($1.filled)) },
      .value("cacert", "FILE", "CAs to trust for URL, PEM") { $0.authorityFile = try $1.filled },
      .flag("insecure", letter: "k", "Do not verify the certificate of URL") {
        $0.isInsecure = true
      },
      .largestFile { $0.context.fileSizeLimit = $1 },
    ]))
  static let notes = """
    Sends every recorded request to URL, in recorded order. Without --safe-only this includes requests
    that change data, such as DELETE. Writes nothing.

    Compares status, header fields and body, but not fields that always differ, such as Date. A hidden
    secret matches any value. Requests with a hidden secret in the URL or body are skipped. Header
    fields with a hidden secret are not sent, unless --header gives them. Exit code 1: changes found.
    """
  static let examples = [
    "users.yaml https://api.example.com --safe-only",
    "users.yaml https://api.example.com --header 'Authorization: Bearer …'",
  ]

  var file = ""
  var upstream: UpstreamConfiguration?
  var headers: [HTTPHeaders.Field] = []
  var ignoredHeaders: [HTTPHeaderName] = []
  var isSafeOnly = false
  var authorityFile: String?
  var isInsecure = false
  var context = RuleContext(formats: .all)
}

extension CompareCommand {
  private static let safeMethods: Set<HTTPMethod> = [.get, .head, .options, .trace]

  func run(_ console: Console) throws -> ExitCode {
    guard var upstream else { return .wrongUsage }
    if let authorityFile { upstream.authorityFile = authorityFile }
    if isInsecure { upstream.verifiesCertificate = false }
    guard let rules = console.read([file], context: context) else { return .cannotStart }
    let server = RequestURL(upstream.url)
    let recorded = rules.cassettes.flatMap(\.cassette.interactions)
    // If several servers were recorded, only the requests to the given server are sent.
    let hosts = Set(recorded.map { RequestURL($0.request.url).host })
    let interactions = recorded.filter {
      hosts.count == 1 || RequestURL($0.request.url).host == server.host
    }
    guard !interactions.isEmpty else {
      console.emit(.error("\(file) contains no requests to \(upstream.shownURL)"))
      return .cannotStart
    }
    let plain = try Upstream(upstream)
    upstream.decodesBodies = true
    let decoding = try Upstream(upstream)
    let comparison = RecordingComparison(ignoring: ignoredHeaders)
    var summary = ComparisonSummary()
    summary.otherServers = recorded.count - interactions.count
    for interaction in interactions {
      let compared = ComparedInteraction(interaction, at: server, headers: HTTPHeaders(headers))
      if let reason = reasonToSkip(compared) {
        summary.skipped += 1
        console.emit(SkippedEvent(interaction: interaction, reason: reason))
      } else if let request = compared.request {
        let server = compared.isEncoded ? plain : decoding
        let found = server.loadAndWait(request)
        let changes = found.map { compared.changes(in: $0, by: comparison) } ?? []
        summary.add(compared, changes)
        console.emit(ComparedEvent(interaction: interaction, changes: changes))
      }
    }
    if !summary.missingHeaders.isEmpty {
      let names = summary.missingHeaders.map(\.rawName).joined(separator: ", ")
      console.emit(
        .warning("sent without \(names), whose values are hidden; give them with --header"))
    }
    console.emit(summary)
    return summary.changed == 0 ? .success : .problems
  }

  private func reasonToSkip(_ compared: ComparedInteraction) -> String? {
    if isSafeOnly, !Self.safeMethods.contains(compared.interaction.request.method) {
      return "it may change data"
    }
    return compared.request == nil ? "its URL or body contains a hidden secret" : nil
  }
}
