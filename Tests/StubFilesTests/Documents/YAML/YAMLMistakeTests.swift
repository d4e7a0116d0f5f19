import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct YAMLFaultTests {
  @Test("Invalid YAML is reported with position, expectation and remedy", arguments: yamlMistakes)
  func syntax(mistake: Mistake) throws {
    #expect(try Reading(mistake.text, as: "a.yaml").diagnostics.description == mistake.printed)
  }

  @Test("Faults of meaning are reported together and the document is still read")
  func several() throws {
    let reading = try Reading("a: !!int x\nb: 1\nb: 2\nc: !Sub y\n", as: "a.yaml")
    #expect(reading.diagnostics.sorted.map(\.line) == [1, 3, 4])
    #expect(reading.documents.first?.json == ["a": "x", "b": 2, "c": "y"])
  }

  @Test("Documents before a syntax error are still read")
  func documentsBefore() throws {
    let reading = try Reading("a: 1\n---\nb: [\n", as: "a.yaml")
    #expect(reading.documents.map(\.json) == [["a": 1]])
    #expect(reading.diagnostics.errorCount == 1)
  }

  @Test("Aliases of aliases that multiply are refused before they are written out")
  func multiplyingAliases() throws {
    var text = "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
    for (from, to) in zip("abcdefgh", "bcdefghi") {
      text += "\(to): &\(to) [\(Array(repeating: "*\(from)", count: 10).joined(separator: ","))]\n"
    }
    let reading = try Reading(text, as: "a.yaml")
    #expect(
      reading.diagnostics.description == """
        a.yaml:6:29: error: the aliases stand for more than 1000000 values; use fewer aliases of \
        aliases
        f: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]
                                    ^
        """)
  }

  @Test("Long texts behind many aliases are refused too")
  func longTexts() throws {
    let aliases = Array(repeating: "*a", count: 2000).joined(separator: ",")
    let text = "a: &a \(String(repeating: "x", count: 10_000))\nb: [\(aliases)]\n"
    #expect(try Reading(text, as: "a.yaml").diagnostics.errorCount == 1)
  }

  @Test(
    "Deep nesting is refused, whichever way it is built",
    arguments: [
      String(repeating: "[", count: 100_000), String(repeating: "- ", count: 100_000),
      String(repeating: "{a: ", count: 50_000), String(repeating: "? ", count: 50_000),
      (1...300).reduce("a0: &a0 x\n") { $0 + "a\($1): &a\($1) [*a\($1 - 1)]\n" },
    ])
  func depth(text: String) throws {
    let reading = try Reading(text, as: "a.yaml")
    #expect(reading.documents.isEmpty)
    #expect(
      reading.diagnostics.sorted.map(\.message) == [
        "lists and mappings are nested more than 256 levels deep; use a flatter "
          + "document"
      ])
  }

  @Test("Of very many faults in one line the first 100 are kept and the rest counted")
  func manyFaults() throws {
    let text = "[" + Array(repeating: "{a: 1, a: 2}", count: 5000).joined(separator: ",") + "]"
    let diagnostics = try Reading(text, as: "a.yaml").diagnostics
    #expect(diagnostics.errorCount == 5000)
    #expect(diagnostics.sorted.count == DiagnosticList.limit)
    #expect(diagnostics.sorted.last?.column == 99 * 13 + 9)
  }

  @Test("256 levels are read")
  func greatestDepth() throws {
    let text = String(repeating: "[", count: 256) + String(repeating: "]", count: 256)
    #expect(try Reading(text, as: "a.yaml").diagnostics.isEmpty)
    #expect(try Reading(text, as: "a.json").diagnostics.isEmpty)
  }
}
