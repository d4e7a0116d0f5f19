extension UnmatchedReport: CustomStringConvertible {
  /// The report as people read it, on every host the same.
  public var description: String {
    let url = request.target.absoluteString
    var text = "No stub answers \(request.method) \(url)\n"
    if stubCount == 0 {
      text += "There are no stubs.\n"
    } else {
      text += "Nearest of \(stubCount) \(stubCount == 1 ? "stub" : "stubs"):\n"
      for (number, miss) in nearMisses.enumerated() {
        text += nearMisses.count > 1 ? "\n\(number + 1). \(miss.stub)\n" : "\n\(miss.stub)\n"
        for verdict in miss.verdicts { text += "\(verdict.line)\n" }
      }
    }
    text += "\nA rule that would answer it:\n"
    for line in suggestedRule(for: url) { text += "  \(line)\n" }
    return text + "\nThe request again:\n  \(curlCommand)\n"
  }

  /// The same in UTF-8, with something behind it.
  package func utf8(before end: String = "") -> [UInt8] { Array((description + end).utf8) }

  /// A rule for a rule file that answers this request.
  public var suggestedRule: [String] { suggestedRule(for: request.target.absoluteString) }

  private func suggestedRule(for url: String) -> [String] {
    [
      "stubs:",
      String("  - match: { url: '", url.replacingQuotes(with: "''"), "' }"),
      String("    respond: { ", request.method.rawValue, ": { status: 200, text: '' } }"),
    ]
  }

  /// A `curl` command line that sends this request.
  public var curlCommand: String {
    var command = "curl"
    if request.method == .head {
      command += " --head"
    } else if request.method != .get {
      command += " -X \(request.method)"
    }
    for field in request.headers.fields where !Self.isMadeByCurl(field.name) {
      command += " -H \(Self.word("\(field.name.rawName): \(field.value)"))"
    }
    if let body = request.body, !body.isEmpty {
      command += " --data-binary \(Self.word(request.bodyText))"
    }
    return command + " \(Self.word(request.target.absoluteString))"
  }

  /// A text as a word of a line for a POSIX shell.
  private static func word(_ text: String) -> String {
    "'\(text.replacingQuotes(with: #"'\''"#))'"
  }

  private static func isMadeByCurl(_ name: HTTPHeaderName) -> Bool {
    name == .host || name == .contentLength || name == .connection
  }
}

extension NearMiss.Verdict {
  /// One line of the report.
  package var line: String {
    guard let mismatch else { return "  ✓ \(matcher)" }
    return "  ✗ \(matcher): expected \(mismatch.expected), got \(mismatch.found)"
  }
}

extension String {
  /// The text, mostly as it is, with something else for each `'`.
  fileprivate func replacingQuotes(with replacement: String) -> String {
    has("'") ? replacing("'", with: replacement) : self
  }
}
