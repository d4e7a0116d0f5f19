import CoreTestSupport
import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Lists in long JSON files, of which only the elements that are read have tokens")
struct FoldedListTests {
  private func document(_ text: String, foldingRuns run: Int?) throws -> Value {
    var diagnostics = DiagnosticList()
    let documents = DocumentReader.documents(
      in: try SourceText(name: "a.json", text: text), foldingRuns: run,
      reportingTo: &diagnostics)
    #expect(diagnostics.isEmpty)
    return try #require(documents.first)
  }

  @Test(
    "Runs of elements are read again when one of them is asked for", arguments: [1, 2, 5, 1_000])
  func runs(run: Int) throws {
    let elements = (0..<50).flatMap { number -> [JSONValue] in
      [.array([.number(JSONNumber(number)), "a\"b"]), 1.5, nil]
    }
    let text = JSONValue.object(["list": .array(elements), "after": true]).text(pretty: true)
    let document = try document(text, foldingRuns: run)
    let list = try #require(document["list"]?.elements)
    #expect(list.count == 150)
    #expect(list.map(\.json) == elements)
    #expect(list[147].elements?[0].pointer == "/list/147/0")
    #expect(list.shared[3].json == [1, "a\"b"])
    #expect(document["after"]?.json == true)
  }

  @Test("The text of a value is written without making values", arguments: [nil, 1, 3])
  func text(run: Int?) throws {
    let text = """
      {"a": [1.50, -2e3, [], {}, [true, {"b": null}]], "c": "\\u00e9\\n", "d": [[1], [2, 3]]}
      """
    let document = try document(text, foldingRuns: run)
    let written = #"{"a":[1.50,-2e3,[],{},[true,{"b":null}]],"c":"é\n","d":[[1],[2,3]]}"#
    #expect(String(decoding: document.jsonData, as: UTF8.self) == written)
    #expect(document.json.text() == written)
  }

  @Test("A long list has few tokens, whatever is in it")
  func tokens() throws {
    let text = "[[" + String(repeating: "1,[2],", count: 10_000) + "3], 4]"
    #expect(try document(text, foldingRuns: nil).document.tokens.count > 30_000)
    #expect(try document(text, foldingRuns: 100).document.tokens.count < 500)
  }

  @Test("All mistakes of a long list are counted, and the first ones are shown")
  func mistakes() throws {
    let text = "[" + Array(repeating: "1", count: 20_000).joined(separator: ", ") + "]"
    var reader = RuleFileReader(variables: EnvironmentVariables([:]), formats: .all)
    reader.read(try SourceText(name: "a.json", text: text))
    #expect(reader.diagnostics.errorCount == 20_000)
    #expect(reader.diagnostics.sorted.map(\.pointer) == (0..<100).map { "/\($0)" })
  }

  @Test("A long file of anything else than stubs is one mistake")
  func numbers() throws {
    let text = "[1" + String(repeating: ", 2.5", count: DocumentReader.longFile / 5) + "]"
    var reader = RuleFileReader(variables: EnvironmentVariables([:]), formats: .all)
    reader.read(try SourceText(name: "a.json", text: text))
    #expect(
      reader.diagnostics.sorted.map(\.message) == [
        "not a rule file; start with \"stubs:\" and a list"
      ])
  }

  @Test("The tags of a body in a long file are filled in")
  func tags() throws {
    let numbers = Array(repeating: "2.50", count: 2_000).joined(separator: ", ")
    let rule =
      #"[{"match": {"path": "/a"}, "respond": {"GET": {"json": [["#
      + numbers + #"], "{{method}}"]}}}]"#
    var reader = RuleFileReader(variables: EnvironmentVariables([:]), formats: .all)
    reader.read(
      try SourceText(
        name: "a.json", text: String(repeating: " ", count: DocumentReader.longFile) + rule))
    let stubs = StubSet()
    stubs.replaceAll(with: RuleSet(reader, RuleFileFinder([])))
    let plan = try #require(stubs.plan(for: ReceivedRequest(.get, "http://a.example/a")))
    guard case .data(let data) = plan.body else {
      Issue.record("no body in memory")
      return
    }
    #expect(data.suffix(7) == Data(#","GET"]"#.utf8))
  }

  @Test("A body of JSON in a long file is the same as in a short one")
  func body() throws {
    let numbers = Array(repeating: "2.50", count: 2_000).joined(separator: ", ")
    let rule = """
      [{"match": {"path": "/a"}, "respond": {"GET": {"json": [1, [\(numbers)], {"a": "b"}]}}}]
      """
    let long = String(repeating: " ", count: DocumentReader.longFile) + rule
    let plans = try [rule, long].map { text in
      var reader = RuleFileReader(variables: EnvironmentVariables([:]), formats: .all)
      reader.read(try SourceText(name: "a.json", text: text))
      #expect(!reader.diagnostics.hasErrors)
      let stubs = StubSet()
      stubs.replaceAll(with: RuleSet(reader, RuleFileFinder([])))
      return try #require(stubs.plan(for: ReceivedRequest(.get, "http://a.example/a")))
    }
    #expect(plans[0].head == plans[1].head)
    #expect(plans[0].body == plans[1].body)
  }
}
