import StubCore

/// Accepts requests that a registered closure takes for the recorded one.
struct RegisteredMatcher: HTTPStubMatcher {
  let closure: RequestComparison.Closure
  let recorded: RecordedRequest

  var description: String { "\(closure.name) agrees with the recording" }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    closure.accepts(recorded, request)
      ? .matched
      : .mismatched(
        expected: "true from \(closure.name)",
        found: "false for the recorded \(recorded.method) \(recorded.url)")
  }
}

/// Accepts requests that came over a connection.
struct ListenerMatcher: HTTPStubMatcher {
  let description = "request came to a listener"

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    request.isFromListener
      ? .matched : .mismatched(expected: "a listener", found: "in-process")
  }
}
