import StubCore

/// Accepts requests with the recorded scheme; on a listener all.
struct RecordedSchemeMatcher: HTTPStubMatcher {
  private let matcher: HTTPStubSchemeMatcher

  init(_ scheme: String) { matcher = HTTPStubSchemeMatcher(.equals(scheme)) }

  var description: String { matcher.description }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    request.isFromListener ? .matched : matcher.evaluate(request, for: source)
  }
}

/// Accepts requests for the recorded port; on a listener all, where the recording names none.
struct RecordedPortMatcher: HTTPStubMatcher {
  let description: String
  private let url: RequestURL

  init(_ url: RequestURL) {
    self.url = url
    description = url.effectivePort.map { "port is \($0)" } ?? "port is the scheme's own"
  }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let ignoresDefault = request.isFromListener || request.target.scheme == nil
    let expected = ignoresDefault ? url.port : url.effectivePort
    let found = ignoresDefault ? request.target.sitePort : request.target.effectivePort
    guard let expected, let found, expected != found else { return .matched }
    return .mismatched(expected: "port \(expected)", found: "port \(found)")
  }
}
