import TestSupport
import Testing

@testable import StubTesting

/// The body of the answer that the stubber of this test gives.
func text(_ address: String) async throws -> String {
  try await HTTPStubber.current.session.text(from: address)
}

/// Runs code as the body of a test with a trait.
func run(
  _ trait: StubTrait, environment: [String: String] = [:],
  recordedFiles: RecordedFiles = RecordedFiles { _ in },
  _ body: @escaping @Sendable () async throws -> Void
) async throws {
  let test = try #require(Test.current)
  try await StubEnvironment.$replacement.withValue(environment) {
    try await RecordedFiles.$current.withValue(recordedFiles) {
      try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
    }
  }
}

/// Runs code as all cases of a test with a trait, or all tests of a suite, each of which is a call of `run`.
func runAllCases(
  _ trait: StubTrait, isOfSuite: Bool = false, isSelection: Bool = false,
  _ body: @escaping @Sendable () async throws -> Void
) async throws {
  let test = try #require(Test.current)
  try await SharedUses.$current.withValue(SharedUses(isSelection: isSelection)) {
    if isOfSuite { SharedUses.current.share(trait.id) }
    try await trait.prepare(for: test)
    let provider = try #require(trait.scopeProvider(for: test, testCase: nil))
    try await provider.provideScope(for: test, testCase: nil, performing: body)
  }
}

/// The failures that code reports, which do not count for the test that runs.
func failures(_ body: @escaping @Sendable () async throws -> Void) async throws -> [Issue] {
  let test = try #require(Test.current)
  let issues = Lock<[Issue]>([])
  let collector = IssueHandlingTrait.compactMapIssues { issue in
    issues.withLock { $0.append(issue) }
    return nil
  }
  try await collector.provideScope(for: test, testCase: Test.Case.current, performing: body)
  return issues.withLock { $0 }
}

extension Issue {
  var text: String { comments.map(\.rawValue).joined(separator: "\n") }
}

/// Where the call stands.
func here(
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
) -> SourceLocation {
  SourceLocation(fileID: fileID, filePath: filePath, line: line, column: 1)
}

/// Lines that code tells, on any thread.
final class Lines: Sendable {
  private let lines = Lock<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func append(_ line: String) { lines.withLock { $0.append(line) } }
}
