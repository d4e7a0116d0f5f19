public import Foundation
public import Testing

/// An installed program, such as curl, that tests use as a client.
public struct Tool: Sendable {
  public let path: String

  // Computed properties, so that each skipped test prints its reason.
  public static var curl: Tool? { Tool(named: "curl") }
  public static var openssl: Tool? { Tool(named: "openssl") }
  public static var python: Tool? { Tool(named: "python3") }

  public init(path: String) { self.path = path }

  /// Finds a program in PATH; if there is none, prints that a test is skipped and returns `nil`.
  public init?(named name: String) {
    guard let found = Self.path(of: name) else {
      print("skipped: not in PATH: \(name)")
      return nil
    }
    path = found
  }

  fileprivate static func path(of name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
      .split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// Finds a Python that can run a statement, such as one that imports a module.
  ///
  /// If there is none, prints the package of PyPI that is missing, and returns `nil`.
  public static func python(
    that statement: String, by package: String
  ) async throws -> Tool? {
    for tool in [python, Tool(path: "/usr/bin/python3")].compactMap(\.self)
    where FileManager.default.isExecutableFile(atPath: tool.path) {
      if try await tool.run(["-c", statement]).code == 0 { return tool }
    }
    print("skipped: python3 cannot \(statement); pip install \(package)")
    return nil
  }

  /// Runs the program to its end, on a thread that no task uses.
  public func run(_ arguments: [String], input: Data = Data()) async throws -> ChildProcess.Result {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "tool").async {
        continuation.resume(
          with: Result { try ChildProcess.run(path, arguments, input: input) })
      }
    }
  }

  /// Runs curl without progress output; `file` contains the CA that it trusts.
  public static func curl(
    _ arguments: [String], trusting file: String? = nil
  ) async throws -> ChildProcess.Result? {
    let trust = file.map { ["--cacert", $0] } ?? []
    return try await curl?.run(
      ["--silent", "--show-error", "--noproxy", "*", "--max-time", "300"] + trust + arguments)
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test if one of the programs is not in PATH, and says which one.
  public static func needs(_ names: String...) -> Self {
    let missing = names.filter { Tool.path(of: $0) == nil }
    return .enabled(if: missing.isEmpty, "not in PATH: \(missing.joined(separator: ", "))")
  }
}
