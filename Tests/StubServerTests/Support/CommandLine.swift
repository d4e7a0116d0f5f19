import Foundation

/// Runs a program and gives what it prints; `nil` and a printed reason when there is none.
func run(_ program: String, _ arguments: [String]) async throws -> String? {
  let folders = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
  let paths = folders.map { "\($0)/\(program)" }
  guard let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
    print("skipped: there is no \(program) to ask with")
    return nil
  }
  let process = Process()
  process.executableURL = URL(filePath: path)
  process.arguments = arguments
  let output = Pipe()
  process.standardInput = FileHandle.nullDevice
  process.standardOutput = output
  process.standardError = output
  return try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global().async {
      do {
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        continuation.resume(returning: String(decoding: data, as: UTF8.self))
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }
}
