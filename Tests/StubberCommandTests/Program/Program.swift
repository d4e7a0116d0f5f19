import Foundation
import StubCore
import TestSupport
import Testing

/// The built command, run as its users run it.
struct Program {
  struct NotBuilt: Error, CustomStringConvertible {
    let description: String
  }

  /// The command in the folder that the running tests were built into.
  static func url() throws -> URL {
    let start = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    var folder = start.deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appending(path: "stubber")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      folder.deleteLastPathComponent()
    }
    throw NotBuilt(
      description: "expected the built command beside the tests, found none above \(start.path);"
        + " build with: swift build --build-tests")
  }

  /// Runs it to its end.
  static func run(
    _ arguments: [String], in folder: String? = nil, input: String = "",
    environment: [String: String] = [:]
  ) throws -> ChildProcess.Result {
    try start(arguments, in: folder, input: input, environment: environment).finish()
  }

  /// Starts it.
  ///
  /// The folder in which commands look for servers is the only one, so that no others are found.
  static func start(
    _ arguments: [String], in folder: String? = nil, input: String = "",
    environment: [String: String] = [:]
  ) throws -> ChildProcess {
    var environment = environment
    if let runtime = environment["XDG_RUNTIME_DIR"], environment["TMPDIR"] == nil {
      environment["TMPDIR"] = runtime
    }
    return try ChildProcess(
      url().path, arguments, in: folder, input: Data(input.utf8), environment: environment)
  }

  /// Starts `serve` on a free port, and waits until it tells of it.
  static func serve(
    _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:]
  ) throws -> (server: ChildProcess, url: String, event: JSONValue) {
    let server = try start(
      ["serve", "--port", "0", "--json"] + arguments, in: folder, environment: environment)
    while let line = server.line() {
      let event = try JSONValue(parsing: Data(line.utf8))
      if event["event"] == "serving" {
        return (server, try #require(event["url"]?.string), event)
      }
    }
    throw NotServing(description: "\(server.finish())")
  }

  struct NotServing: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs curl to its end, without a word on progress.
  static func curl(_ arguments: [String]) throws -> ChildProcess.Result {
    try ChildProcess.run(
      "/usr/bin/env", ["curl", "--silent", "--noproxy", "*", "--max-time", "300"] + arguments)
  }

  /// The output of curl.
  static func curl(_ arguments: String...) throws -> String { try curl(arguments).output }
}
