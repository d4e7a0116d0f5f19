import StubCore

/// Accepts requests by a part of them that has no matcher of its own.
struct RequestPartMatcher: HTTPStubMatcher {
  /// What reports call the part, such as `path and query`.
  let part: String
  let condition: ValueMatcher
  /// The values of the part; none where the request does not have it.
  let values: @Sendable (ReceivedRequest) -> [String]

  init(
    _ part: String, _ condition: ValueMatcher,
    values: @escaping @Sendable (ReceivedRequest) -> [String]
  ) {
    self.part = part
    self.condition = condition
    self.values = values
  }

  var description: String { "\(part) \(condition.description)" }
  var problems: [String] { condition.problems }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let found = values(request)
    switch condition.judge(found) {
    case .accepted(let groups): return .matched(Captures(regex: groups))
    case .rejected: return mismatch(found, "")
    case .undecided(let reason): return mismatch(found, " (\(reason))")
    }
  }

  private func mismatch(_ found: [String], _ remark: String) -> MatchResult {
    let shown = found.prefix(5).map(\.quoted).joined(separator: ", ")
    return .mismatched(
      expected: "\(part) that \(condition.description)",
      found: (found.isEmpty ? "no \(part)" : "\(part) \(shown)") + remark)
  }
}
