import Foundation
import Synchronization
import Testing

@testable import StubTesting

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLSession {
  /// The body of the answer to a GET.
  func text(_ address: String) async throws -> String {
    let url = try #require(URL(string: address))
    let (data, _) = try await data(from: url)
    return String(decoding: data, as: UTF8.self)
  }
}

/// The body of the answer that the stubber of this test gives.
func text(_ address: String) async throws -> String {
  try await HTTPStubber.current.session.text(address)
}

/// A folder that goes with its owner.
final class Folder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "stub-testing-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  func text(of name: String) -> String? { try? String(contentsOfFile: file(name), encoding: .utf8) }

  /// Writes a cassette that answers these paths of `http://recorded.test` with their own names.
  func write(_ name: String, paths: String...) throws {
    let tracks = paths.map { path in
      """
        - request: { method: GET, url: "http://recorded.test\(path)" }
          response: { status: 200, body: "recorded \(path)" }

      """
    }
    let text = "cassette: 1\ntracks:\n" + tracks.joined()
    try Data(text.utf8).write(to: URL(filePath: file(name)))
  }

  /// The URLs that a cassette holds, in the order of the tape.
  func urls(in name: String) throws -> [String] {
    try RuleSet(contentsOf: [file(name)]).cassettes.flatMap(\.requests).map(\.url)
  }
}

/// Runs code as the body of a test with a trait.
func run(
  _ trait: StubTrait, environment: [String: String] = [:],
  _ body: @escaping @Sendable () async throws -> Void
) async throws {
  let test = try #require(Test.current)
  try await StubEnvironment.$replacement.withValue(environment) {
    try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
  }
}

/// The failures that code reports, which do not count for the test that runs.
func failures(_ body: @escaping @Sendable () async throws -> Void) async throws -> [Issue] {
  let test = try #require(Test.current)
  let issues = Mutex<[Issue]>([])
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
