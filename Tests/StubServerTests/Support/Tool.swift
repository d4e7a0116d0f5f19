import Foundation

/// A program of somebody else that tests use as a client.
struct Tool: Sendable {
  struct Result: Sendable {
    let code: Int32
    let output: Data
    let errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
  }

  let path: String

  static let curl = Tool(named: "curl")
  static let openssl = Tool(named: "openssl")
  static let python = Tool(named: "python3")

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
  func run(_ arguments: [String], input: String = "") async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "tool").async {
        continuation.resume(with: Swift.Result { try wait(arguments, Data(input.utf8)) })
      }
    }
  }

  private func wait(_ arguments: [String], _ input: Data) throws -> Result {
    let process = Process()
    let (source, output) = (Pipe(), Pipe())
    let problems = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data().write(to: problems)
    defer { try? FileManager.default.removeItem(at: problems) }
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardInput = source
    process.standardOutput = output
    // A file, as two pipes would have to be read at once.
    process.standardError = try FileHandle(forWritingTo: problems)
    try process.run()
    try? source.fileHandleForWriting.write(contentsOf: input)
    try? source.fileHandleForWriting.close()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      code: process.terminationStatus, output: data,
      errors: String(decoding: try Data(contentsOf: problems), as: UTF8.self))
  }

  /// Runs curl, which trusts the authority in a file, without a word on progress.
  static func curl(_ arguments: [String], trusting file: String) async throws -> Result? {
    try await curl?.run(
      ["--silent", "--show-error", "--noproxy", "*", "--max-time", "30", "--cacert", file]
        + arguments)
  }
}
