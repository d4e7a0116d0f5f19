/// Accepts requests by the token of their bearer authorization (RFC 6750 §2.1).
public struct HTTPStubBearerMatcher: KeyedMatcher {
  private let condition: PartCondition

  public init(_ token: ValueMatcher) { condition = PartCondition("bearer token", token) }

  public var description: String { condition.description }
  public var problems: [String] { condition.value.problems }

  package var keys: [StubKey] { condition.value.keys(of: .bearer) }

  public var isSynchronous: Bool { condition.isSynchronous }

  public func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let token = request.credentials(of: "Bearer")
    let result = condition.evaluate(token.map { [$0] } ?? [])
    if result.isMatch || token != nil { return result }
    return condition.mismatch(found: request.authorizationSummary)
  }
}

extension HTTPStubMatcher where Self == HTTPStubBearerMatcher {
  public static func bearer(_ token: ValueMatcher = .present) -> Self { Self(token) }
}

extension HTTPStubRequest {
  /// Accepts requests by their bearer token.
  @discardableResult
  public func match(bearer token: ValueMatcher) -> Self { match(HTTPStubBearerMatcher(token)) }
}
