extension UnmatchedReport: CustomStringConvertible {
  /// The report as people read it, on every host the same.
  public var description: String { String(decoding: utf8(), as: UTF8.self) }

  /// The same in UTF-8, with something behind it.
  package func utf8(before end: String = "") -> [UInt8] {
    // Most reports are shorter.
    var text = TextBuilder(capacity: 1_280)
    let url = request.target.absoluteString
    text.append("No stub answers ")
    text.append(request.method.rawValue, " ", url)
    if stubCount == 0 {
      text.append("\nThere are no stubs.\n")
    } else {
      text.append("\nNearest of ", String(stubCount), stubCount == 1 ? " stub:\n" : " stubs:\n")
      for (number, miss) in nearMisses.enumerated() {
        text.append("\n")
        if nearMisses.count > 1 { text.append(String(number + 1), ". ") }
        text.append(miss.stub, "\n")
        for verdict in miss.verdicts {
          verdict.write(to: &text)
          text.append("\n")
        }
      }
    }
    text.append("\nA rule that would answer it:\n")
    for line in suggestedRule(for: url) { text.append("  ", line, "\n") }
    text.append("\nThe request again:\n  ")
    writeCommand(to: &text)
    text.append("\n", end)
    return text.bytes
  }

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
    var command = TextBuilder(capacity: 256)
    writeCommand(to: &command)
    return command.text
  }

  private func writeCommand(to text: inout TextBuilder) {
    text.append("curl")
    if request.method == .head {
      text.append(" --head")
    } else if request.method != .get {
      text.append(" -X ", request.method.rawValue)
    }
    for field in request.headers.fields where !Self.isMadeByCurl(field.name) {
      text.append(" -H")
      text.append(word: String(field.name.rawName, ": ", field.value))
    }
    if let body = request.body, !body.isEmpty {
      text.append(" --data-binary")
      text.append(word: request.bodyText)
    }
    text.append(word: sentURL)
  }

  /// The URL with the port of the listener that took the request, which stubs do not see.
  private var sentURL: String {
    guard request.target.scheme == nil, let host = request.headers[.host] else {
      return request.target.absoluteString
    }
    return String("http://", host, request.target.pathAndQuery)
  }

  private static func isMadeByCurl(_ name: HTTPHeaderName) -> Bool {
    name == .host || name == .contentLength || name == .connection
  }
}

extension TextBuilder {
  /// Adds a text as the next word of a line for a POSIX shell.
  fileprivate mutating func append(word: String) {
    append(" '", word.replacingQuotes(with: #"'\''"#), "'")
  }
}

extension NearMiss.Verdict {
  /// One line of the report.
  package var line: String {
    var line = TextBuilder(capacity: 128)
    write(to: &line)
    return line.text
  }

  fileprivate func write(to text: inout TextBuilder) {
    if let mismatch {
      text.append("  ✗ ", matcher, ": expected ")
      text.append(mismatch.expected, ", got ", mismatch.found)
    } else {
      text.append("  ✓ ", matcher)
    }
  }
}

extension String {
  /// The text, mostly as it is, with something else for each `'`.
  fileprivate func replacingQuotes(with replacement: String) -> String {
    has("'") ? replacing("'", with: replacement) : self
  }
}
