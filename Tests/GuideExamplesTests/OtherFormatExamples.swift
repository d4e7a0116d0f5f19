import ExampleSupport
import Foundation
import HTTPStubber
import StubTesting
import StubTools
import TestSupport
import Testing

@Suite("Stub files of other tools") struct OtherFormatExamples {
  private static let mappings = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures/mapping.json").path

  @Test("Stub files of other tools are loaded with all formats")
  func loading() async throws {
    let mappings = Self.mappings
    // example: other formats
    let stubber = HTTPStubber()
    try stubber.stubSet.load(contentsOf: mappings, formats: .all)
    // end of example
    #expect(try await stubber.session.text(from: "https://a.example/greeting") == "hello")
  }

  @Test("The trait reads them too", .stubs(file: "mapping.json", formats: .all))
  func trait() async throws {
    let session = HTTPStubber.current.session
    #expect(try await session.text(from: "https://a.example/greeting") == "hello")
  }

  @Test("Without the formats of StubTools, the error says what to import")
  func missingFormats() {
    let error = #expect(throws: DiagnosticList.self) {
      try RuleSet(contentsOf: [Self.mappings])
    }
    #expect(error?.description.contains("import StubTools") == true)
  }
}
