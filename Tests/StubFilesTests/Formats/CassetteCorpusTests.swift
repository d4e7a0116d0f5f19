import Foundation
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("The guide's table of formats") struct CassetteTableTests {
  @Test("The table names only formats that are read, each once")
  func formats() throws {
    let text = try String(contentsOf: CassetteTable.page, encoding: .utf8)
    let start = try #require(text.firstRange(of: CassetteTable.head)).lowerBound
    let names = text[start...].split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0.hasPrefix("|") }.dropFirst(2)
      .compactMap { $0.split(separator: "|").first?.trimmingCharacters(in: .whitespaces) }
    let known =
      RecordingFormat.all.map(\.title) + StubFormats.all.tools.map(\.title)
      + StubFormats.all.texts.map { $0.title }
    #expect(names.count > 10)
    #expect(names.filter { !known.contains($0) } == [])
    #expect(Set(names).count == names.count)
  }
}

@Suite("Recordings of other tools", .outside("cassettes"))
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
  @Test("The table of the guide has the counts of the sample files")
  func table() throws {
    let page = CassetteTable.page
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
}
