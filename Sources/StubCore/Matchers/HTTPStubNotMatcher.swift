/// Accepts the requests that another matcher does not accept.
///
/// A matcher that can accept nothing because its pattern is broken is not turned into one that
/// accepts everything.
public struct HTTPStubNotMatcher: HTTPStubMatcher {
  package let matcher: any HTTPStubMatcher
  public let description: String
  public let problems: [String]
  private let mismatch: MatchResult

  public init(_ matcher: any HTTPStubMatcher) {
    self.matcher = matcher
    problems = matcher.problems
    description = "not: \(matcher.description)"
    mismatch = .mismatched(
      expected: "a request for which this does not hold: \(matcher.description)",
      found: "one for which it does")
  }

  public var isSynchronous: Bool { matcher.isSynchronous }

  public func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    guard let problem = problems.first else {
      return matcher.evaluate(request, for: source).isMatch ? mismatch : .matched
    }
    return .mismatched(expected: "a matcher without fault", found: problem)
  }
}

extension HTTPStubMatcher where Self == HTTPStubNotMatcher {
  public static func not(_ matcher: some HTTPStubMatcher) -> Self { Self(matcher) }
}

extension HTTPStubRequest {
  /// Accepts requests that the matcher does not accept.
  @discardableResult
  public func match(not matcher: some HTTPStubMatcher) -> Self {
    match(HTTPStubNotMatcher(matcher))
  }
}
