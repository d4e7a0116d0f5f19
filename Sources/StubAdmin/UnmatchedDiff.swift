import StubCore
import StubFiles
import StubLanguages
import StubPlatform

/// The comparison of an unmatched request with its closest stub, in WireMock's two columns.
struct UnmatchedDiff {
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

  private(set) var lines: [Line] = []
  private let request: ReceivedRequest
  private let rules: SentRules

  /// Compares a request with a stub in WireMock's form; `state` is that of the stub's scenario.
  init(_ mapping: JSONValue, _ request: ReceivedRequest, state: String?, rules: SentRules) {
    (self.request, self.rules) = (request, rules)
    // A member that is `null` is not a condition.
    let members = mapping["request"]?.object?.members.filter { !$0.value.isNull } ?? []
    let pattern = JSONObject(members.map { ($0.name, $0.value) })
    if let name = mapping["name"]?.string { lines += [Line(expected: name), Line()] }
    addAddress(pattern)
    lines.append(Line())
    addHeaders(pattern)
    addQuery(pattern)
    addCookies(pattern)
    addBody(pattern)
    if let required = mapping["requiredScenarioState"]?.string, let state,
      !required.hasSameScalars(as: state)
    {
      let name = mapping["scenarioName"]?.string ?? ""
      func text(_ state: String) -> String { "[Scenario '\(name)' state: \(state)]" }
      add(text(required), text(state), "Scenario does not match")
    }
    lines.append(Line())
  }

  private mutating func add(_ expected: String, _ actual: String, _ problem: String? = nil) {
    var line = Line(expected: expected, actual: actual, problem: problem)
    if problem != nil, Self.looksAlike(expected, actual) {
      (line.expected, line.actual) = (expected.escapingScalars, actual.escapingScalars)
    }
    lines.append(line)
  }

  /// Returns whether the expected text ends with the actual value in characters, but not in bytes.
  private static func looksAlike(_ expected: String, _ actual: String) -> Bool {
    let value = actual.firstRange(of: ": ").map { String(actual[$0.upperBound...]) } ?? actual
    return !value.isEmpty && expected.hasSuffix(value)
      && !expected.utf8.reversed().starts(with: value.utf8.reversed())
  }

  /// Returns whether the request matches a part of the stub's `request`.
  private func meets(_ part: (String, JSONValue)...) -> Bool {
    let text = JSONValue.object(JSONObject(part)).data()
    let matchers = (try? rules.wireMockPattern(text)) ?? []
    return request.verdict(of: matchers).isMatch
  }

  private mutating func addAddress(_ pattern: JSONObject) {
    let target = request.target
    let parts: [(name: String, title: String, actual: String)] = [
      ("host", "Host", target.host ?? ""),
      ("port", "Port", target.effectivePort.map(String.init) ?? ""),
      ("scheme", "Scheme", target.scheme ?? "http"),
    ]
    for (name, title, actual) in parts {
      guard let value = pattern[name] else { continue }
      let expected = value.object.map { Condition($0).bracketed } ?? value.string ?? value.text()
      add(expected, actual, meets((name, value)) ? nil : "\(title) does not match")
    }
    let method = pattern["method"] ?? "ANY"
    add(
      method.string ?? method.text(), request.method.rawValue,
      meets(("method", method)) ? nil : "HTTP method does not match")
    let urls: KeyValuePairs<String, String> = [
      "url": "", "urlPath": "[path] ", "urlPattern": "[regex] ", "urlPathPattern": "[path regex] ",
      "urlPathTemplate": "[path template] ",
    ]
    guard let (name, title) = urls.first(where: { pattern[$0.key] != nil }),
      let value = pattern[name]
    else { return add("(always)", target.pathAndQuery) }
    add(
      title + (value.string ?? value.text()), target.pathAndQuery,
      meets((name, value)) ? nil : "URL does not match")
  }

  private mutating func addHeaders(_ pattern: JSONObject) {
    let count = lines.count
    for (name, value) in pattern["headers"]?.object?.members ?? [] {
      let condition = Condition(value.object ?? JSONObject())
      let values = request.headers.values(of: HTTPHeaderName(name))
      let isMet = meets(("headers", .object(JSONObject([(name, value)]))))
      add(
        "\(name)\(condition.isEqual ? "" : " [\(condition.name)] "): \(condition.value)",
        values.isEmpty ? "" : "\(name): \(values.joined(separator: ", "))",
        isMet ? nil : "Header \(values.isEmpty ? "is not present" : "does not match")")
    }
    for name in ["basicAuth", "basicAuthCredentials"] {
      guard let value = pattern[name] else { continue }
      let words = ["username", "password"].map { value[$0]?.string ?? "" }
      let code = Data(words.joined(separator: ":").utf8).base64EncodedString()
      let found = request.headers[.authorization]
      add(
        "Authorization: Basic \(code)", found.map { "Authorization: \($0)" } ?? "",
        meets((name, value)) ? nil : "Header \(found == nil ? "is not present" : "does not match")")
    }
    if lines.count > count { lines.append(Line()) }
  }

  private mutating func addQuery(_ pattern: JSONObject) {
    let count = lines.count
    for (part, title) in [("queryParameters", "Query"), ("formParameters", "Form data")] {
      for (name, value) in pattern[part]?.object?.members ?? [] {
        let condition = Condition(value.object ?? JSONObject())
        let items = request.target.queryItems.filter { $0.name.hasSameScalars(as: name) }
        let values = part == "queryParameters" ? items.map { $0.value ?? "" } : []
        add(
          "\(title): \(name) \(condition.isEqual ? "=" : "[\(condition.name)]") \(condition.value)",
          values.isEmpty ? "" : "\(name): \(values.joined(separator: ", "))",
          meets((part, .object(JSONObject([(name, value)]))))
            ? nil : "\(title) \(values.isEmpty ? "is not present" : "does not match")")
      }
    }
    if lines.count > count { lines.append(Line()) }
  }

  private mutating func addCookies(_ pattern: JSONObject) {
    let cookies = pattern["cookies"]?.object?.members ?? []
    for (name, value) in cookies {
      let condition = Condition(value.object ?? JSONObject())
      let found = request.cookies.first { $0.name.hasSameScalars(as: name) }?.value
      add(
        "Cookie: \(name)\(condition.isEqual ? "=" : " [\(condition.name)] ")\(condition.value)",
        found ?? "",
        meets(("cookies", .object(JSONObject([(name, value)]))))
          ? nil : "Cookie \(found == nil ? "is not present" : "does not match")")
    }
    if !cookies.isEmpty { lines.append(Line()) }
  }

  /// Adds the conditions on the body that the request does not meet.
  ///
  /// The others are left out, because bodies may be long.
  private mutating func addBody(_ pattern: JSONObject) {
    let body = String(request.bodyText.prefix(Self.longestBody))
    for value in pattern["bodyPatterns"]?.array ?? [] where !meets(("bodyPatterns", [value])) {
      let condition = Condition(value.object ?? JSONObject())
      let problem = body.isEmpty ? "Body is not present" : "Body does not match"
      guard let expected = condition.json else {
        add(condition.value, body, problem)
        continue
      }
      let actual = body.utf8.count < Self.longestBody ? try? request.json.get() : nil
      add(expected.spacedText(), actual?.spacedText() ?? body, problem)
    }
    if let parts = pattern["multipartPatterns"], !meets(("multipartPatterns", parts)) {
      let isMultipart = request.headers[.contentType]?.hasPrefix("multipart/") ?? false
      let title = "[Multipart request body]"
      add(
        title, isMultipart ? title : "",
        "\(title) \(isMultipart ? "does not match" : "is not present")")
    }
  }
}

extension UnmatchedDiff {
  /// The possible widths of the table in characters, of which WireMock uses 119.
  private static let widths = 40...400

  /// Returns the table with the width `wanted`, clamped to the possible widths.
  func text(width wanted: Int? = nil) -> String {
    let width = min(max(wanted ?? 119, Self.widths.lowerBound), Self.widths.upperBound)
    let middle = width / 2 - 1
    let column = width / 2 - 2
    func line(_ left: String, _ right: String, _ problem: String?) -> String {
      let start = "\(Self.pad(left, to: middle + 1))|"
      if right.isEmpty, problem == nil { return start }
      guard let problem else { return "\(start) \(right)" }
      return "\(start) \(Self.pad(right, to: middle - 6))<<<<< \(problem)"
    }
    let rule = String(repeating: "-", count: width)
    let title = "Request was not matched"
    let margin = String(repeating: " ", count: max(0, (width - title.count) / 2 - 1))
    let heads = ["| Closest stub", "| Request"].map { Self.pad($0, to: middle + 1) }
    var text = [
      "", margin + title, margin + String(repeating: "=", count: title.count), "", rule,
      heads.joined() + "|", rule, line("", "", nil),
    ]
    for row in lines {
      let (left, right) = (Self.wrap(row.expected, column), Self.wrap(row.actual, column))
      for place in 0..<max(left.count, right.count) {
        text.append(
          line(
            place < left.count ? left[place] : "", place < right.count ? right[place] : "",
            place == 0 ? row.problem : nil))
      }
    }
    return (text + [rule, ""]).joined(separator: "\n")
  }

  private static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// Returns the text with lines of at most `width` characters, broken at spaces if possible.
  private static func wrap(_ text: String, _ width: Int) -> [String] {
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    return lines.flatMap { line -> [String] in
      var (rest, lines) = (line, [String]())
      while rest.count > width {
        let start = rest.prefix(width + 1)
        if let blank = start.lastIndex(of: " "), start[..<blank].contains(where: { $0 != " " }) {
          lines.append(String(rest[..<blank]))
          rest = rest[rest.index(after: blank)...]
        } else {
          lines.append(String(rest.prefix(width)))
          rest = rest.dropFirst(width)
        }
      }
      return lines + [String(rest)]
    }
  }
}

extension JSONValue {
  /// Returns the value in the form of Jackson, with objects on several lines and arrays on one.
  func spacedText(_ indentation: String = "") -> String {
    let inner = indentation + "  "
    if let members = object?.members {
      let texts = members.map { name, value in
        "\(inner)\(JSONValue.string(name).text()) : \(value.spacedText(inner))"
      }
      return texts.isEmpty ? "{ }" : "{\n\(texts.joined(separator: ",\n"))\n\(indentation)}"
    }
    guard let elements = array else { return text() }
    let texts = elements.map { $0.spacedText(indentation) }
    return texts.isEmpty ? "[ ]" : "[ \(texts.joined(separator: ", ")) ]"
  }
}

extension Admin {
  /// Returns the table for an unmatched request;
  /// `nil` if the closest stub is not in WireMock's form.
  func unmatchedText(_ report: UnmatchedReport) -> String? {
    guard let stub = stubs.nearest(to: report.request, limit: 1).first?.stub,
      let mapping = names.shown(stub, read: { StubForms(self, for: [stub]).wireMock(stub) })
    else { return nil }
    let state = mapping["scenarioName"]?.string.map { scenarios[$0] }
    let width = report.request.headers["X-WireMock-Console-Width"].flatMap { Int($0) }
    return UnmatchedDiff(mapping, report.request, state: state, rules: sentRules).text(width: width)
  }
}
