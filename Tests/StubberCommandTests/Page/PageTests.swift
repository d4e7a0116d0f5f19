import Foundation
import TestSupport
import Testing

/// The admin page in a real browser, driven by Python scripts; see `page.py`.
@Suite("The admin page in Chromium", .serialized, .timeLimit(.minutes(5)))
struct PageTests {
  private static let python = "/usr/bin/python3"

  /// The first missing program or module that the scripts need; `nil` if nothing is missing.
  private static let missing: String? = {
    for program in [python, "/usr/bin/chromium", "/usr/bin/chromedriver"]
    where !FileManager.default.isExecutableFile(atPath: program) {
      return program
    }
    let result = try? ChildProcess.run(python, ["-c", "import selenium"])
    return result?.code == 0 ? nil : "the Python module selenium"
  }()

  /// Runs a script to its end.
  ///
  /// If a program is missing, prints that the test is skipped, and returns `nil`.
  private func run(_ script: String) throws -> ChildProcess.Result? {
    if let missing = Self.missing {
      print("skipped: not installed: \(missing)")
      return nil
    }
    let folder = try TemporaryFolder()
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: script).path
    // Without bytecode, which Python would write beside the scripts.
    return try ChildProcess.run(
      Self.python, ["-B", path, try Program.url().path, folder.path])
  }

  @Test("A request appears, is explained and answered; nothing in it runs; keys, widths, token")
  func page() throws {
    guard let result = try run("page.py") else { return }
    #expect(result.code == 0, "\(result.errors)")
    let lines = result.output.split(separator: "\n")
    let tests = lines.filter { !$0.hasPrefix(" ") }
    #expect(tests.count == 20)
    for line in tests where !line.hasSuffix(": ok") { Issue.record("\(result.output)") }
  }

  @Test("With 100,000 stubs and 10,000 requests the page draws and reads little at a time")
  func large() throws {
    guard let result = try run("large.py") else { return }
    #expect(result.output.hasSuffix("ok\n"), "\(result)")
  }
}
