import Foundation
import HTTPStubber
import StubServer
import Testing

@testable import StubFiles

@Suite("Tables of bad networks") struct BadNetworkTests {
  /// The rows of the guide that begin with code.
  private static let rows: [String] = {
    let page = Document.all.first { $0.name == "BadNetworks.md" }?.text ?? ""
    return page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
  }()

  /// The code in the first cell of a row.
  private static func code(_ row: String) -> String {
    String(row.dropFirst(3).prefix { $0 != "`" })
  }

  private static let faultRows = rows.filter { row in
    let type = code(row).firstMatch(of: /type: (\w+)/)?.output.1 ?? code(row)[...]
    return NamedFault.all.contains { $0.name == type }
  }

  /// Written anew by `UPDATE_TABLES=1 swift test --filter BadNetworkTests`.
  @Test("A row of the table of faults says what its fault does")
  func faults() throws {
    let page = packageRoot.appending(path: "Sources/HTTPStubber/HTTPStubber.docc/BadNetworks.md")
    var text = try String(contentsOf: page, encoding: .utf8)
    for row in Self.faultRows {
      let fault = try Self.fault(Self.code(row))
      let start = "| `\(Self.code(row))` | \(fault.wireWords) |"
      #if os(Linux)
      // The names of errors are those of Linux.
      let expected = "\(start) \(fault.errorWords) |"
      #else
      let expected = row.hasPrefix(start) ? row : start
      #endif
      text.replace("\n\(row)\n", with: "\n\(expected)\n")
      if !isUpdating { #expect(row == expected) }
    }
    if isUpdating { try Data(text.utf8).write(to: page) }
  }

  private let isUpdating = ProcessInfo.processInfo.environment["UPDATE_TABLES"] != nil

  private static func fault(_ code: String) throws -> HTTPStubFault {
    let source = try SourceText(name: "BadNetworks.md", text: "{ fault: \(code) }")
    var diagnostics = DiagnosticList()
    let documents = DocumentReader.documents(
      in: source, format: .yaml, reportingTo: &diagnostics)
    let fault = Reader().fault(Value(try #require(documents.first?["fault"])))
    return try #require(fault)
  }

  @Test("Every fault is in the table", arguments: NamedFault.all.map(\.name))
  func allFaults(name: String) {
    #expect(Self.faultRows.contains { Self.code($0).contains(name) })
  }

  @Test("The table of networks has the figures of the profiles", arguments: NetworkProfile.named)
  func networks(profile: NetworkProfile) {
    #expect(Self.rows.contains(profile.row), "\(profile.row)")
  }

  @Test("Every fault of TLS is in its table", arguments: TLSFault.named.map(\.key))
  func tlsFaults(name: String) throws {
    let page = try #require(Document.all.first { $0.name == "BadNetworks.md" })
    #expect(page.text.contains(" | `.\(name)` |\n"))
  }

  @Test("Every row is a fault or a network")
  func noOthers() {
    let networks = NetworkProfile.named.map(\.row)
    #expect(Self.rows.filter { !Self.faultRows.contains($0) && !networks.contains($0) } == [])
    #expect(Self.faultRows.count >= NamedFault.all.count)
  }
}
