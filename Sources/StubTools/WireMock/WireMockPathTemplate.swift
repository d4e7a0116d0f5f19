import StubCore
import StubDocuments
import StubRules

/// A path of WireMock with variables.
///
/// A variable such as `{id}` stands for a segment or a part of one, and `**` for any number of
/// segments.
struct WireMockPathTemplate: Sendable {
  let text: String
  private let pattern: RegularExpression
  private let names: [String]
  /// The index keys that all matching paths have; empty if the number of segments varies.
  fileprivate let keys: [StubKey]
  /// An example of a matching path.
  fileprivate let example: String

  /// Compiles a template.
  ///
  /// - Throws: `PatternError` if this fails.
  init(_ text: String) throws(PatternError) {
    self.text = text
    var names: [String] = []
    var source = ""
    var (segments, example) = ("", "")
    var rest = text[...]
    while !rest.isEmpty {
      if rest.hasPrefix("**") {
        rest = rest.drop { $0 == "*" }
        source += ".*?"
      } else if rest.first == "{", let end = rest.firstIndex(of: "}") {
        names.append(rest[rest.index(after: rest.startIndex)..<end].filter { !".;*".contains($0) })
        rest = rest[end...].dropFirst()
        source += "(?<v\(names.count)>[^/]+)"
        segments += "{v\(names.count)}"
        let name = names[names.count - 1]
        example += name.lowercased().hasSuffix("id") ? "1" : PercentEncoding.encode(name)
      } else {
        let end = rest.dropFirst().firstIndex { $0 == "{" || $0 == "*" } ?? rest.endIndex
        source += String(rest[..<end]).asPattern
        segments += rest[..<end]
        example += rest[..<end]
        rest = rest[end...]
      }
    }
    self.names = names
    let shape = text.contains("**") ? nil : try? URITemplate(segments)
    keys = shape.map { HTTPStubURITemplateMatcher($0).keys } ?? []
    self.example = example
    pattern = try RegularExpression(source, options: [.fullMatch])
  }

  /// Returns the values of the variables; `nil` if the path does not match.
  func match(_ path: String) -> [String: String]? {
    guard let groups = ValueMatcher.matches(pattern).groups(in: path) else { return nil }
    var values: [String: String] = [:]
    for (place, name) in names.enumerated() { values[name] = groups["v\(place + 1)"] }
    return values
  }
}

/// A matcher for a path template of WireMock, whose variables are captured.
struct WireMockPathTemplateMatcher: HTTPStubMatcher {
  let template: WireMockPathTemplate

  var description: String { "path matches \(template.text)" }
  var keys: [StubKey] { template.keys }
  var sample: RequestSample? { RequestSample(url: template.example) }
  var isSynchronous: Bool { true }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let path = request.target.path
    guard let variables = template.match(path) else {
      return ValueMatcher.matches(template).result(.one(path), of: MatchedPart.encodedPath.subject)
    }
    return .matched(Captures(uri: variables.mapValues(JSONValue.string)))
  }
}

extension ValueMatcher {
  /// Returns a condition for paths that match the template.
  static func matches(_ template: WireMockPathTemplate) -> ValueMatcher {
    ValueMatcher(description: "matches the path template \(template.text.quoted)") { values in
      values.contains { template.match($0) != nil } ? .accepted(groups: [:]) : .rejected
    }
  }

  fileprivate func groups(in text: String) -> [String: String]? {
    if case .accepted(let groups) = judge([text]) { groups } else { nil }
  }
}

extension Reader {
  /// Reads a path, which may have variables such as `{id}`, and `**`.
  func wireMockPathTemplate(_ value: Value) -> WireMockPathTemplate? {
    guard let text = string(value) else { return nil }
    do throws(PatternError) {
      return try WireMockPathTemplate(text)
    } catch {
      report(value, error)
      return nil
    }
  }
}
