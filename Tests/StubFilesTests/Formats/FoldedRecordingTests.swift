import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Recordings in long files, of which only the one that is read has tokens")
struct FoldedRecordingTests {
  /// What reading a text gives, with or without folding.
  private struct Outcome: Equatable {
    let cassettes: [Cassette]
    let findings: [String]

    init(_ source: SourceText, foldingRuns run: Int?) {
      var diagnostics = DiagnosticList()
      let documents = DocumentReader.documents(
        in: source, foldingRuns: run, strictness: RecordingFormat.strictness,
        reportingTo: &diagnostics)
      let reader = Reader()
      cassettes = documents.compactMap { document in
        RecordingFormat.recognizing(document)?.cassette(document, reader: reader)
      }
      diagnostics.append(contentsOf: reader.findings.list)
      findings = diagnostics.sorted.map { "\($0)\($0.pointer ?? "")" }
    }
  }

  private static func expectSame(_ source: SourceText) -> Bool {
    let plain = Outcome(source, foldingRuns: nil)
    for run in [1, 30] {
      #expect(Outcome(source, foldingRuns: run) == plain, "\(source.name), \(run)")
    }
    return !plain.cassettes.isEmpty
  }

  @Test("Recordings in long files are the same as without folding", arguments: RecordingSample.all)
  func samples(sample: RecordingSample) throws {
    #expect(Self.expectSame(try SourceText(name: "a", text: sample.text)))
  }

  @Test("Recordings of other tools are the same with and without folding", .outside("cassettes"))
  func corpus() throws {
    var count = 0
    for path in RecordedFiles.paths(in: "", ["json", "har"]) {
      guard let source = try? SourceText(path: path) else { continue }
      if Self.expectSame(source) { count += 1 }
    }
    #expect(count > 20)
  }

  private static let interaction = """
    {"request": {"method": "get", "uri": "http://a/"}, "response": {"status": {"code": 200}}}
    """

  private static func document(_ text: String) throws -> (value: Value?, findings: String) {
    var diagnostics = DiagnosticList()
    let documents = DocumentReader.documents(
      in: try SourceText(name: "a.json", text: text), foldingRuns: 1,
      reportingTo: &diagnostics)
    return (documents.first, diagnostics.description)
  }

  @Test("An element of a folded list has its place, its pointer and its values")
  func places() throws {
    let text = """
      {"log": {"entries": [{"a": 1}, {"a":
      {"b": [1, true]}}, 3], "x": [[1], [2]]}}
      """
    let log = try #require(try Self.document(text).value?["log"])
    let elements = try #require(log["entries"]?.elements)
    #expect(elements.map(\.json) == [["a": 1], ["a": ["b": [1, true]]], 3])
    let value = try #require(elements[1]["a"]?["b"]?.elements?[1])
    #expect(value.pointer == "/log/entries/1/a/b/1")
    #expect([value.position.line, value.position.column] == [2, 11])
    #expect(log["x"]?.json == [[1], [2]])
    #expect(log["x"]?.elements?[1].pointer == "/log/x/1")
  }

  @Test("What is wrong in a folded element is found before it is read")
  func mistakes() throws {
    let list = "{\"http_interactions\": [\(Self.interaction), \(Self.interaction), "
    #expect(
      try Self.document(list + "{\"a\": 1, \"a\": 2}, 1]}").findings.contains("duplicate key"))
    let (value, findings) = try Self.document(list + "{\"a\": \"\\q\"}]}")
    #expect(value == nil)
    #expect(findings.contains("unknown escape"))
  }

  @Test("Members after the list are read")
  func keysAfter() throws {
    let text = """
      {"http_interactions": [\(Self.interaction), \(Self.interaction)],
      "recorded_with": "betamax/0.8.1"}
      """
    let document = try #require(try Self.document(text).value)
    let format = try #require(RecordingFormat.recognizing(document))
    let cassette = format.cassette(document, reader: Reader())
    #expect(format.title == "Betamax")
    #expect(cassette.interactions.count == 2)
    #expect(cassette.recorder == "betamax/0.8.1")
  }

  @Test("Each document of a file has its own recordings; aliases between recordings hold")
  func documents() throws {
    let text = """
      http_interactions:
      - request: { method: get, uri: http://a/1, headers: &headers { A: [ b ] } }
        response: &response { status: { code: 200 } }
      - { request: { method: get, uri: http://a/2, headers: *headers }, response: *response }
      ---
      interactions: [ { request: { method: GET, uri: http://a/3 }, response: *nothing } ]
      """
    let reading = try VCRReading(text, as: "a.yaml")
    #expect(reading.diagnostics.sorted.map(\.line) == [6])
    let interactions = try #require(reading.cassettes.first).interactions
    #expect(reading.cassettes.count == 1)
    #expect(interactions.map(\.request.url) == ["http://a/1", "http://a/2"])
    #expect(interactions[1].request.headers["A"] == "b")
  }

  @Test("After a syntax error nothing of the document is left")
  func syntaxError() throws {
    let reading = try VCRReading("{\"http_interactions\": [\(Self.interaction), ]]", as: "a.json")
    #expect(reading.cassettes.isEmpty)
    #expect(reading.diagnostics.errorCount == 1)
  }

  @Test("Progress is reported for each recording")
  func progress() throws {
    let list = Array(repeating: Self.interaction, count: 3).joined(separator: ",")
    let document = try #require(try Self.document("{\"http_interactions\":[\(list)]}").value)
    var offsets: [Int] = []
    _ = RecordingFormat.vcr.cassette(document, reader: Reader()) { offsets.append($0.bytesRead) }
    let step = Self.interaction.utf8.count + 1
    #expect(offsets == [22, 22 + step, 22 + 2 * step])
  }
}
