import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("The limit on files that are read whole")
struct FileSizeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func rules(_ path: String, atMost limit: Int) -> RuleSet {
    var context = RuleContext(formats: .all)
    context.fileSizeLimit = limit
    return RuleSet(reading: [path], context: context)
  }

  private static let rule = "stubs: [{ match: { path: /a }, respond: { status: 204 } }]\n"

  @Test("A longer file is an error with its size, the limit and the option; no shorter one is")
  func stubFile() throws {
    let path = try folder.write(Self.rule, to: "a.yaml")
    let size = Self.rule.utf8.count
    #expect(rules(path, atMost: size).stubs.count == 1)
    #expect(try RuleSet(contentsOf: [path], largestFile: size).stubs.count == 1)
    #expect(throws: DiagnosticList.self) {
      try RuleSet(contentsOf: [path], largestFile: size - 1)
    }
    let found = rules(path, atMost: size - 1)
    #expect(found.stubs.isEmpty)
    #expect(
      found.diagnostics.description == """
        \(path): error: the file has \(size) bytes, more than the limit of \(size - 1); \
        use several files, or raise the limit `largestFile` (--max-file)
        """)
  }

  @Test(
    "A long file is also refused among several files, and as a recording that a rule file names")
  func others() throws {
    let recording = try folder.write(
      #"{"log": {"version": "1.2", "creator": {}, "entries": []}}"#
        + String(repeating: " ", count: 200), to: "tape.har")
    try folder.write(Self.rule, to: "a.yaml")
    let found = rules(folder.path, atMost: 150)
    #expect(found.stubs.count == 1)
    #expect(found.diagnostics.sorted.map(\.file) == [recording])
  }

  @Test("A body to compare with is limited, a body to answer with is not")
  func bodies() throws {
    let body = try folder.write(String(repeating: "x", count: 300), to: "body.txt")
    let path = try folder.write(
      "stubs: [{ match: { path: /a }, respond: { GET: { bodyFile: body.txt } } }]\n", to: "a.yaml")
    #expect(!rules(path, atMost: 200).diagnostics.hasErrors)
    let second = try folder.write(
      "stubs: [{ match: { body: { file: body.txt } }, respond: { status: 204 } }]\n", to: "b.yaml")
    let found = rules(second, atMost: 200).diagnostics
    #expect(
      found.sorted.first?.message == """
        cannot use \(body): the file has 300 bytes, more than the limit of 200; \
        use several files, or raise the limit `largestFile` (--max-file)
        """)
  }

  @Test("A compressed file with longer contents is refused")
  func compressed() throws {
    #expect(
      throws: FileDiagnostic(
        file: "a.zhar", found: "the file has more than the limit of 4 bytes after decompression",
        remedy: .advice(FileSize.remedy))
    ) {
      try CompressedFile.text(of: CompressedFileTests.gzip, named: "a.zhar", atMost: 4)
    }
    #expect(
      try CompressedFile.text(of: CompressedFileTests.gzip, named: "a.zhar", atMost: 5).count == 5)
  }
}
