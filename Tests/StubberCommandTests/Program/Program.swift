import Foundation

/// The built command, run as its users run it.
struct Program {
  struct Result {
    let code: Int32
    let output: String
    let errors: String
  }

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
  static func run(_ arguments: [String]) throws -> Result {
    let running = try Running(arguments)
    return running.finish()
  }

  /// A run that has not ended yet.
  final class Running {
    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()

    init(_ arguments: [String]) throws {
      process.executableURL = try Program.url()
      process.arguments = arguments
      process.standardOutput = output
      process.standardError = errors
      process.standardInput = FileHandle.nullDevice
      try process.run()
    }

    /// The next line of the output; `nil` at its end.
    func line() -> String? {
      var bytes = Data()
      while let byte = try? output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
        if byte == Data("\n".utf8) { return String(decoding: bytes, as: UTF8.self) }
        bytes += byte
      }
      return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    func finish() -> Result {
      let text = output.fileHandleForReading.readDataToEndOfFile()
      let problems = errors.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return Result(
        code: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
        errors: String(decoding: problems, as: UTF8.self))
    }

    deinit { if process.isRunning { process.terminate() } }
  }
}
