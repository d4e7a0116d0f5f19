import StubCore
import StubFiles

/// What `record` prints: the address, a line for each request, and a summary at the end.
struct RecordingLog: Sendable {
  let console: Console
  let isJSON: Bool

  /// Hooks that write down what is not recorded; the recorder tells of the rest.
  var hooks: StubHooks {
    let requests = RequestLog(console: console, isJSON: isJSON)
    var hooks = requests.hooks
    let decided = hooks.decided
    hooks.decided = { request, fate in
      if case .recorded = fate { return }
      decided(request, fate)
    }
    return hooks
  }

  func announce(_ url: String, _ upstream: String, into file: String) {
    if isJSON {
      return console.print([
        "event": "recording", "url": .string(url), "upstream": .string(upstream),
        "file": .string(file),
      ])
    }
    console.print(
      """
      Recording \(upstream) into \(file) on \(url)

      Try:
        curl '\(url)/'

      Control-C stops. Requests:
      """)
  }

  func print(_ track: Cassette.Track) {
    let (request, outcome) = (track.request, track.outcome)
    let summary: String
    var members: [(String, JSONValue)] = [
      ("event", "recorded"), ("method", .string(request.method.rawValue)),
      ("url", .string(request.url)),
    ]
    switch outcome {
    case .response(let response):
      let status = response.status.rawValue
      summary = console.colored("\(status)", status < 400 ? .green : .yellow)
      members += [
        ("status", .number(JSONNumber(status))),
        ("bytes", .number(JSONNumber(response.body.count))),
      ]
    case .failure(let failure, _):
      summary = console.colored("error", .red)
      members.append(("error", .string(failure.message ?? "\(failure.domain) \(failure.code)")))
    }
    if isJSON { return console.print(.object(JSONObject(members))) }
    let message: String =
      if case .failure(let failure, _) = outcome { "  \(failure.message ?? "")" } else { "" }
    console.print("\(summary) \(request.method) \(request.url)\(message)")
  }

  func print(_ summary: RecordingSummary) {
    if isJSON { return console.print(event(summary)) }
    var lines = [headline(summary)]
    if summary.dropped > 0 { lines.append("\(summary.dropped) dropped by filters") }
    if !summary.redactions.isEmpty {
      lines.append("Redacted:")
      lines += summary.redactions.map { "  \($0)" }
    }
    lines += summary.losses
    console.print(lines.joined(separator: "\n"))
    for request in summary.outstanding {
      console.report(
        warning: "not recorded, as it had not ended: \(request); try --wait with more seconds",
        asJSON: false)
    }
  }

  private func headline(_ summary: RecordingSummary) -> String {
    let kept = summary.kept > 0 ? ", \(summary.kept) kept" : ""
    let end = summary.isChanged ? "written to \(summary.file)" : "\(summary.file) is as it was"
    return "\(Count(summary.recorded, "request")) recorded\(kept); \(end)"
  }

  private func event(_ summary: RecordingSummary) -> JSONValue {
    let texts: ([String]) -> JSONValue = { .array($0.map { .string($0) }) }
    let numbers: [(String, Int)] = [
      ("recorded", summary.recorded), ("kept", summary.kept), ("dropped", summary.dropped),
    ]
    return .object(
      JSONObject(
        [("event", "summary"), ("file", .string(summary.file))]
          + numbers.map { ($0, .number(JSONNumber($1))) } + [
            ("changed", .bool(summary.isChanged)), ("outstanding", texts(summary.outstanding)),
            ("redactions", texts(summary.redactions)), ("losses", texts(summary.losses)),
          ]))
  }
}
