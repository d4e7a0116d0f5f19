import StubCore
import StubLanguages
import Testing

/// Notes whether a test fails, and reports failed verifications where they are called.
///
/// It does not see the issues of detached tasks.
final class FailureWatch: Sendable {
  private let failed = AtomicBool(false)

  var hasFailed: Bool { failed.load() }

  func run(
    _ function: @Sendable () async throws -> Void, in test: Test, _ testCase: Test.Case?
  ) async throws {
    let trait = IssueHandlingTrait.compactMapIssues { [self] issue in
      var issue = issue
      if let failure = issue.error as? VerificationFailure {
        issue.sourceLocation = SourceLocation(failure.place)
      }
      if issue.isFailureOfTest { failed.store(true) }
      return issue
    }
    try await trait.provideScope(for: test, testCase: testCase, performing: function)
  }
}

extension SourceLocation {
  fileprivate init(_ place: CallPlace) {
    self.init(
      fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
  }
}

extension Issue {
  /// Whether it fails the test: a known issue does not.
  fileprivate var isFailureOfTest: Bool {
    #if compiler(>=6.3)
    isFailure
    #else
    true
    #endif
  }
}
