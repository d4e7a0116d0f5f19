import Foundation

/// `stubber serve`, in a process of its own, with the stubs that are measured.
final class Server {
  /// A response of one speed: the bytes of 2.5 seconds.
  static func path(rate: Int) -> String { "/rate/\(rate)" }

  /// A request whose body is read at one speed.
  static func path(upload: Int) -> String { "/upload/\(upload)" }

  static func path(delay: Int) -> String { "/delay/\(delay)" }

  static let seconds = 2.5
  private let folder: URL
  private let process = Process()
  private(set) var port: UInt16 = 0

  /// Writes the rule file and starts the program at `path`.
  ///
  /// - Throws: `MeasurementError` when it does not say within 10 seconds that it serves.
  init(_ path: String, rates: [Int], delays: [Int]) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("pacing-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var rules = "stubs:\n"
    for rate in rates {
      rules += """
          - match: { path: \(Self.path(rate: rate)) }
            respond: { GET: { bodyFile: body-\(rate), speed: \(rate) } }

        """
      // Written here, the file is in memory; no disk is measured.
      try Data(count: Int(Double(rate) * Self.seconds))
        .write(to: folder.appendingPathComponent("body-\(rate)"))
    }
    for delay in delays {
      rules += """
          - match: { path: \(Self.path(delay: delay)) }
            respond: { GET: { text: done, delay: \(delay)ms } }

        """
    }
    let file = folder.appendingPathComponent("rules.yaml")
    try rules.write(to: file, atomically: false, encoding: .utf8)
    try start(path, file)
  }

  private func start(_ path: String, _ rules: URL) throws {
    let log = folder.appendingPathComponent("log").path
    try Data().write(to: URL(fileURLWithPath: log))
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = [
      "serve", rules.path, "--port", "0", "--json", "--no-watch", "--max-connections", "11000",
    ]
    process.standardOutput = FileHandle(forWritingAtPath: log)
    try process.run()
    for _ in 0..<200 {
      Clock.sleep(nanoseconds: 50_000_000)
      let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      if let start = text.range(of: "http://127.0.0.1:"),
        let port = UInt16(text[start.upperBound...].prefix { $0.isNumber })
      {
        self.port = port
        return
      }
    }
    throw MeasurementError(
      expected: "\(path) to serve", found: "no address in its output",
      remedy: "run it with the file \(rules.path)")
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }
}
