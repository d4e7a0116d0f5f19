import Synchronization
import Testing

/// Notes whether a test fails.
///
/// What detached tasks report is not seen.
final class FailureWatch: Sendable {
  private let failed = Atomic(false)

  var hasFailed: Bool { failed.load(ordering: .relaxed) }

  func run(
    _ function: @Sendable () async throws -> Void, in test: Test, _ testCase: Test.Case?
  ) async throws {
    let trait = IssueHandlingTrait.compactMapIssues { [self] issue in
      if issue.isFailureOfTest { failed.store(true, ordering: .relaxed) }
      return issue
    }
    try await trait.provideScope(for: test, testCase: testCase, performing: function)
  }
}

extension Issue {
  /// Whether the test fails because of it: not because of a known issue.
  fileprivate var isFailureOfTest: Bool {
    #if compiler(>=6.3)
    isFailure
    #else
    true
    #endif
  }
}
