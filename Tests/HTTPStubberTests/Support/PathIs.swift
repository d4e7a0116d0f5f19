import CoreTestSupport
import HTTPStubber

extension HTTPStubRequest {
  /// Matches the path alone.
  @discardableResult
  func at(_ path: String) -> HTTPStubRequest { match(PathIs(path)) }
}

/// A matcher that is a closure.
struct Where: HTTPStubMatcher {
  let fits: @Sendable (ReceivedRequest) -> Bool

  init(_ fits: @escaping @Sendable (ReceivedRequest) -> Bool) { self.fits = fits }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    fits(request) ? .matched : .mismatched(expected: "a fitting request", found: "another")
  }
}
