import Foundation

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// The table of the guide to cassettes: what is read of each format's sample files.
struct CassetteTable {
  /// A row; a new column is a member here and a cell in ``CassetteTable/columns``.
  struct Row {
    let format: String
    var files = 0
    var interactions = 0
  }

  /// The title of each column with its cell.
  private static let columns: [(title: String, cell: @Sendable (Row) -> String)] = [
    ("Format", { $0.format }),
    ("Files", { "\($0.files)" }),
    ("Recordings or stubs", { "\($0.interactions)" }),
  ]

  let rows: [Row]

  /// Counts the files that were read without an error, by format.
  init(_ readings: [CassetteFile.Reading]) {
    var rows: [String: Row] = [:]
    for reading in readings where !reading.diagnostics.hasErrors {
      let format = reading.format ?? "none"
      rows[format, default: Row(format: format)].files += 1
      rows[format]?.interactions += reading.interactionCount
    }
    self.rows = rows.values.sorted { $0.format.lowercased() < $1.format.lowercased() }
  }

  /// The page of the guide that has the table.
  static let page = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .appending(path: "Sources/HTTPStubber/HTTPStubber.docc/Cassettes.md")

  static var head: String { line(columns.map(\.title)) }

  var text: String {
    let rule = Self.line(Self.columns.map { _ in "---" })
    return ([Self.head, rule] + rows.map { row in Self.line(Self.columns.map { $0.cell(row) }) })
      .joined(separator: "\n")
  }

  private static func line(_ cells: [String]) -> String {
    "| \(cells.joined(separator: " | ")) |"
  }
}
