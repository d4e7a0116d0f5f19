/// The report on an unmatched request: the closest stubs with reasons, and a stub to add.
public struct UnmatchedReport: Error, Sendable, Hashable {
  /// The request that no stub answered.
  public private(set) var request: ReceivedRequest
  /// The closest stubs, closest first; the report that a client gets shows three of them.
  package let nearMisses: [NearMiss]
  /// The number of stubs in the set.
  package let stubCount: Int
  /// The base URL of the listener that the request was or would be sent to; `nil` in-process.
  package var server: String?
  /// The host with which the closest stub would answer; `nil` unless only the host differs.
  package let otherHost: String?

  /// The largest set whose stubs are all compared with the request.
  private static let wholeSet = 64
  /// The number of stubs of a larger set that are compared for each near miss.
  private static let comparedForEach = 5

  /// Compares a request with the stubs of a stack except `winner`, and keeps the `limit` closest.
  ///
  /// The conditions end after `allowance` steps (default: no extra limit).
  init(
    _ request: ReceivedRequest, stack: StubStack, excluding winner: InstalledStub? = nil,
    limit: Int = 3, allowance: Int? = nil
  ) {
    self.request = request
    request.resetSteps(allowance: allowance)
    let comparison = StubComparison(request)
    // Sorted by distance; at equal distances, the stub that came first stays first.
    var nearest: [(installed: InstalledStub, distance: Double, results: [MatchResult])] = []
    nearest.reserveCapacity(min(limit, stack.count) + 1)
    let compared = stack.count <= Self.wholeSet ? stack.count : Self.comparedForEach * limit
    for installed in stack.nearest(to: request, limit: compared) where installed !== winner {
      let handicap = stack.isOn(installed.stub.id) ? 0.0 : 1
      let farthest = nearest.count < limit ? .infinity : nearest.last?.distance ?? 0
      guard let (distance, results) = comparison.result(with: installed, below: farthest - handicap)
      else { continue }
      nearest.append((installed, distance + handicap, results))
      var rank = nearest.count - 1
      while rank > 0, nearest[rank - 1].distance > nearest[rank].distance {
        nearest.swapAt(rank - 1, rank)
        rank -= 1
      }
      if nearest.count > limit { nearest.removeLast() }
    }
    nearMisses = nearest.map {
      NearMiss($0.installed, request, $0.results, isOn: stack.isOn($0.installed.stub.id))
    }
    stubCount = stack.count - (winner == nil ? 0 : 1)
    otherHost = nearMisses.first?.otherHost(for: request)
  }

  /// Returns this report for another form of the request.
  package func about(_ request: ReceivedRequest) -> UnmatchedReport {
    var report = self
    report.request = request
    return report
  }
}

extension UnmatchedReport {
  /// The report as JSON, for programs.
  package var json: JSONValue {
    var report: JSONObject = [
      "error": "no stub matches the request",
      "request": [
        "method": .string(request.method.rawValue), "url": .string(request.target.absoluteString),
      ],
      "stubs": .number(JSONNumber(stubCount)),
      "nearMisses": .array(nearMisses.map(\.json)),
    ]
    if isAboutTunnel {
      report["hint"] = .string(Self.tunnelHint.joined(separator: "\n"))
    } else {
      report["hint"] = hostHint.map { .string($0) }
      report["swift"] = .string(suggestedStub.joined(separator: "\n"))
      report["rule"] = .string(suggestedRule.joined(separator: "\n"))
      report["curl"] = .string(curlCommand)
    }
    return .object(report)
  }
}

extension UnmatchedReport {
  /// Whether the client takes the server for a proxy, so that another stub would not help.
  package var isAboutTunnel: Bool { request.method == .connect }

  /// The advice for a client that takes the server for a proxy, in place of a stub to add.
  package static let tunnelHint = [
    "The client asks for a tunnel, but this is not a proxy.",
    "Send requests to this port, without a proxy; only a stub that names CONNECT answers it.",
  ]
}

extension NearMiss {
  /// The near miss as JSON, for programs.
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
    guard let mismatch = result.mismatch else {
      return ["matcher": .string(matcher), "matched": true]
    }
    var members: JSONObject = [
      "matcher": .string(matcher), "matched": false, "expected": .string(mismatch.expected),
      "found": .string(mismatch.found), "text": .string(sentence),
    ]
    if case .undecided = result { members["undecided"] = true }
    return .object(members)
  }
}

extension UnmatchedReport: CustomStringConvertible {
  /// The report as text for people; it is the same on every host.
  public var description: String { String(decoding: utf8(), as: UTF8.self) }

  /// Returns the text followed by `end`, in UTF-8.
  package func utf8(before end: String = "") -> [UInt8] {
    // A listener sends the bytes as they are.
    var text: [UInt8] = []
    text.reserveCapacity(1_024)
    let url = isAboutTunnel ? request.target.authority ?? "" : request.target.absoluteString
    text.add(line: "No stub matches \(request.method) \(url)")
    if stubCount == 0 {
      text.add(line: "No stubs are loaded.")
    } else {
      text.add(
        line: stubCount == 1
          ? "The only stub:" : "Closest \(nearMisses.count) of \(stubCount) stubs:")
      for (number, miss) in nearMisses.enumerated() {
        text.add(line: miss.stub, after: nearMisses.count > 1 ? "\n\(number + 1). " : "\n")
        for verdict in miss.verdicts {
          text.add(line: verdict.sentence, after: verdict.result.isMatch ? "  ✓ " : "  ✗ ")
        }
      }
    }
    if let hostHint { text.add(line: hostHint, after: "\n") }
    if isAboutTunnel {
      text.add(line: "")
      for line in Self.tunnelHint { text.add(line: line) }
      return text + end.utf8
    }
    for (number, stub) in suggestions.enumerated() {
      text.add(line: number == 0 ? "\nTo answer it, add:" : "\nOr, in a stub file:")
      for line in stub { text.add(line: line, after: "  ") }
    }
    text.add(line: "\nTo repeat the request:")
    text.add(line: curlCommand, after: "  ")
    return text + end.utf8
  }

  /// The advice if only the host differs; otherwise `nil`.
  package var hostHint: String? {
    otherHost.map {
      "The host is \($0) there: send the header Host: \($0), or serve a recording with --any-host."
    }
  }

  /// The suggested stubs: Swift code in a test, a rule for a listener, or both if either may help.
  private var suggestions: [[String]] {
    let hasFiles = nearMisses.contains { !$0.origin.file.hasSuffix(".swift") }
    let hasSwift = nearMisses.contains { $0.origin.file.hasSuffix(".swift") }
    let isInProcess = !request.isFromListener
    return (isInProcess || hasSwift ? [suggestedStub] : [])
      + (!isInProcess || hasFiles ? [suggestedRule] : [])
  }

  /// Swift code for a stub that answers this request, with the same URL as in ``suggestedRule``.
  package var suggestedStub: [String] {
    let (method, url) = (request.method, suggestedURL)
    let name =
      HTTPMethod.standard.contains(method)
      ? ".\(method.rawValue.lowercasedASCII())" : Self.literal(method.rawValue)
    return [
      "HTTPStubRequest()",
      url.hasPrefix("//")
        ? "  .match(path: \(Self.literal(request.target.path)))"
        : "  .match(URL: \(Self.literal(url)))",
      "  .stub(for: \(name), .text(\"\"))",
    ]
  }

  /// Returns a text as a Swift string literal.
  private static func literal(_ text: String) -> String {
    let escaped = text.replacingBytes(of: "\\", with: "\\\\")
      .replacingBytes(of: "\"", with: "\\\"")
    return "\"\(escaped)\""
  }

  /// Returns the URL with each `#` escaped, so that no fragment begins there.
  private static func withoutFragment(_ url: String) -> String {
    url.replacingBytes(of: "#", with: "%23")
  }

  /// Returns a text in single quotes, as in YAML.
  private static func quoted(_ text: String) -> String {
    "'\(text.replacingBytes(of: "'", with: "''"))'"
  }

  /// Returns the query parameters with their values, in the syntax of a rule file.
  private static func items(of request: ReceivedRequest) -> String {
    var items = JSONObject()
    for item in request.target.queryItems {
      let value = JSONValue.string(item.value ?? "")
      items[item.name] = .array((items[item.name]?.array ?? []) + [value])
    }
    return JSONValue.object(items).text()
  }

  /// A rule for a rule file that answers this request.
  ///
  /// For a request to a listener, the rule has only the path and query, without the listener's
  /// address. For any other request, such as one to a proxy, it has the whole URL. A path that
  /// begins with two slashes would be read as a host in a URL, so the rule has it as a `path`.
  package var suggestedRule: [String] {
    let url = suggestedURL
    var match: String
    if url.hasPrefix("//") {
      match = "path: \(Self.quoted(request.target.path))"
      if request.target.query != nil { match += ", queryEquals: \(Self.items(of: request))" }
    } else {
      // Rule files replace environment variables in this value.
      match = "url: \(Self.quoted(url.replacingBytes(of: "${", with: "$${")))"
    }
    return [
      "stubs:", "  - match: { \(match) }",
      String("    respond: { ", request.method.rawValue, ": { status: 200, text: '' } }"),
    ]
  }

  /// The URL in suggestions; for a request to the listener itself, only the path and the query.
  private var suggestedURL: String {
    let isAtListener = request.isFromListener && !request.isForProxy
    return Self.withoutFragment(
      isAtListener ? request.target.pathAndQuery : request.target.absoluteString)
  }

  /// A `curl` command line that sends this request; it has only the beginning of a long body.
  ///
  /// A body that is not text is in base64, and the command decodes it first. A request to a
  /// listener for another host is sent to the listener, with that host in the `Host` field, or
  /// through it if the client used it as a proxy. A request without a host or a listener goes to
  /// the default port of `stubber serve`.
  package var curlCommand: String {
    let target = request.target
    var request = request
    var base = "\(target.scheme ?? "http")://\(target.authority ?? "127.0.0.1:8080")"
    // The fields that curl adds by itself.
    var added: [HTTPHeaderName] = [.contentLength, .connection, .host]
    // A host name with the listener's port is taken for a name of the listener itself.
    let isOther = target.port.map { server?.hasSuffix(":\($0)") != true } ?? true
    var options: [String] = []
    if let server, isOther, request.isForProxy {
      options = ["--proxy", server] + (target.scheme == "https" ? ["--insecure"] : [])
    } else if let server, isOther {
      base = server
      if let authority = target.authority {
        request.headers[.host] = authority
        added.removeLast()
      }
    }
    let excerpt = request.body.map(BodyExcerpt.init)
    let command = CurlCommand(
      request, to: base, options: options, body: excerpt?.start, ending: excerpt?.ending ?? ""
    ) { !added.contains($0.name) }
    return command.description
  }
}

extension [UInt8] {
  /// Adds a line, which begins with `start`.
  fileprivate mutating func add(line: String, after start: String = "") {
    self += start.utf8
    self += line.utf8
    self += "\n".utf8
  }
}

extension NearMiss.Verdict {
  /// One line of the report.
  package var line: String { String(result.isMatch ? "  ✓ " : "  ✗ ", sentence) }

  /// The condition and why it failed, such as `path is "/a" (got "/b")`.
  package var sentence: String {
    switch result {
    case .matched: matcher
    case .mismatched(let mismatch): matcher + mismatch.remark(after: matcher)
    case .undecided(let mismatch): "\(matcher): \(mismatch.found)"
    }
  }
}
