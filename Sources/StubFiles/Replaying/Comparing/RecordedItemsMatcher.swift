import StubCore

/// Accepts requests with the recorded items in their query or form, those of one name in order.
struct RecordedItemsMatcher: HTTPStubMatcher {
  enum Part: String {
    case query
    case form
  }

  let description: String
  private let part: Part
  private let items: [QueryItem]
  private let comparison: RequestComparison

  /// Items as `comparison` makes them.
  init(
    _ part: Part, _ items: [QueryItem], ignoring ignored: Set<String>,
    comparison: RequestComparison
  ) {
    self.part = part
    self.items = items
    self.comparison = comparison
    let remark = remark(ignoring: ignored)
    description =
      items.isEmpty
      ? "\(part) is empty\(remark)" : "\(part) is \(items.readable.quoted)\(remark)"
  }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let found =
      switch part {
      case .query: comparison.query(of: request.target)
      case .form: comparison.form(of: request)
      }
    return found == items ? .matched : .mismatched(expected: phrase(items), found: phrase(found))
  }

  private func phrase(_ items: [QueryItem]) -> String {
    items.isEmpty ? "no \(part)" : "\(part) \(items.readable.quoted)"
  }
}
