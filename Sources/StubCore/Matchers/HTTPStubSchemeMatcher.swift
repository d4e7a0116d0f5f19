/// Accepts requests by the scheme of their URL; where a host cannot know it, every scheme fits.
public struct HTTPStubSchemeMatcher: HTTPStubMatcher {
  private let condition: PartCondition

  public init(_ value: ValueMatcher) {
    condition = PartCondition("scheme", value.mapText { $0.lowercasedASCII() })
  }

  public var description: String { condition.description }
  public var problems: [String] { condition.value.problems }

  public var isSynchronous: Bool { condition.isSynchronous }

  public func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    guard let scheme = request.target.scheme else { return .matched }
    return condition.evaluate(single: scheme)
  }
}

extension HTTPStubMatcher where Self == HTTPStubSchemeMatcher {
  public static func scheme(_ value: ValueMatcher) -> Self { Self(value) }
}

extension HTTPStubRequest {
  /// Accepts requests by their scheme, in lower case; `https` on a listener without TLS fits too.
  @discardableResult
  public func match(scheme value: ValueMatcher) -> Self { match(HTTPStubSchemeMatcher(value)) }
}
