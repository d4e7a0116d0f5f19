import Foundation
import TestSupport

/// A program of somebody else that tests use as a client.
struct Tool: Sendable {
  let path: String

  static let curl = Tool(named: "curl")
  static let openssl = Tool(named: "openssl")
  static let python = Tool(named: "python3")

  init(path: String) { self.path = path }

  /// `nil`, and a printed reason, when it is not installed.
  init?(named name: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
      .split(separator: ":")
    let found = folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    guard let found else {
      print("skipped: there is no \(name) in PATH to test with")
      return nil
    }
    path = found
  }

  /// Runs it to its end, off the threads of tasks.
  func run(_ arguments: [String], input: String = "") async throws -> ChildProcess.Result {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "tool").async {
        continuation.resume(
          with: Result { try ChildProcess.run(path, arguments, input: Data(input.utf8)) })
      }
    }
  }

  /// Runs curl, which trusts the authority in a file, without a word on progress.
  static func curl(
    _ arguments: [String], trusting file: String
  ) async throws -> ChildProcess.Result? {
    try await curl?.run(
      ["--silent", "--show-error", "--noproxy", "*", "--max-time", "300", "--cacert", file]
        + arguments)
  }
}
