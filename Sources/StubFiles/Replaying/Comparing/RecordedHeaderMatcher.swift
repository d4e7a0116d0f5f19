import StubCore

/// Accepts requests with the recorded values of one header field, all of them and in order.
struct RecordedHeaderMatcher: HTTPStubMatcher {
  let description: String
  private let name: HTTPHeaderName
  private let values: [String]

  init(_ name: HTTPHeaderName, _ recorded: HTTPHeaders) {
    self.name = name
    values = recorded.values(of: name)
    description =
      values.isEmpty
      ? "header \(name) is absent"
      : "header \(name) is \(values.joined(separator: ", ").quoted)"
  }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let found = request.headers.values(of: name)
    // Several fields and one with commas mean the same (RFC 9110 §5.3).
    if found.joined(separator: ", ") == values.joined(separator: ", "),
      found.isEmpty == values.isEmpty
    {
      return .matched
    }
    return .mismatched(expected: phrase(values), found: phrase(found))
  }

  private func phrase(_ values: [String]) -> String {
    values.isEmpty
      ? "no header \(name)" : "header \(name) \(values.joined(separator: ", ").quoted)"
  }
}

/// Accepts requests with exactly the recorded header fields but for those that are left out.
struct RecordedHeadersMatcher: HTTPStubMatcher {
  let description = "headers are the recorded ones"
  private let recorded: HTTPHeaders
  private let comparison: RequestComparison

  init(_ recorded: HTTPHeaders, comparison: RequestComparison) {
    self.recorded = recorded
    self.comparison = comparison
  }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let wanted = comparison.headers(recorded)
    let found = comparison.headers(request.headers)
    let names = Set(wanted.keys).union(found.keys).sorted { $0.rawName < $1.rawName }
    for name in names {
      let result = RecordedHeaderMatcher(name, recorded).evaluate(request, for: source)
      if !result.isMatch { return result }
    }
    return .matched
  }
}
