@testable import StubCassettes
@testable import StubDocuments
@testable import StubLanguages
@testable import StubRules
@testable import StubTools

extension FuzzTarget {
  /// JSON that is written is read back alike, and both readers agree on what JSON is.
  static let json = FuzzTarget("json") { input in
    guard let value = try? JSONValue(parsing: input.bytes) else { return }
    for text in [value.text(), value.text(pretty: true), value.text(sortedKeys: true)] {
      guard let again = try? JSONValue(parsing: text) else { return expect(false, text) }
      expect(again == value, "\(text) is read as \(again)")
    }
    checkDocument(input.bytes, value)
    let comparison = JSONComparison()
    let difference = comparison.firstDifference(expected: value, found: value)
    let hasPlaceholders = value.text().contains("${")
    expect(
      hasPlaceholders || difference == nil, "\(value) differs from itself: \(difference as Any)")
  }

  /// The reader of rule files takes it too, unless it refuses repeated keys or its depth.
  private static func checkDocument(_ bytes: [UInt8], _ value: JSONValue) {
    guard let source = try? SourceText(name: "a.json", bytes: bytes) else { return }
    var diagnostics = DiagnosticList()
    let documents = StubFormats.all.documents(in: source, reportingTo: &diagnostics)
    guard !diagnostics.hasErrors else { return }
    expect(documents.count == 1 && documents[0].json == value, "\(documents.map(\.json)), \(value)")
  }
}
