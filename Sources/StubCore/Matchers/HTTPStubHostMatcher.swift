/// Accepts requests by the host of their URL, without regard to case.
public struct HTTPStubHostMatcher: KeyedMatcher {
  private let condition: PartCondition
  public let problems: [String]

  /// A condition on the host name in lower case, without port and without brackets.
  public init(_ value: ValueMatcher) {
    condition = PartCondition(
      "host",
      value.exactValue.map { .equals(URIAuthority.canonicalHost($0)) }
        ?? value.mapText { $0.lowercasedASCII() }.onHost)
    problems = value.problems + Self.problems(in: value.exactValue)
  }

  public var description: String { condition.description }
  /// The only host it accepts, in lower case; `nil` for other conditions.
  package var exactHost: String? { condition.value.exactValue }

  package var keys: [StubKey] { condition.value.keys(of: .host) }

  public func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    guard let host = request.target.host else { return condition.evaluate([]) }
    return condition.evaluate(single: host)
  }

  public var isSynchronous: Bool { condition.isSynchronous }

  private static func problems(in host: String?) -> [String] {
    guard let host else { return [] }
    if host.contains("/") {
      return ["expected a host name, found \"\(host)\"; try match(URL: \"\(host)\")"]
    }
    let sides = host.split(separator: ":", omittingEmptySubsequences: false)
    guard sides.count == 2 else { return [] }
    return [
      "expected a host name without port, found \"\(host)\"; "
        + "try match(host: \"\(sides[0])\").match(port: \(sides[1]))"
    ]
  }
}

extension HTTPStubMatcher where Self == HTTPStubHostMatcher {
  public static func host(_ value: ValueMatcher) -> Self { Self(value) }
}

extension HTTPStubRequest {
  /// Accepts requests by their host name, as in `"a.com"`, `.domain("a.com")`, `.glob("*.a.com")`.
  @discardableResult
  public func match(host value: ValueMatcher) -> Self { match(HTTPStubHostMatcher(value)) }
}
