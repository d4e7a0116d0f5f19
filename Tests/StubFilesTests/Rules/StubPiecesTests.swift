import StubCore
import Testing

@testable import StubFiles

@Suite("Long lists of stubs")
struct StubPiecesTests {
  /// As many as make several pieces.
  private static let count = 4_000

  private static func stub(_ number: Int) -> String {
    #"{ "name": "s\#(number)", "match": { "url": "/a/\#(number)" }, "#
      + #""respond": { "GET": { "text": "[{\#(number)\",]" } } }"#
  }

  /// A file with a stub on each line, and one place of it replaced.
  private static func text(_ place: String = "", by replacement: String = "") -> String {
    let stubs = (0..<count).map(stub).joined(separator: ",\n")
    let text = "{ \"stubs\": [\n\(stubs)\n],\n\"baseURL\": \"https://a.example\" }"
    return place.isEmpty ? text : text.replacing(place, with: replacement, maxReplacements: 1)
  }

  private func read(_ text: String, inPieces: Bool) throws -> RuleFileReader {
    // A reader that keeps the stubs as written reads them one after the other.
    var reader = RuleFileReader(variables: EnvironmentVariables([:]), keepsOutlines: !inPieces)
    reader.read(try SourceText(name: "long.json", text: text))
    return reader
  }

  @Test("Lists are read in pieces, in order, with the base URL that stands behind them")
  func order() throws {
    let source = try SourceText(name: "long.json", text: Self.text())
    var reader = RuleFileReader(variables: EnvironmentVariables([:]))
    let isRead = reader.readInPieces(source)
    #expect(isRead)
    let stubs = reader.draft.stubs
    #expect(stubs.map(\.name) == (0..<Self.count).map { "s\($0)" })
    #expect(stubs.map(\.origin.line) == (0..<Self.count).map { $0 + 2 })
    let last = try #require(stubs.last)
    let request = ReceivedRequest(.get, "https://a.example/a/\(Self.count - 1)")
    #expect(last.matchers.allSatisfy { $0.evaluate(request, for: .stubRequest).isMatch })
  }

  @Test(
    "Whatever is wrong is told as when a file is read from its start to its end",
    arguments: [
      ("", ""), (#""s3000","#, #""s3000", "nam": 1,"#), (#""s3000","#, #""s3000""#),
      (#"{ "name": "s3000""#, #", { "name": "s3000""#),
      (#"{ "name": "s3000""#, #"{ "name": "s3000"#),
      (#"{ "name": "s3000""#, #"/* ] */ { "name": "s3000""#), (#""[{3000"#, #""{{#if"#),
      (#"{ "name": "s3000""#, #"} { "name": "s3000""#), (#""[{3000"#, #""\q"#),
      ("\n],", ",\n],"), ("\n],", ",,\n],"), ("\n],", "\n"), ("\n],", "\n}"),
      (#""baseURL""#, #""stubs": [], "baseURL""#), (#""baseURL""#, #""base""#),
      (#"[{1\",]" } } },"#, #"[{1" } } }"#), (#"[{0\",]" } } },"#, #"[{0" } } } x,"#),
    ])
  func faults(place: String, replacement: String) throws {
    let text = Self.text(place, by: replacement)
    let (pieces, whole) = (try read(text, inPieces: true), try read(text, inPieces: false))
    #expect(pieces.diagnostics.description == whole.diagnostics.description)
    #expect(pieces.draft.stubs.map(\.origin) == whole.draft.stubs.map(\.origin))
    #expect(pieces.draft.scope.baseURL == whole.draft.scope.baseURL)
  }

  @Test("Other files, short lists and those that begin late are no lists to be read in pieces")
  func others() throws {
    let blanks = String(repeating: " ", count: 5_000)
    let texts = [
      #"{ "stubs": [] }"#, Self.text(#"{ "stubs""#, by: "{\(blanks) \"stubs\""),
      Self.text(#"{ "stubs""#, by: #"{ "protocol": "http", "stubs""#),
    ]
    for text in texts {
      var reader = RuleFileReader(variables: EnvironmentVariables([:]))
      let isRead = try reader.readInPieces(SourceText(name: "a.json", text: text))
      #expect(!isRead)
      #expect(reader.draft.stubs.isEmpty)
    }
  }
}
