import StubCore
import StubFiles
import StubLanguages
import StubPlatform

/// A stub in WireMock's form, to be compared with unmatched requests in WireMock's two columns.
///
/// The stub is read once, and its conditions are asked for each request.
struct UnmatchedDiff: Sendable {
  /// A line of the table, before it is compared with a request.
  private struct Row: Sendable {
    var expected = ""
    /// Returns the request's value; `nil` if it has none.
    var found: @Sendable (ReceivedRequest) -> String? = { _ in nil }
    /// The condition; empty for a row without one.
    var matchers: [any HTTPStubMatcher] = []
    /// The problem of a request that the condition does not accept.
    var problem = ""
    /// The problem of a request without a value; `nil` if it is the same.
    var absence: String?
    /// Whether the row is left out if the request matches, because bodies may be long.
    var isBody = false
  }

  /// A line of the table: a condition of the stub, the request's value, and the problem.
  ///
  /// The problem is `nil` if the value matches.
  struct Line: Equatable {
    var expected = ""
    var actual = ""
    var problem: String?
  }

  /// The longest part of a body that is shown, in characters.
  private static let longestBody = 2_048

  private var rows: [Row] = []
  /// The name of the stub's scenario, and the state that it requires; `nil` if it requires none.
  private let scenario: (name: String, state: String)?
  private let rules: SentRules

  /// Reads a stub in WireMock's form.
  init(_ mapping: JSONValue, rules: SentRules) {
    self.rules = rules
    scenario = mapping["scenarioName"]?.string.flatMap { name in
      mapping["requiredScenarioState"]?.string.map { (name, $0) }
    }
    // A member that is `null` is not a condition.
    let members = mapping["request"]?.object?.members.filter { !$0.value.isNull } ?? []
    let pattern = JSONObject(members.map { ($0.name, $0.value) })
    if let name = mapping["name"]?.string { rows += [Row(expected: name), Row()] }
    addAddress(pattern)
    rows.append(Row())
    addHeaders(pattern)
    addQuery(pattern)
    addCookies(pattern)
    addBody(pattern)
  }

  /// Returns the lines for a request; `state` returns the state of a scenario.
  func lines(for request: ReceivedRequest, state: (String) -> String) -> [Line] {
    var lines = rows.compactMap { row -> Line? in
      let isMet = request.verdict(of: row.matchers).isMatch
      if isMet, row.isBody { return nil }
      let found = row.found(request)
      let actual = found ?? ""
      if isMet { return Line(expected: row.expected, actual: actual) }
      let problem = found == nil ? row.absence ?? row.problem : row.problem
      return Self.line(row.expected, actual, problem)
    }
    if let scenario {
      let state = state(scenario.name)
      func text(_ state: String) -> String { "[Scenario '\(scenario.name)' state: \(state)]" }
      if !scenario.state.hasSameScalars(as: state) {
        lines.append(Self.line(text(scenario.state), text(state), "Scenario does not match"))
      }
    }
    return lines + [Line()]
  }

  /// Returns the line of a condition that is not met; texts that look alike are told apart.
  private static func line(_ expected: String, _ actual: String, _ problem: String) -> Line {
    looksAlike(expected, actual)
      ? Line(
        expected: expected.escapingScalars, actual: actual.escapingScalars, problem: problem)
      : Line(expected: expected, actual: actual, problem: problem)
  }

  /// Returns whether the expected text ends with the actual value in characters, but not in bytes.
  private static func looksAlike(_ expected: String, _ actual: String) -> Bool {
    if expected.isASCII, actual.isASCII { return false }
    let value = actual.firstRange(of: ": ").map { String(actual[$0.upperBound...]) } ?? actual
    return !value.isEmpty && expected.hasSuffix(value)
      && !expected.utf8.reversed().starts(with: value.utf8.reversed())
  }

  /// Returns the conditions of a part of the stub's `request`.
  private func matchers(_ part: (String, JSONValue)...) -> [any HTTPStubMatcher] {
    let text = JSONValue.object(JSONObject(part)).data()
    return (try? rules.wireMockPattern(text)) ?? []
  }

  private mutating func addAddress(_ pattern: JSONObject) {
    let parts: [(name: String, title: String, found: @Sendable (ReceivedRequest) -> String?)] = [
      ("host", "Host", { $0.target.host }),
      ("port", "Port", { $0.target.effectivePort.map(String.init) }),
      ("scheme", "Scheme", { $0.target.scheme ?? "http" }),
    ]
    for (name, title, found) in parts {
      guard let value = pattern[name] else { continue }
      rows.append(
        Row(
          expected: value.object.map { Condition($0).bracketed } ?? value.string ?? value.text(),
          found: found, matchers: matchers((name, value)), problem: "\(title) does not match"))
    }
    let method = pattern["method"] ?? "ANY"
    rows.append(
      Row(
        expected: method.string ?? method.text(), found: { $0.method.rawValue },
        matchers: matchers(("method", method)), problem: "HTTP method does not match"))
    let urls: KeyValuePairs<String, String> = [
      "url": "", "urlPath": "[path] ", "urlPattern": "[regex] ", "urlPathPattern": "[path regex] ",
      "urlPathTemplate": "[path template] ",
    ]
    guard let (name, title) = urls.first(where: { pattern[$0.key] != nil }),
      let value = pattern[name]
    else {
      rows.append(Row(expected: "(always)", found: { $0.target.pathAndQuery }))
      return
    }
    rows.append(
      Row(
        expected: title + (value.string ?? value.text()), found: { $0.target.pathAndQuery },
        matchers: matchers((name, value)), problem: "URL does not match"))
  }

  private mutating func addHeaders(_ pattern: JSONObject) {
    let count = rows.count
    for (name, value) in pattern["headers"]?.object?.members ?? [] {
      let condition = Condition(value.object ?? JSONObject())
      let field = HTTPHeaderName(name)
      rows.append(
        Row(
          expected:
            "\(name)\(condition.isEqual ? "" : " [\(condition.name)] "): \(condition.value)",
          found: { Self.list($0.headers.values(of: field), of: name) },
          matchers: matchers(("headers", .object(JSONObject([(name, value)])))),
          problem: "Header does not match", absence: "Header is not present"))
    }
    for name in ["basicAuth", "basicAuthCredentials"] {
      guard let value = pattern[name] else { continue }
      let words = ["username", "password"].map { value[$0]?.string ?? "" }
      let code = Data(words.joined(separator: ":").utf8).base64EncodedString()
      rows.append(
        Row(
          expected: "Authorization: Basic \(code)",
          found: { $0.headers[.authorization].map { "Authorization: \($0)" } },
          matchers: matchers((name, value)), problem: "Header does not match",
          absence: "Header is not present"))
    }
    if rows.count > count { rows.append(Row()) }
  }

  private mutating func addQuery(_ pattern: JSONObject) {
    let count = rows.count
    for (part, title) in [("queryParameters", "Query"), ("formParameters", "Form data")] {
      for (name, value) in pattern[part]?.object?.members ?? [] {
        let condition = Condition(value.object ?? JSONObject())
        let isQuery = part == "queryParameters"
        rows.append(
          Row(
            expected: "\(title): \(name) \(condition.isEqual ? "=" : "[\(condition.name)]") "
              + condition.value,
            found: { request in
              let items = isQuery ? request.target.queryItems : []
              let values = items.filter { $0.name.hasSameScalars(as: name) }
              return Self.list(values.map { $0.value ?? "" }, of: name)
            }, matchers: matchers((part, .object(JSONObject([(name, value)])))),
            problem: "\(title) does not match", absence: "\(title) is not present"))
      }
    }
    if rows.count > count { rows.append(Row()) }
  }

  /// Returns the values behind their name; `nil` if there are none.
  private static func list(_ values: [String], of name: String) -> String? {
    values.isEmpty ? nil : "\(name): \(values.joined(separator: ", "))"
  }

  private mutating func addCookies(_ pattern: JSONObject) {
    let cookies = pattern["cookies"]?.object?.members ?? []
    for (name, value) in cookies {
      let condition = Condition(value.object ?? JSONObject())
      rows.append(
        Row(
          expected: "Cookie: \(name)\(condition.isEqual ? "=" : " [\(condition.name)] ")"
            + condition.value,
          found: { request in
            request.cookies.first { $0.name.hasSameScalars(as: name) }?.value
          }, matchers: matchers(("cookies", .object(JSONObject([(name, value)])))),
          problem: "Cookie does not match", absence: "Cookie is not present"))
    }
    if !cookies.isEmpty { rows.append(Row()) }
  }

  private mutating func addBody(_ pattern: JSONObject) {
    for value in pattern["bodyPatterns"]?.array ?? [] {
      let condition = Condition(value.object ?? JSONObject())
      let isJSON = condition.json != nil
      rows.append(
        Row(
          expected: condition.json?.spacedText() ?? condition.value,
          found: { Self.shownBody(of: $0, isJSON: isJSON) },
          matchers: matchers(("bodyPatterns", [value])), problem: "Body does not match",
          absence: "Body is not present", isBody: true))
    }
    if let parts = pattern["multipartPatterns"] {
      let title = "[Multipart request body]"
      rows.append(
        Row(
          expected: title,
          found: { $0.headers[.contentType]?.hasPrefix("multipart/") == true ? title : nil },
          matchers: matchers(("multipartPatterns", parts)), problem: "\(title) does not match",
          absence: "\(title) is not present", isBody: true))
    }
  }

  /// Returns the beginning of the body; a short body that `isJSON` is laid out like the condition.
  private static func shownBody(of request: ReceivedRequest, isJSON: Bool) -> String? {
    let body = String(request.bodyText.prefix(longestBody))
    if body.isEmpty { return nil }
    guard isJSON, body.utf8.count < longestBody, let json = try? request.json.get()
    else { return body }
    return json.spacedText()
  }
}

extension Admin {
  /// Returns the table for an unmatched request;
  /// `nil` if the closest stub is not in WireMock's form.
  func unmatchedText(_ report: UnmatchedReport) -> String? {
    guard let stub = report.nearMisses.first?.source,
      let diff = names.diff(
        of: stub,
        read: {
          StubForms(self, for: [stub]).wireMock(stub).map { UnmatchedDiff($0, rules: sentRules) }
        })
    else { return nil }
    let width = report.request.headers["X-WireMock-Console-Width"].flatMap { Int($0) }
    return UnmatchedDiff.table(
      diff.lines(for: report.request, state: { scenarios[$0] }), width: width)
  }
}
