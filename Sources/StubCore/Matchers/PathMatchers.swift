/// Accepts requests by the path of their URL, however it is percent-encoded.
package struct HTTPStubPathMatcher: HTTPStubMatcher {
  private let condition: PartCondition
  package let problems: [String]

  /// Creates a condition on the decoded path, in which only `%2F` and `%25` stay encoded.
  package init(_ value: ValueMatcher) {
    condition = PartCondition("path", value.mapText(RequestURL.readable))
    problems = value.problems + Self.problems(in: value.exactValue)
  }

  package var description: String { condition.description }

  package var keys: [StubKey] { condition.value.pathKeys }

  /// The readable path, if the condition is equality.
  ///
  /// Such a request matches, and nothing is captured.
  var exactPath: String? { condition.value.exactValue }

  package var sample: RequestSample? { RequestSample(readablePath: exactPath) }

  package func captures(of request: ReceivedRequest) -> Captures? {
    condition.captures(ofSingle: request.target.readablePath)
  }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    condition.evaluate(single: request.target.readablePath)
  }

  package var isSynchronous: Bool { condition.isSynchronous }

  private static func problems(in path: String?) -> [String] {
    guard let path else { return [] }
    if path.utf8.first != UInt8(ascii: "/") {
      return ["a path starts with \"/\", not \"\(path)\"; use \"/\(path)\""]
    }
    guard path.utf8.contains(UInt8(ascii: "?")) else { return [] }
    return ["a path has no query, unlike \"\(path)\"; use match(URL: \"\(path)\")"]
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests by their percent-decoded path, as in `"/users"` or `.glob("/api/**")`.
  public static func path(_ value: ValueMatcher) -> Self { Self(HTTPStubPathMatcher(value)) }
}

extension HTTPStubRequest {
  /// Accepts requests by their path, as in `"/users"`, `.hasPrefix("/api/")`, `.glob("/api/**")`.
  @discardableResult
  public func match(path value: ValueMatcher) -> Self {
    noteColonVariable(in: value.exactValue)
    return match(HTTPStubPathMatcher(value))
  }
}

/// Accepts requests by the path extension: the text after the last dot of the last path segment.
package struct HTTPStubPathExtensionMatcher: HTTPStubMatcher {
  private let condition: PartCondition

  /// Creates a condition on the extension without its dot.
  package init(_ value: ValueMatcher) {
    condition = PartCondition(
      "path extension", value.mapText { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 })
  }

  package var description: String { condition.description }
  package var problems: [String] { condition.value.problems }

  package var sample: RequestSample? {
    RequestSample(readablePath: condition.value.sample.map { "/1.\($0)" })
  }

  package var isSynchronous: Bool { condition.isSynchronous }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let path = request.target.readablePath
    let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let name = path[start...]
    guard let dot = name.lastIndex(of: "."), dot > start, name.index(after: dot) < name.endIndex
    else { return condition.evaluate([]) }
    return condition.evaluate(single: String(name[name.index(after: dot)...]))
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests by the text after the last dot of the last path segment.
  public static func pathExtension(_ value: ValueMatcher) -> Self {
    Self(HTTPStubPathExtensionMatcher(value))
  }
}

extension HTTPStubRequest {
  /// Accepts requests by their path's extension: `"json"` for `/users/1.json`.
  @discardableResult
  public func match(pathExtension value: ValueMatcher) -> Self {
    match(HTTPStubPathExtensionMatcher(value))
  }
}
