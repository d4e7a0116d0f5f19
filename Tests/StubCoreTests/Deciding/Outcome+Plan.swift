import StubCore

/// Accepts requests whose path is the given one, so that these tests need no other matcher.
struct PathIs: HTTPStubMatcher {
  let path: String

  init(_ path: String) { self.path = path }

  var description: String { "path is \(path)" }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    request.target.path == path
      ? .matched : .mismatched(expected: path, found: request.target.path)
  }
}

extension Outcome {
  /// The plan of a stubbed request whose answer is ready.
  var plan: ResponsePlan? {
    guard case .stubbed(_, _, .ready(let plan)) = self else { return nil }
    return plan
  }

  /// The plan of a stubbed request, now or later.
  var madePlan: ResponsePlan? {
    get async {
      guard case .stubbed(_, _, .pending(let make)) = self else { return plan }
      return await make()
    }
  }

  /// The body text of a plan that is ready.
  var text: String? {
    guard case .data(let data) = plan?.body else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  var report: UnmatchedReport? {
    if case .unmatched(let report, _) = self { report } else { nil }
  }

  var isPassedThrough: Bool {
    if case .passedThrough = self { true } else { false }
  }
}
