/// Accepts the requests that a closure accepts.
public struct HTTPStubCustomMatcher: HTTPStubMatcher {
  public typealias Condition = @Sendable (ReceivedRequest, HTTPMatcherSource) -> Bool

  public let description: String
  private let condition: Condition

  /// A condition and what reports call it: a sentence such as `the user is an admin`.
  public init(_ description: String? = nil, _ condition: @escaping Condition) {
    self.description = description ?? "a closure accepts the request"
    self.condition = condition
  }

  public func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    condition(request, source)
      ? .matched
      : .mismatched(expected: "true from the closure", found: "false")
  }
}

extension HTTPStubMatcher where Self == HTTPStubCustomMatcher {
  public static func custom(
    _ description: String? = nil, _ condition: @escaping HTTPStubCustomMatcher.Condition
  ) -> Self { Self(description, condition) }
}

extension HTTPStubRequest {
  /// Accepts the requests that the closure accepts, which runs on any thread.
  @discardableResult
  public func match(_ condition: @escaping HTTPStubCustomMatcher.Condition) -> Self {
    match(HTTPStubCustomMatcher(nil, condition))
  }

  /// Accepts the requests that the closure accepts; reports show the description.
  @discardableResult
  public func match(
    _ description: String, _ condition: @escaping HTTPStubCustomMatcher.Condition
  ) -> Self { match(HTTPStubCustomMatcher(description, condition)) }
}
