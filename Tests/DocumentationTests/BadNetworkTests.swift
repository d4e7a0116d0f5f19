import HTTPStubber
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

  @Test("A row of the table of faults says what its fault does", arguments: faultRows)
  func faults(row: String) throws {
    let code = Self.code(row)
    let source = try SourceText(name: "BadNetworks.md", text: "{ fault: \(code) }")
    var diagnostics = DiagnosticList()
    let documents = DocumentReader.documents(
      in: source, format: .yaml, reportingTo: &diagnostics)
    var value = ValueReader(try #require(documents.first?["fault"]))
    let read = value.fault()
    let fault = try #require(read)
    #expect(row == "| `\(code)` | \(fault.wireWords) | \(fault.errorWords) |")
  }

  @Test("Every fault is in the table", arguments: NamedFault.all.map(\.name))
  func allFaults(name: String) {
    #expect(Self.faultRows.contains { Self.code($0).contains(name) })
  }

  @Test("The table of networks has the figures of the profiles", arguments: NetworkProfile.named)
  func networks(profile: NetworkProfile) {
    #expect(Self.rows.contains(profile.row), "\(profile.row)")
  }

  @Test("Every row is a fault or a network")
  func noOthers() {
    let networks = NetworkProfile.named.map(\.row)
    #expect(Self.rows.filter { !Self.faultRows.contains($0) && !networks.contains($0) } == [])
    #expect(Self.faultRows.count >= NamedFault.all.count)
  }
}
