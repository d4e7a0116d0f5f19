import StubCore

extension RuleKey where Target == MatchDraft {
  static var scheme: Self {
    Self("scheme", "The scheme of the URL.", .string, example: "https") { value, match in
      guard let scheme = value.string() else { return }
      guard let last = scheme.last, last.isLetter || last.isNumber else {
        value.report(
          found: value.node.summary, expected: "a scheme without \"://\"", remedy: "try https")
        return
      }
      match.add(HTTPStubSchemeMatcher(.equals(scheme)), from: &value)
    }
  }

  static var host: Self {
    Self("host", "The host name, without port.", .host, example: "api.example.com") {
      value, match in
      guard let condition = value.condition(.host, variables: match.scope.variables),
        value.isHost(condition)
      else { return }
      match.add(HTTPStubHostMatcher(condition), from: &value)
    }
  }

  static var port: Self {
    Self(
      "port", "The port, written in the URL or the scheme's own.", .integer(in: 1...65_535),
      example: 8080
    ) { value, match in
      guard let port = value.integer(in: 1...65_535) else { return }
      match.add(HTTPStubPortMatcher(port), from: &value)
    }
  }

  static var path: Self {
    Self("path", "The path of the URL, percent-decoded.", .path, example: ["prefix": "/api/"]) {
      value, match in
      guard let draft = value.conditions(.path) else { return }
      if let condition = draft.condition, value.isPath(condition) {
        value.warnOfPattern(in: "path")
        match.add(HTTPStubPathMatcher(condition), from: &value)
      }
      for matcher in draft.matchers { match.add(matcher, from: &value) }
    }
  }
}

extension ValueReader {
  /// Whether a condition for equality can hold for a host; reports it if not.
  fileprivate mutating func isHost(_ condition: ValueMatcher) -> Bool {
    guard let host = condition.exactValue else { return true }
    let sides = host.split(separator: ":", omittingEmptySubsequences: false)
    let remedy: String
    if host.contains("/") {
      remedy = "try it as \"url\""
    } else if sides.count == 2 {
      remedy = "try host: \(sides[0]), port: \(sides[1])"
    } else if host.contains("*") {
      remedy = "try { wildcard: \(Quotation.of(host)) }"
    } else {
      return true
    }
    report(
      found: node.summary, expected: "a host name without scheme, port and path", remedy: remedy)
    return false
  }

  /// Whether a condition for equality can hold for a path; reports it if not.
  fileprivate mutating func isPath(_ condition: ValueMatcher) -> Bool {
    guard let path = condition.exactValue else { return true }
    let remedy: String
    if !path.hasPrefix("/") {
      remedy = "try \(Quotation.of("/\(path)"))"
    } else if path.utf8.contains(UInt8(ascii: "?")) {
      remedy = "try it as \"url\", or the query as \"query\""
    } else {
      return true
    }
    report(
      found: node.summary, expected: "a path that starts with \"/\", without query", remedy: remedy)
    return false
  }
}
