import StubCore
import StubLanguages
import Testing

/// Notes whether a test fails, and moves failed verifications of the journal to the lines of their
/// calls.
///
/// Issues of detached tasks are not noticed.
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
        // If the test threw it, the error would be reported at the start of the test.
        Issue.record(failure)
      }
    }
  }

  /// Notes an issue of a test.
  ///
  /// - Returns: the issue to report; `nil` if another test has to report it.
  func note(_ issue: Issue, in test: Test.ID) -> Issue? {
    // An issue outside of all tests reaches the handler of each running test, but only the run
    // itself has to report it.
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
  fileprivate init(_ place: CallSite) {
    self.init(
      fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
  }
}

extension Issue {
  /// Whether the issue fails the test; known issues and warnings do not.
  ///
  /// Before Swift 6.3, every issue counts as a failure.
  fileprivate var isFailureOfTest: Bool {
    #if compiler(>=6.3)
    isFailure
    #else
    true
    #endif
  }
}
