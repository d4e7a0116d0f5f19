import Testing

/// A failure of a test, with its place.
struct StubIssue: Sendable {
  let text: String
  let location: SourceLocation
}

extension Collection<StubIssue> {
  /// Fails the running test, of either test library.
  func report() {
    for issue in self {
      if Test.current != nil {
        Issue.record(Comment(rawValue: issue.text), sourceLocation: issue.location)
      } else {
        issue.reportToXCTest()
      }
    }
  }
}
