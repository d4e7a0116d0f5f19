import Foundation
import HTTPStubber
import StubServer
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// The tables are written anew by `UPDATE_TABLES=1 swift test --filter BadNetworkTests`.
@Suite("Tables of bad networks", .serialized) struct BadNetworkTests {
  private static let page = packageRoot.appending(
    path: "Sources/HTTPStubber/HTTPStubber.docc/BadNetworks.md")

  /// Replaces the rows below a head by others, or expects them to be these.
  private func check(_ head: String, rows: [String]) throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = try #require(lines.firstIndex(of: head), "no table \(head)") + 2
    let end = lines[start...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
    if ProcessInfo.processInfo.environment["UPDATE_TABLES"] == nil {
      #expect(lines[start..<end].map { $0 } == rows)
    } else {
      lines.replaceSubrange(start..<end, with: rows)
      try Data(lines.joined(separator: "\n").utf8).write(to: Self.page)
    }
  }

  #if os(Linux)
  // The names of errors are those of Linux.
  @Test("The table of faults has the samples of the catalogue, and what they do")
  func faults() throws {
    let rows = FaultKind<HTTPStubFault>.all.flatMap { kind in
      kind.samples.compactMap { arguments in
        kind.make(arguments).map { fault in
          "| `\(kind.code(arguments))` | \(fault.wireWords) | \(fault.errorWords) |"
        }
      }
    }
    try check("| Fault | On the wire | `URLSession` |", rows: rows)
  }
  #endif

  @Test("The code of a sample is read as that sample")
  func codes() throws {
    for kind in FaultKind<HTTPStubFault>.all {
      for arguments in kind.samples {
        let source = try SourceText(name: "a.yaml", text: "fault: \(kind.code(arguments))")
        var diagnostics = DiagnosticList()
        let documents = DocumentReader.documents(
          in: source, format: .yaml, reportingTo: &diagnostics)
        let fault = Reader().fault(try #require(documents.first?["fault"]))
        #expect(fault == kind.make(arguments))
      }
    }
  }

  @Test("The table of faults of connections is the catalogue")
  func connectionFaults() throws {
    try check(
      "| What clients see | `connection` | `ConnectionFault` |",
      rows: FaultKind<ConnectionFault>.all.map {
        "| \($0.summary) | `\($0.name)` | `.\($0.swiftName)` |"
      })
  }

  @Test("The table of faults of TLS is the catalogue")
  func tlsFaults() throws {
    try check(
      "| What clients see | `tls` | `TLSFault` |",
      rows: FaultKind<TLSFault>.all.map {
        "| \($0.summary) | `\($0.name)` | `.\($0.swiftName)` |"
      })
  }

  @Test("The schema of rule files has the faults of the catalogue and no others")
  func schema() {
    let schema = Schema.fault().json["anyOf"]?.array ?? []
    let responseFaults = schema.compactMap { $0["properties"]?["type"]?["const"]?.string }
    #expect(responseFaults == FaultKind<HTTPStubFault>.all.map(\.name))
    #expect(types(of: Schema.connectionFault) == Set(FaultKind<ConnectionFault>.all.map(\.name)))
    #expect(types(of: Schema.tlsFaults) == Set(FaultKind<TLSFault>.all.map(\.name)))
  }

  /// The names of all faults in a schema of mappings.
  private func types(of schema: Schema) -> Set<String> {
    func names(_ schema: JSONValue) -> [String] {
      let alternatives = schema["anyOf"]?.array ?? []
      let types = schema["properties"]?["type"]?["enum"]?.array ?? []
      return alternatives.flatMap(names) + types.compactMap(\.string)
    }
    return Set(names(schema.value))
  }

  @Test("The table of networks has the figures of the profiles")
  func networks() throws {
    try check(
      "| Network | Download | Upload | Latency | Jitter | Stalls | Every response |",
      rows: NetworkProfile.named.map(\.row))
  }
}

extension FaultKind {
  /// How a rule file says it.
  fileprivate func code(_ arguments: FaultArguments) -> String {
    let words = parameters.compactMap { parameter in
      arguments.text(parameter).map { "\(parameter.rawValue): \($0)" }
    }
    return words.isEmpty ? name : "{ type: \(name), \(words.joined(separator: ", ")) }"
  }

  /// How Swift code says it.
  fileprivate var swiftName: String { required.isEmpty ? name : "\(name)(_:)" }
}

extension FaultArguments {
  /// An argument as a rule file has it; `nil` where there is none.
  fileprivate func text(_ parameter: FaultParameter) -> String? {
    switch parameter {
    case .after:
      switch after {
      case .bytes(let count)?: "\(count)"
      case .percent(let percent)?: "\(percent.formatted())%"
      case .time(let time)?: "\(Int(time / .milliseconds(1)))ms"
      case .all?: "100%"
      case nil: nil
      }
    case .insideHead: insideHead.map { "\($0)" }
    case .by: by.map { "\($0)" }
    case .every: every.map { "\(Int($0 / .milliseconds(1)))ms" }
    case .base64: base64?.base64EncodedString()
    case .code: code.map { Reader.errorCodes[Int($0)] }
    case .delay: delay.map { "\(Int($0 / .milliseconds(1)))ms" }
    }
  }
}
