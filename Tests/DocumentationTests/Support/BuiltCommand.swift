import Foundation
import TestSupport

/// A call of the built command.
struct BuiltCommand {
  private let arguments: [String]
  private let folder: URL
  private let program: URL
  private let environment: [String: String]

  /// `nil`, which is told, when the command has not been built beside the tests.
  init?(
    _ arguments: [String], in folder: URL = packageRoot, environment: [String: String] = [:]
  ) throws {
    self.environment = environment
    var place = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    repeat {
      place.deleteLastPathComponent()
      if place.path == "/" {
        print("skipped: no stubber beside the tests; build it with: swift build")
        return nil
      }
    } while !FileManager.default.isExecutableFile(atPath: place.appending(path: "stubber").path)
    program = place.appending(path: "stubber")
    self.arguments = arguments
    self.folder = folder
  }

  /// Runs it to its end.
  func run() throws -> (output: String, code: Int32) {
    let result = try start(arguments).finish()
    return (result.output, result.code)
  }

  /// Starts a server on a free port, stops it when it serves; gives what it printed till then.
  func serve() throws -> (announcement: String, code: Int32) {
    var arguments = arguments
    for (option, value) in zip(arguments.indices, arguments.indices.dropFirst())
    where ["--port", "-p", "--https-port"].contains(arguments[option]) {
      arguments[value] = "0"
    }
    if !arguments.contains("--port"), !arguments.contains("-p") { arguments += ["--port", "0"] }
    let process = try start(arguments)
    let output = Self.announcement(of: process)
    process.send(SIGTERM)
    let code = process.finish().code
    guard let port = output.firstMatch(of: /http:\/\/[^ ]*:(\d+)\n/)?.output.1 else {
      return (output, code)
    }
    return (output.replacing(":\(port)", with: ":8080"), code)
  }

  /// Starts a server on a free port, and calls the body while it serves.
  func whileServing<Result>(_ body: () throws -> Result) throws -> Result {
    let process = try start(arguments + ["--port", "0"])
    defer {
      process.send(SIGTERM)
      _ = process.finish()
    }
    _ = Self.announcement(of: process)
    return try body()
  }

  private static func announcement(of process: ChildProcess) -> String {
    var output = ""
    while !output.hasSuffix("Press Control-C to stop.\n"), let line = process.line() {
      output += line + "\n"
    }
    return output
  }

  private func start(_ arguments: [String]) throws -> ChildProcess {
    try ChildProcess(
      program.path, arguments, in: folder.path, joinsErrors: true, environment: environment)
  }
}
