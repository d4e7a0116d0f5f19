import StubCore

/// Which stub answers a request and why the others do not, for people or for programs.
struct ExplanationText {
  let request: ReceivedRequest
  let explanation: Explanation
  let unhandledMode: HTTPUnhandledMode

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
    var lines = ["\(request.summary) is answered by \(winner.title)"]
    lines += winner.matchers.map { color("  ✓ \($0)", console) }
    lines.append("  answer: \(answer.text)")
    if !others.isEmpty { lines += ["", "Other stubs that are near:"] }
    for miss in others {
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
      members += [
        ("stub", winner.name.map { .string($0) } ?? .null),
        ("origin", .string(winner.origin.description)),
        ("status", answer.status.map { .number(JSONNumber($0)) } ?? .null),
        ("nearMisses", .array(others.map(\.json))),
      ]
    } else {
      members += [("stub", .null), ("report", explanation.report.json)]
    }
    return .object(JSONObject(members))
  }

  private var others: [NearMiss] {
    explanation.report.nearMisses.filter { $0.stub != explanation.winner?.title }
  }

  /// What the winner would answer now, as the first of its responses.
  private var answer: AnswerSummary {
    guard let winner = explanation.winner else { return AnswerSummary(text: "none") }
    var captured = request
    for matcher in winner.matchers {
      if case .matched(let more) = matcher.evaluate(request, for: .stubRequest) {
        captured.captures.merge(more)
      }
    }
    let keys = [ResponseKey(method: request.method), ResponseKey(method: nil)]
    let script =
      keys.lazy.compactMap { winner.responses[$0] }.first
      ?? winner.responses[ResponseKey(method: .get)]
    guard let responder = script?.responders.first else { return AnswerSummary(text: "none") }
    do {
      return AnswerSummary(try responder.respond(to: captured, for: winner))
    } catch {
      return AnswerSummary(text: "500, because \(error)")
    }
  }

  private func color(_ line: String, _ console: Console) -> String {
    if line.hasPrefix("  ✓") { return console.colored(line, .green) }
    if line.hasPrefix("  ✗") { return console.colored(line, .red) }
    return line
  }
}
