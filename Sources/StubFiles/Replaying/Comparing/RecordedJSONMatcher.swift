import StubCore

/// Accepts requests whose JSON body is the recorded one but for members that are left out.
struct RecordedJSONMatcher: HTTPStubMatcher {
  let description: String
  private let value: JSONValue
  private let comparison: RequestComparison

  /// A value as `comparison` makes it.
  init(_ value: JSONValue, comparison: RequestComparison) {
    self.value = value
    self.comparison = comparison
    description =
      HTTPStubJSONMatcher(value).description + remark(ignoring: comparison.ignoredBodyKeys)
  }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    var compared = request
    if case .success(let found) = request.json {
      compared = ReceivedRequest(
        method: request.method, target: request.target, headers: request.headers,
        body: RequestBody(comparison.json(found).data()))
    }
    return HTTPStubJSONMatcher(value).evaluate(compared, for: source)
  }
}
