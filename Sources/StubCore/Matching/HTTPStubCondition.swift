/// A built-in condition on requests, created by a factory such as `.path("/users")`.
///
/// Conditions can be combined: `.path("/a").or(.path("/b"))`, `.not(.method(.get))`.
public struct HTTPStubCondition: HTTPStubMatcher {
  /// The matcher that the condition wraps.
  ///
  /// Stubs store the matcher and not the condition, which saves a call for each request.
  package let matcher: any HTTPStubMatcher

  package init(_ matcher: any HTTPStubMatcher) { self.matcher = matcher.unwrapped }

  public var description: String { matcher.description }

  public var keys: [StubKey] { matcher.keys }

  public var sample: RequestSample? { matcher.sample }

  public var methods: [HTTPMethod]? { matcher.methods }

  public var problems: [String] { matcher.problems }

  public var isSynchronous: Bool { matcher.isSynchronous }

  public func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    matcher.evaluate(request, for: source)
  }

  public func captures(of request: ReceivedRequest) -> Captures? { matcher.captures(of: request) }
}

extension HTTPStubMatcher {
  /// The matcher that this condition wraps; any other matcher is returned unchanged.
  package var unwrapped: any HTTPStubMatcher { (self as? HTTPStubCondition)?.matcher ?? self }
}
