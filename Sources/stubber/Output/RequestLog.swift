import StubCore

/// Writes one line for each request: what came, what it got, and from which stub.
struct RequestLog: Sendable {
  let console: Console
  let isJSON: Bool
  /// Whether problems alone are written.
  var isQuiet = false

  /// Hooks that write everything down.
  var hooks: StubHooks {
    var hooks = StubHooks()
    hooks.problem = { console.report(error: $0, asJSON: isJSON) }
    guard !isQuiet else { return hooks }
    hooks.decided = { record($0, $1) }
    hooks.finished = { request, _, ending in
      guard ending == .cancelled else { return }
      console.report(
        event: "cancelled", "--- \(request.summary)  was cut off before the response was out",
        isJSON)
    }
    return hooks
  }

  private func record(_ request: ReceivedRequest, _ fate: Fate) {
    if isJSON {
      console.print(Self.event(request, fate))
    } else {
      console.print(line(request, fate))
    }
  }

  func line(_ request: ReceivedRequest, _ fate: Fate) -> String {
    switch fate {
    case .stubbed(let installed, _, let answer):
      let summary = AnswerSummary(answer)
      // Most lines are of this kind, and putting them together piece by piece takes least.
      var line = console.colored(summary.text, summary.color)
      line.reserveCapacity(160)
      line += " "
      line += request.method.rawValue
      line += " "
      request.target.append(to: &line)
      line += "  "
      line += console.colored(installed.stub.name ?? installed.stub.title, .gray)
      return line
    case .passedThrough, .recorded:
      return "\(console.colored("---", .yellow)) \(request.summary)  left to the network"
    case .unmatched(let report, let response):
      let status = console.colored("\(Self.status(of: response))", .red)
      return "\(status) \(request.summary)  \(console.colored("NO MATCH", .red)): "
        + Self.reason(report)
    }
  }

  static func event(_ request: ReceivedRequest, _ fate: Fate) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("event", "request"), ("method", .string(request.method.rawValue)),
      ("url", .string(request.target.absoluteString)),
    ]
    switch fate {
    case .stubbed(let installed, _, let answer):
      let summary = AnswerSummary(answer)
      members += [
        ("outcome", "stubbed"),
        ("status", summary.status.map { .number(JSONNumber($0)) } ?? .null),
        ("stub", installed.stub.name.map { .string($0) } ?? .null),
        ("origin", .string(installed.stub.origin.description)),
      ]
    case .passedThrough:
      members.append(("outcome", "passedThrough"))
    case .recorded:
      members.append(("outcome", "recorded"))
    case .unmatched(let report, let response):
      members += [
        ("outcome", "unmatched"), ("status", .number(JSONNumber(status(of: response)))),
        ("reason", .string(reason(report))),
      ]
    }
    return .object(JSONObject(members))
  }

  /// The first thing that kept the nearest stub from answering.
  static func reason(_ report: UnmatchedReport) -> String {
    guard let miss = report.nearMisses.first else { return "there are no stubs" }
    for verdict in miss.verdicts {
      guard let mismatch = verdict.mismatch else { continue }
      return "nearest is \(miss.stub): \(verdict.matcher): expected \(mismatch.expected),"
        + " got \(mismatch.found)"
    }
    return "nearest is \(miss.stub)"
  }

  /// What a listener answers to a request that no stub answers.
  private static func status(of response: HTTPUnmatchedResponse) -> Int {
    switch response {
    case .error: 404
    case .status(let code): code.rawValue
    }
  }
}

extension RequestURL {
  /// Adds the absolute URL without making a text of each part first.
  fileprivate func append(to text: inout String) {
    if let authority = port == nil && host?.utf8.contains(UInt8(ascii: ":")) == false
      ? host : authority
    {
      text += scheme ?? "http"
      text += "://"
      text += authority
    }
    text += path
    if let query {
      text += "?"
      text += query
    }
  }
}
