/// A condition of the library on requests, as `.path("/users")` and its siblings make it.
///
/// Conditions are combined: `.path("/a").or(.path("/b"))`, `.not(.method(.get))`.
public struct HTTPStubCondition: HTTPStubMatcher {
  /// The matcher of one part of a request; stubs keep it, so that deciding asks it directly.
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
  /// The matcher inside a condition of the library; any other matcher itself.
  package var unwrapped: any HTTPStubMatcher { (self as? HTTPStubCondition)?.matcher ?? self }
}
