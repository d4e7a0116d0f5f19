/// Why no stub answered a request: the nearest stubs, and what to write to make one answer.
public struct UnmatchedReport: Error, Sendable, Hashable {
  public let request: ReceivedRequest
  /// The nearest stubs, the nearest first; three of them in the report that a client gets.
  public let nearMisses: [NearMiss]
  /// How many stubs there were.
  public let stubCount: Int

  /// Of more stubs only those are compared that are for the same parent path, and the newest.
  private static let comparedAtMost = 64

  init(
    _ request: ReceivedRequest, stack: StubStack, besides winner: InstalledStub? = nil,
    limit: Int = 3
  ) {
    self.request = request
    let comparison = StubComparison(request)
    // The nearest first, and of those that are equally near the one that came first.
    var nearest: [(installed: InstalledStub, distance: Double)] = []
    nearest.reserveCapacity(min(limit, stack.count) + 1)
    for installed in stack.nearest(to: request, limit: max(Self.comparedAtMost, 4 * limit))
    where installed !== winner {
      let distance = comparison.distance(to: installed)
      if nearest.count == limit, (nearest.last?.distance ?? 0) <= distance { continue }
      nearest.append((installed, distance))
      var rank = nearest.count - 1
      while rank > 0, nearest[rank - 1].distance > distance {
        nearest.swapAt(rank - 1, rank)
        rank -= 1
      }
      if nearest.count > limit { nearest.removeLast() }
    }
    nearMisses = nearest.map { NearMiss($0.installed, request) }
    stubCount = stack.count - (winner == nil ? 0 : 1)
  }
}

extension UnmatchedReport {
  /// The report for programs.
  public var json: JSONValue {
    [
      "error": "no stub answers the request",
      "request": ["method": .string(request.method.rawValue), "url": .string(request.url)],
      "stubs": .number(JSONNumber(stubCount)),
      "nearMisses": .array(nearMisses.map(\.json)),
      "rule": .string(suggestedRule.joined(separator: "\n")),
      "curl": .string(curlCommand),
    ]
  }
}

extension ReceivedRequest {
  fileprivate var url: String { target.absoluteString }
}

extension NearMiss {
  /// The near miss for programs.
  package var json: JSONValue {
    [
      "stub": .string(stub),
      "origin": .string(origin.description),
      "matchers": .array(verdicts.map(\.json)),
    ]
  }
}

extension NearMiss.Verdict {
  fileprivate var json: JSONValue {
    guard let mismatch else { return ["matcher": .string(matcher), "matched": true] }
    return [
      "matcher": .string(matcher), "matched": false, "expected": .string(mismatch.expected),
      "found": .string(mismatch.found),
    ]
  }
}

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
