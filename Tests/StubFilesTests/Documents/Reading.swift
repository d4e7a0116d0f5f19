import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// What reading a text gives: its documents, and every finding as it would be printed.
struct Reading {
  let documents: [Value]
  let diagnostics: DiagnosticList

  init(_ text: String, as name: String) throws {
    let source = try SourceText(name: name, text: text)
    var diagnostics = DiagnosticList()
    documents = StubFormats.all.documents(in: source, reportingTo: &diagnostics)
    self.diagnostics = diagnostics
  }

  /// The values of the documents of a text without faults.
  static func values(_ text: String, as name: String) throws -> [JSONValue] {
    let reading = try Reading(text, as: name)
    #expect(reading.diagnostics.description == "")
    return reading.documents.map(\.json)
  }

  /// The one document of a text without faults.
  static func node(_ text: String, as name: String = "a.yaml") throws -> Value {
    let reading = try Reading(text, as: name)
    #expect(reading.diagnostics.description == "")
    return try #require(reading.documents.first)
  }
}

/// A text and what is printed about it.
struct Mistake: Sendable, CustomTestStringConvertible {
  let text: String
  let printed: String

  init(_ text: String, _ printed: String) {
    self.text = text
    self.printed = printed
  }

  var testDescription: String { String(text.prefix(40)) }
}
