/// Accepts requests by the path of their URL, however it is percent-encoded.
public struct HTTPStubPathMatcher: KeyedMatcher {
  private let condition: PartCondition
  public let problems: [String]

  /// A condition on the decoded path, in which only `%2F` and `%25` stay encoded.
  public init(_ value: ValueMatcher) {
    condition = PartCondition("path", value.mapText(RequestURL.readable))
    problems = value.problems + Self.problems(in: value.exactValue)
  }

  public var description: String { condition.description }
  /// The only path it accepts, in the form of `RequestURL.readablePath`; `nil` for other conditions.
  package var exactPath: String? { condition.value.exactValue }

  package var keys: [StubKey] { condition.value.pathKeys }

  public func captures(of request: ReceivedRequest) -> Captures? {
    condition.captures(ofSingle: request.target.readablePath)
  }

  public func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    condition.evaluate(single: request.target.readablePath)
  }

  public var isSynchronous: Bool { condition.isSynchronous }

  private static func problems(in path: String?) -> [String] {
    guard let path else { return [] }
    if path.utf8.first != UInt8(ascii: "/") {
      return ["expected a path that starts with \"/\", found \"\(path)\"; try \"/\(path)\""]
    }
    guard path.utf8.contains(UInt8(ascii: "?")) else { return [] }
    return ["expected a path without query, found \"\(path)\"; try match(URL: \"\(path)\")"]
  }
}

extension HTTPStubMatcher where Self == HTTPStubPathMatcher {
  public static func path(_ value: ValueMatcher) -> Self { Self(value) }
}

extension HTTPStubRequest {
  /// Accepts requests by their path, as in `"/users"`, `.hasPrefix("/api/")`, `.glob("/api/**")`.
  @discardableResult
  public func match(path value: ValueMatcher) -> Self { match(HTTPStubPathMatcher(value)) }
}
