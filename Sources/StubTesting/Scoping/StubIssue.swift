import Testing

/// Something that fails a test, and where it comes from.
struct StubIssue: Sendable {
  let text: String
  let location: SourceLocation
}

extension Collection<StubIssue> {
  /// Fails the test that runs, whichever library it is written for.
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
