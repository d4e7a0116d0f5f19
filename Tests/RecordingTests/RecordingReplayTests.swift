import Foundation
import TestSupport
import Testing

/// Recordings of other tools, sent for over HTTP and compared with what Python reads in the files.
@Suite(
  "Recordings of other tools on a port", .enabled(if: areThere, "the recordings are not there"))
struct RecordingReplayTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test("Every recorded answer comes back with its status, its fields and its bytes")
  func replay() throws {
    guard let python = ConversionCommandTests.pythonWithYAML else {
      print("skipped: there is no python3 with yaml to read the files with")
      return
    }
    let script = Self.root.appending(path: "Tests/RecordingTests/Support/replay_recordings.py").path
    let result = try ChildProcess(
      python, ["-B", script, try ConversionCommandTests.command(), recordings.path]
    ).finish()
    let report = result.output
    #expect(result.code == 0, "\(report)")
    let page = Self.root.appending(path: "Sources/HTTPStubber/HTTPStubber.docc/Cassettes.md")
    let guide = try String(contentsOf: page, encoding: .utf8)
    let lines = report.split(separator: "\n")
    #expect(lines.count == 11, "expected a line for each of 11 formats, found \(report)")
    for line in lines {
      let cells = line.split(separator: " ").dropLast()
      let row = "| \(cells.dropLast(2).joined()) | \(cells.suffix(2).joined(separator: " | ")) |"
      #expect(guide.contains("\n\(row)\n"), "the guide has no row \(row)")
    }
  }
}

private let recordings = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .appending(path: "../shared/fixtures/cassettes").standardized

private let areThere = FileManager.default.fileExists(atPath: recordings.path)
