package import StubCore

/// Accepts requests whose path is the given one, so that tests need no matcher of the library.
package struct PathIs: HTTPStubMatcher {
  private let path: String

  package init(_ path: String) { self.path = path }

  package var description: String { "path is \(path)" }

  package func evaluate(
    _ request: ReceivedRequest, for source: HTTPMatcherSource
  ) -> MatchResult {
    request.target.path == path
      ? .matched : .mismatched(expected: path, found: request.target.path)
  }
}
