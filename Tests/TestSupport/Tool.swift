public import Foundation

/// A program of somebody else that tests use as a client.
public struct Tool: Sendable {
  public let path: String

  // Looked for anew each time, so that each test that is skipped prints its reason.
  public static var curl: Tool? { Tool(named: "curl") }
  public static var openssl: Tool? { Tool(named: "openssl") }
  public static var python: Tool? { Tool(named: "python3") }

  public init(path: String) { self.path = path }

  /// `nil`, and a printed reason, when it is not installed.
  public init?(named name: String) {
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

  /// A Python that can run a statement, such as `import vcr`, by a package of PyPI; `nil`, and a printed
  /// reason, when there is none.
  public static func python(
    that statement: String, by package: String
  ) async throws -> Tool? {
    for tool in [python, Tool(path: "/usr/bin/python3")].compactMap(\.self)
    where FileManager.default.isExecutableFile(atPath: tool.path) {
      if try await tool.run(["-c", statement]).code == 0 { return tool }
    }
    print("skipped: no python3 has what to test with; pip install \(package)")
    return nil
  }

  /// Runs it to its end, off the threads of tasks.
  public func run(_ arguments: [String], input: Data = Data()) async throws -> ChildProcess.Result {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "tool").async {
        continuation.resume(
          with: Result { try ChildProcess.run(path, arguments, input: input) })
      }
    }
  }

  /// Runs curl, which trusts the authority in a file, without a word on progress.
  public static func curl(
    _ arguments: [String], trusting file: String
  ) async throws -> ChildProcess.Result? {
    try await curl?.run(
      ["--silent", "--show-error", "--noproxy", "*", "--max-time", "300", "--cacert", file]
        + arguments)
  }
}
