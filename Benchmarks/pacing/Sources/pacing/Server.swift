import Foundation

/// `stubber serve`, in a process of its own, for as long as a closure runs.
struct Server {
  /// The program.
  let path: String

  /// Serves the rules, and removes them at the end; the closure is given the port.
  ///
  /// - Throws: `MeasurementError` when the program does not say within 10 seconds that it serves.
  func run<Result>(_ rules: Rules, _ body: (UInt16) throws -> Result) throws -> Result {
    defer { rules.remove() }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = [
      "serve", rules.file.path, "--port", "0", "--json", "--no-watch", "--max-connections", "11000",
    ]
    process.standardOutput = try FileHandle(forWritingTo: rules.log)
    try process.run()
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    return try body(try port(process, rules))
  }

  private func port(_ process: Process, _ rules: Rules) throws -> UInt16 {
    for _ in 0..<200 where process.isRunning {
      Clock.sleep(nanoseconds: 50_000_000)
      let text = try String(contentsOf: rules.log, encoding: .utf8)
      if let start = text.range(of: "http://127.0.0.1:"),
        let port = UInt16(text[start.upperBound...].prefix { $0.isNumber })
      {
        return port
      }
    }
    let output = (try? String(contentsOf: rules.log, encoding: .utf8)) ?? ""
    throw MeasurementError(
      expected: "\(path) to serve", found: output.isEmpty ? "no address in its output" : output,
      remedy: "see whether this build knows all keys of the rules")
  }
}
