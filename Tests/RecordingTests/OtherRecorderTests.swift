import Foundation
import StubFiles
import StubServer
import TestSupport
import Testing

/// Recorders of other languages themselves, each asking a server, this product and its own files.
@Suite("Recorders of other languages")
struct OtherRecorderTests {
  struct Recorder: Sendable, CustomTestStringConvertible {
    let name: String
    let program: String
    /// What finds out whether it is there.
    let trial: [String]
    let script: String
    let file: String
    let format: String

    static let all = [
      Recorder(
        name: "VCR.py", program: "python3", trial: ["-c", "import requests, vcr"],
        script: "vcrpy_exchanges.py", file: "tape.yaml", format: "vcrpy"),
      Recorder(
        name: "VCR", program: "ruby", trial: ["-e", "require 'vcr'; require 'webmock'"],
        script: "vcr_exchanges.rb", file: "tape.yml", format: "vcr"),
    ]

    var testDescription: String { name }

    /// The lines that its script prints of exchanges with a server, through itself in a mode.
    ///
    /// - Throws: when they are not told, with what is.
    func lines(
      _ url: String, _ mode: String? = nil, _ file: String = ""
    ) async throws -> [String]? {
      guard let path else {
        print("skipped: \(program) cannot load \(name)")
        return nil
      }
      let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Support/\(script)").path
      let arguments = [script, url] + (mode.map { [$0, file] } ?? [])
      let result = try await waiting { try ChildProcess(path, arguments).finish() }
      try #require(result.code == 0, "\(result.errors)")
      return result.output.split(separator: "\n").map(String.init)
    }

    private var path: String? {
      ["/usr/bin/\(program)", "/usr/local/bin/\(program)"].first { path in
        guard FileManager.default.isExecutableFile(atPath: path) else { return false }
        return (try? ChildProcess(path, trial).finish().code) == 0
      }
    }
  }

  @Test("A recording of another tool is answered as that tool saw it", arguments: Recorder.all)
  func replaying(recorder: Recorder) async throws {
    guard let server = try PythonServer() else { return }
    let folder = try TemporaryFolder()
    let file = folder.file(recorder.file)
    let seen = try await recorder.lines(server.url, "all", file)
    server.stop()
    guard let seen else { return }
    let replay = try Recording(file)
    #expect(try await recorder.lines("http://127.0.0.1:\(replay.port)") == seen)
    #expect(replay.cassette.allPlayed, "\(replay.cassette.unused)")
    try await replay.finish()
  }

  @Test(
    "A recording made here is answered by another tool as it was recorded", arguments: Recorder.all)
  func recording(recorder: Recorder) async throws {
    guard let server = try PythonServer() else { return }
    let folder = try TemporaryFolder()
    let file = folder.file(recorder.file)
    let recording = try Recording(
      file, format: WritableFormat.named(recorder.format), upstream: server,
      RecordingConfiguration(redactsSecrets: false))
    let seen = try await recorder.lines("http://127.0.0.1:\(recording.port)")
    try await recording.finish()
    server.stop()
    guard let seen else { return }
    #expect(seen.count > 10)
    #expect(try await recorder.lines(server.url, "none", file) == seen)
  }
}
