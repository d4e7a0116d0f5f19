import Foundation
import StubFiles
import TestSupport
import Testing

@Suite("Damaged files where recordings are to go")
struct DamagedCassetteTests {
  /// A cassette of one interaction that is cut off within a quoted body.
  private static let damaged = Data(
    """
    cassette: 1
    interactions:
      - request: { method: GET, url: "http://a.example/" }
        response:
          status: 200
          body: "cut of
    """.utf8)

  private static let whole = Data(
    """
    cassette: 1
    interactions:
      - request: { method: GET, url: "http://a.example/" }
        response: { status: 204 }

    """.utf8)

  private func stubber(_ arguments: [String]) throws -> ChildProcess.Result {
    try ChildProcess(try ConversionCommandTests.command(), arguments).finish()
  }

  /// A folder with the damaged file.
  private func folder() throws -> (folder: TemporaryFolder, file: String) {
    let folder = try TemporaryFolder()
    let file = folder.file("tape.yaml")
    try Self.damaged.write(to: URL(filePath: file))
    return (folder, file)
  }

  @Test(
    "Recording into one is refused with the place of the damage",
    arguments: [
      [], ["--mode", "newEpisodes"], ["--mode", "none"], ["--record-again-after", "1s"],
    ])
  func recording(options: [String]) throws {
    let (folder, file) = try folder()
    let result = try stubber(["record", "http://127.0.0.1:9", "-o", file, "-p", "0"] + options)
    #expect(result.code == 3)
    #expect(result.errors.hasPrefix("\(file):"), "\(result.errors)")
    #expect(result.errors.contains("body: \"cut of"), "\(result.errors)")
    #expect(try Data(contentsOf: URL(filePath: file)) == Self.damaged)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["tape.yaml"])
  }

  @Test("Recording to one in-process throws its error, in every mode that reads")
  func inProcess() throws {
    let (folder, file) = try folder()
    for mode in RecordMode.allCases where ![.all, .live].contains(mode) {
      #expect(throws: DiagnosticList.self) {
        try RecordingPlan(file: file, RecordingConfiguration(mode: mode), environment: [:])
      }
    }
    #expect(try Data(contentsOf: URL(filePath: file)) == Self.damaged)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["tape.yaml"])
  }

  @Test("Converting onto a damaged cassette is refused unless forced")
  func onto() throws {
    let (folder, file) = try folder()
    let input = folder.file("whole.yaml")
    try Self.whole.write(to: URL(filePath: input))
    let refused = try stubber(["convert", input, file, "--to", "vcr"])
    #expect(refused.code == 3)
    #expect(
      refused.errors == "error: \(file) already exists; use --force to overwrite it\n")
    #expect(try Data(contentsOf: URL(filePath: file)) == Self.damaged)
    #expect(try stubber(["convert", input, file, "--to", "vcr", "--force"]).code == 0)
    #expect(try RuleSet(contentsOf: [file]).cassettes.count == 1)
  }

  @Test("Converting one leaves both files as they are, forced or not")
  func from() throws {
    let (folder, file) = try folder()
    let output = folder.file("whole.yaml")
    try Self.whole.write(to: URL(filePath: output))
    for target in [output, file] {
      let result = try stubber(["convert", file, target, "--to", "vcr", "--force"])
      #expect(result.code == 3)
      #expect(result.errors.contains("\(file):"), "\(result.errors)")
    }
    #expect(try Data(contentsOf: URL(filePath: file)) == Self.damaged)
    #expect(try Data(contentsOf: URL(filePath: output)) == Self.whole)
  }
}
