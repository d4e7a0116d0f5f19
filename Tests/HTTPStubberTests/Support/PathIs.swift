import HTTPStubber

extension HTTPStubRequest {
  /// Matches the path alone.
  @discardableResult
  func at(_ path: String) -> HTTPStubRequest { match(PathIs(path: path)) }
}

/// A matcher of these tests, so that they need none of the library's.
struct PathIs: HTTPStubMatcher {
  let path: String

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    request.target.path == path
      ? .matched : .mismatched(expected: "path \(path)", found: request.target.path)
  }
}

/// A matcher that is a closure.
struct Where: HTTPStubMatcher {
  let fits: @Sendable (ReceivedRequest) -> Bool

  init(_ fits: @escaping @Sendable (ReceivedRequest) -> Bool) { self.fits = fits }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    fits(request) ? .matched : .mismatched(expected: "a fitting request", found: "another")
  }
}
