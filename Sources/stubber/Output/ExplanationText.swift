import StubCore

/// Which stub answers a request and why the explanation.report.nearMisses do not, for people or for programs.
struct ExplanationText {
  let request: ReceivedRequest
  let explanation: Explanation
  let unhandledMode: HTTPUnhandledMode
  /// What the request really gets from the stubs as they were read; `nil` when none answers.
  let fate: Fate?

  /// Whether a stub answers.
  var isAnswered: Bool { !explanation.isIgnored && explanation.winner != nil }

  func lines(_ console: Console) -> [String] {
    if explanation.isIgnored {
      return ["An ignore rule leaves \(request.summary) to the network."]
    }
    guard let winner = explanation.winner else {
      var lines = explanation.report.description.split(
        separator: "\n", omittingEmptySubsequences: false
      ).map { color(String($0), console) }
      if lines.last == "" { lines.removeLast() }
      if unhandledMode == .optin {
        lines += ["", "The mode is optin, so the request would be left to the network."]
      }
      return lines
    }
    var lines = ["\(request.summary) is answered by \(winner.stub)"]
    lines += winner.verdicts.map { color($0.line, console) }
    lines.append("  answer: \(answer?.text ?? "none")")
    if !explanation.report.nearMisses.isEmpty { lines += ["", "Other stubs that are near:"] }
    for miss in explanation.report.nearMisses {
      lines.append(miss.stub)
      lines += miss.verdicts.map { color($0.line, console) }
      if miss.verdicts.allSatisfy({ $0.mismatch == nil }) {
        lines.append("  It would answer too, but is asked later.")
      }
    }
    return lines
  }

  var event: JSONValue {
    var members: [(String, JSONValue)] = [
      ("event", "explanation"), ("method", .string(request.method.rawValue)),
      ("url", .string(request.target.absoluteString)), ("ignored", .bool(explanation.isIgnored)),
    ]
    if isAnswered, let winner = explanation.winner {
      members.append(("stub", .string(winner.stub)))
      members.append(("origin", .string(winner.origin.description)))
      members.append(("status", answer?.status.map { .number(JSONNumber($0)) } ?? .null))
      members.append(("nearMisses", .array(explanation.report.nearMisses.map(\.json))))
    } else {
      members.append(("stub", .null))
      members.append(("report", explanation.report.json))
    }
    return .object(JSONObject(members))
  }

  private var answer: AnswerSummary? {
    guard case .stubbed(_, _, let answer)? = fate else { return nil }
    return AnswerSummary(answer)
  }

  private func color(_ line: String, _ console: Console) -> String {
    if line.hasPrefix("  ✓") { return console.colored(line, .green) }
    if line.hasPrefix("  ✗") { return console.colored(line, .red) }
    return line
  }
}
