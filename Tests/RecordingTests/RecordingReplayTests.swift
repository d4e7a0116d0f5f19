import Foundation
import TestSupport
import Testing

/// Recordings that are sent for over HTTP and compared with what Python reads in the files.
enum RecordingReplay {
  /// The formats in a folder, each with the number of its files, recordings and differences; `nil`
  /// when there is no Python to read the files with.
  static func formats(in folder: String) throws -> [String]? {
    guard let python = ConversionCommandTests.pythonWithYAML else {
      print("skipped: python3 cannot import yaml; pip install pyyaml")
      return nil
    }
    let script = root.appending(path: "Tests/RecordingTests/Support/replay_recordings.py").path
    let result = try ChildProcess(
      python, ["-B", script, try ConversionCommandTests.command(), folder]
    ).finish()
    #expect(result.code == 0, "\(result.output)")
    return result.output.split(separator: "\n").map(String.init)
  }

  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}

@Suite("Recordings on a port") struct RecordingReplayTests {
  @Test("Every recorded answer comes back with its status, its fields and its bytes")
  func replay() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in RecordingFiles.all {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    guard let formats = try RecordingReplay.formats(in: folder.path) else { return }
    #expect(
      formats == [
        "BeKindRewind 1 1 0", "Betamax 1 1 0", "DVR 1 1 0", "HAR 1 2 0", "Mocktail 1 2 0",
        "VCR 1 2 0", "VCR.py 1 2 0", "Vinyl 1 2 0", "YAHTTPVCR 1 1 0", "go-vcr 1 2 0", "nock 1 2 0",
      ])
  }
}

@Suite("Recordings of other tools on a port", .outside("cassettes"))
struct OutsideRecordingReplayTests {
  @Test("Every recorded answer comes back, as the guide's table counts them")
  func replay() throws {
    let folder = OutsideFixtures.path("cassettes")
    guard let formats = try RecordingReplay.formats(in: folder) else { return }
    let page = RecordingReplay.root.appending(
      path: "Sources/HTTPStubber/HTTPStubber.docc/Cassettes.md")
    let guide = try String(contentsOf: page, encoding: .utf8)
    #expect(formats.count == 11, "expected a line for each of 11 formats, found \(formats)")
    for line in formats {
      let cells = line.split(separator: " ").dropLast()
      let row = "| \(cells.dropLast(2).joined()) | \(cells.suffix(2).joined(separator: " | ")) |"
      #expect(guide.contains("\n\(row)\n"), "the guide has no row \(row)")
    }
  }
}
