import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Long lists of stubs")
struct LongStubListTests {
  /// As many as several threads share.
  private static let count = 4_000

  private static func stub(_ number: Int) -> String {
    #"{ "name": "s\#(number)", "match": { "url": "/a/\#(number)" }, "#
      + #""respond": { "GET": { "text": "[{\#(number)\",]" } } }"#
  }

  /// A file with a stub on each line, some of them changed.
  private static func text(_ changes: [(place: String, replacement: String)] = []) -> String {
    let stubs = (0..<count).map(stub).joined(separator: ",\n")
    let text = "{ \"stubs\": [\n\(stubs)\n],\n\"baseURL\": \"https://a.example\" }"
    return changes.reduce(text) {
      $0.replacing($1.place, with: $1.replacement, maxReplacements: 1)
    }
  }

  private func read(_ text: String, keepsOutlines: Bool = false) throws -> RuleFileReader {
    var reader = RuleFileReader(
      variables: EnvironmentVariables([:]), keepsOutlines: keepsOutlines, formats: .all)
    reader.read(try SourceText(name: "long.json", text: text))
    return reader
  }

  @Test("Long lists are read in order, with a base URL that comes after them")
  func order() throws {
    let reader = try read(Self.text())
    #expect(reader.diagnostics.isEmpty)
    let stubs = reader.draft.stubs
    #expect(stubs.map(\.name) == (0..<Self.count).map { "s\($0)" })
    #expect(stubs.map(\.origin.line) == (0..<Self.count).map { $0 + 2 })
    let last = try #require(stubs.last)
    let request = ReceivedRequest(.get, "https://a.example/a/\(Self.count - 1)")
    #expect(last.matchers.allSatisfy { $0.evaluate(request, for: .stubRequest).isMatch })
  }

  @Test("What is wrong is told with its place, and the other stubs are there")
  func mistakes() throws {
    let reader = try read(
      Self.text([
        (#""s3000","#, #""s3000", "nam": 1,"#), (#""s7","#, #""s7", "priority": "x","#),
        (#"{ "GET": { "text": "[{2000"#, #"{ "GET": { "txt": "[{2000"#),
      ]))
    let findings = reader.diagnostics.sorted.map { "\($0.line ?? 0) \($0.pointer ?? "")" }
    #expect(
      findings == [
        "9 /stubs/7/priority", "2002 /stubs/2000/respond/GET/txt", "3002 /stubs/3000/nam",
      ])
    let names = reader.draft.stubs.map(\.name)
    #expect(names == (0..<Self.count).filter { ![7, 2000, 3000].contains($0) }.map { "s\($0)" })
  }

  @Test("Where stubs are checked, each has the text that it was read from")
  func outlines() throws {
    let outlines = try #require(try read(Self.text(), keepsOutlines: true).draft.outlines)
    #expect(outlines.count == Self.count)
    #expect(outlines.allSatisfy { $0.node.position.line == $0.stub.origin.line })
  }

  @Test("Mappings of WireMock are read in order too, and what is wrong is told with its place")
  func mappings() throws {
    let wrong = Array(stride(from: 7, to: Self.count, by: 500))
    let mappings = (0..<Self.count).map { number in
      let key = wrong.contains(number) ? "urlPth" : "urlPath"
      return #"{ "name": "s\#(number)", "request": { "\#(key)": "/" }, "response": {} }"#
    }
    let text = "{ \"mappings\": [\n\(mappings.joined(separator: ",\n"))\n] }"
    let reader = try read(text, keepsOutlines: true)
    let findings = reader.diagnostics.sorted.map { "\($0.line ?? 0) \($0.pointer ?? "")" }
    #expect(findings == wrong.map { "\($0 + 2) /mappings/\($0)/request/urlPth" })
    let right = (0..<Self.count).filter { !wrong.contains($0) }
    #expect(reader.draft.stubs.map(\.name) == right.map { "s\($0)" })
    let outlines = try #require(reader.draft.outlines)
    #expect(outlines.map(\.node.position.line) == right.map { $0 + 2 })
  }
}
