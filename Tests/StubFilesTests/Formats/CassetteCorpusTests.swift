import Foundation
import Testing

@testable import StubFiles

@Suite(
  "Recordings of other tools",
  .enabled(if: RecordedFiles.areThere, "the recordings are not beside the package"))
struct CassetteCorpusTests {
  @Test("A file loads, or is refused with one error", arguments: CassetteFile.all)
  func loads(file: CassetteFile) {
    let reading = file.read()
    guard let message = CassetteRefusals.messages[file.path] else {
      #expect(!reading.diagnostics.hasErrors, "\(reading.diagnostics)")
      #expect(reading.format != nil)
      return
    }
    #expect(reading.diagnostics.errorCount == 1)
    #expect(reading.diagnostics.description.contains(message), "\(reading.diagnostics)")
    #expect(reading.interactionCount == 0)
  }

  @Test("Every file that is said to be refused is there")
  func refusals() {
    let paths = Set(CassetteFile.all.map(\.path))
    #expect(CassetteRefusals.messages.keys.filter { !paths.contains($0) } == [])
  }

  /// Written anew by `UPDATE_TABLES=1 swift test --filter CassetteCorpusTests`.
  @Test("The table of the guide has what was read")
  func table() throws {
    let page = packageRoot.appending(path: "Sources/HTTPStubber/HTTPStubber.docc/Cassettes.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let table = CassetteTable(CassetteFile.all.map { $0.read() }).text
    let start = try #require(text.firstRange(of: CassetteTable.head)).lowerBound
    let end = text[start...].firstRange(of: "\n\n")?.lowerBound ?? text.endIndex
    if ProcessInfo.processInfo.environment["UPDATE_TABLES"] != nil {
      try Data((text[..<start] + table + text[end...]).utf8).write(to: page)
    } else {
      #expect(text[start..<end] == table)
    }
  }

  private let packageRoot = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
}
