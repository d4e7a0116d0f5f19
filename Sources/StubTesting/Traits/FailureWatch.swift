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
    let trait = IssueHandlingTrait.compactMapIssues { [self] in note($0, in: test.id) }
    try await trait.provideScope(for: test, testCase: testCase) {
      do {
        try await function()
      } catch let failure as VerificationFailure {
        // An error that leaves the test is reported where the test begins.
        Issue.record(failure)
      }
    }
  }

  /// Notes an issue that a test is told of.
  ///
  /// - Returns: the issue to report; `nil` if the test is not the one to report it.
  func note(_ issue: Issue, in test: Test.ID) -> Issue? {
    // Code outside of all tests tells all of them, and the run itself, which reports its issues once.
    guard let current = Test.current else { return nil }
    var issue = issue
    if let failure = issue.error as? VerificationFailure {
      issue.sourceLocation = SourceLocation(failure.place)
    }
    if current.id == test, issue.isFailureOfTest { failed.store(true) }
    return issue
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
