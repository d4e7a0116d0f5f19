extension UnmatchedReport: CustomStringConvertible {
  /// The report as people read it, on every host the same.
  public var description: String {
    var lines = ["No stub answers \(request.summary)"]
    if stubCount == 0 {
      lines.append("There are no stubs.")
    } else {
      let shown = nearMisses.count
      lines.append("Nearest of \(stubCount) \(stubCount == 1 ? "stub" : "stubs"):")
      for (number, miss) in nearMisses.enumerated() {
        lines.append("")
        lines.append("\(shown == 1 ? "" : "\(number + 1). ")\(miss.stub)")
        lines += miss.verdicts.map(\.line)
      }
    }
    lines.append("")
    lines.append("A rule that would answer it:")
    lines += suggestedRule.map { "  \($0)" }
    lines.append("")
    lines.append("The request again:")
    lines.append("  \(curlCommand)")
    return lines.joined(separator: "\n") + "\n"
  }

  /// A rule for a rule file that answers this request.
  public var suggestedRule: [String] {
    let url = request.target.absoluteString.replacingQuotes(with: "''")
    return [
      "stubs:",
      "  - match: { url: '\(url)' }",
      "    respond: { \(request.method): { status: 200, text: '' } }",
    ]
  }

  /// A `curl` command line that sends this request.
  public var curlCommand: String {
    var words = ["curl"]
    if request.method == .head {
      words.append("--head")
    } else if request.method != .get {
      words += ["-X", request.method.rawValue]
    }
    for field in request.headers.fields where !Self.madeByCurl.contains(field.name) {
      words += ["-H", Self.quoted("\(field.name): \(field.value)")]
    }
    if let body = request.body, !body.isEmpty {
      words += ["--data-binary", Self.quoted(request.bodyText)]
    }
    words.append(Self.quoted(sentURL))
    return words.joined(separator: " ")
  }

  /// The URL with the port of the listener that took the request, which stubs do not see.
  private var sentURL: String {
    guard request.target.scheme == nil, let host = request.headers[.host] else {
      return request.target.absoluteString
    }
    return "http://\(host)\(request.target.pathAndQuery)"
  }

  private static let madeByCurl: Set<HTTPHeaderName> = [.host, .contentLength, .connection]

  /// The text as one word of a POSIX shell.
  private static func quoted(_ text: String) -> String {
    "'\(text.replacingQuotes(with: #"'\''"#))'"
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
