import StubCore
import Testing

/// One line of a table: what a matcher says of a request.
struct MatcherCase: Sendable, CustomTestStringConvertible {
  let matcher: any HTTPStubMatcher
  let request: ReceivedRequest
  let expectation: MatchResult

  var testDescription: String { "\(matcher) – \(request.summary)" }

  /// The request fits.
  static func yes(
    _ matcher: some HTTPStubMatcher, _ request: ReceivedRequest, _ captures: Captures = Captures()
  ) -> MatcherCase {
    MatcherCase(matcher: matcher, request: request, expectation: .matched(captures))
  }

  /// The request does not fit.
  static func no(
    _ matcher: some HTTPStubMatcher, _ request: ReceivedRequest, _ expected: String,
    _ found: String
  ) -> MatcherCase {
    MatcherCase(
      matcher: matcher, request: request,
      expectation: .mismatched(expected: expected, found: found))
  }

  func check() { #expect(matcher.evaluate(request, for: .stubRequest) == expectation) }
}

extension ReceivedRequest {
  /// A GET request for a URL.
  static func to(_ url: String) -> ReceivedRequest { ReceivedRequest(.get, url) }

  /// A GET request to a listener with that port.
  static func to(_ url: String, ownPort: Int) -> ReceivedRequest {
    var request = to(url)
    let target = request.target
    request.target = RequestURL(
      scheme: target.scheme, host: target.host, port: target.port, path: target.path,
      query: target.query, ownPort: ownPort)
    return request
  }

  /// A request with header fields.
  static func with(_ headers: HTTPHeaders) -> ReceivedRequest {
    ReceivedRequest(.get, "/", headers: headers)
  }
}
