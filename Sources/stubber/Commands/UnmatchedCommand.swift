import StubCore

/// `stubber unmatched`: shows why requests to a running server matched no stub.
struct UnmatchedCommand: RemoteCommand {
  static let name = "unmatched"
  static let summary = "Show why requests to a running server matched no stub"
  static let syntax = CommandSyntax<Self>(
    options([
      .value("limit", letter: "n", "COUNT", "Number of newest requests to show (default: 10)") {
        $0.limit = try $1.number(in: 1...Int.max)
      }
    ]))
  static let notes = """
    Compares the requests with the stubs that the server has now. The newest request comes last. Exit
    code 1: there are unmatched requests.
    """
  static let examples = ["", "--json"]

  var server = ServerChoice()
  var limit = 10

  func runRemotely(_ connection: AdminConnection, _ console: Console) throws -> ExitCode {
    let path = "/requests?unmatched=true&limit=\(limit)"
    let events = try connection.journaled(path)
    for event in events.reversed() {
      let id = event["id"]?.string ?? ""
      let explanation = try connection.send(.get, "/requests/\(id)/explanation")
      console.emit(UnmatchedEvent(request: event["request"] ?? .null, explanation: explanation))
    }
    if events.isEmpty {
      console.emit(.notice("noneUnmatched", "All requests in the journal were answered."))
    }
    return events.isEmpty ? .success : .problems
  }
}

/// An unmatched request, with the current stub that is closest to it.
private struct UnmatchedEvent: Event {
  let request: JSONValue
  let explanation: JSONValue

  func text(_ console: Console) -> String? {
    let date = request["loggedDateString"]?.string ?? ""
    let (method, url) = (request["method"]?.string ?? "", request["absoluteUrl"]?.string ?? "")
    var lines = ["\(date) \(console.colored("\(method) \(url)", .red))"]
    if explanation["answered"]?.bool == true {
      let stub = explanation["stub"]?["stub"]?.string ?? "a stub"
      return (lines + ["  is answered now by \(stub)", ""]).joined(separator: "\n")
    }
    for miss in explanation["nearMisses"]?.array ?? [] {
      lines.append("  \(miss["stub"]?.string ?? "")")
      for verdict in miss["matchers"]?.array ?? [] {
        let isMet = verdict["matched"]?.bool == true
        let text = (verdict["text"] ?? verdict["matcher"])?.string ?? ""
        lines.append(console.colored("    \(isMet ? "✓" : "✗") \(text)", isMet ? .green : .red))
      }
    }
    if let rule = explanation["rule"]?.string {
      lines.append("  To answer it, add:")
      lines += rule.split(separator: "\n").map { "    \($0)" }
    }
    return (lines + [""]).joined(separator: "\n")
  }

  var jsonLines: [String] {
    [
      Self.json(
        "unmatched",
        [
          "method": request["method"], "url": request["absoluteUrl"],
          "date": request["loggedDateString"], "answered": explanation["answered"],
          "nearMisses": explanation["nearMisses"], "rule": explanation["rule"],
        ])
    ]
  }
}
