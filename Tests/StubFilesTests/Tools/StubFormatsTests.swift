import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("The formats that a reader knows") struct StubFormatsTests {
  static let files = [
    #"{"mappings": []}"#, #"{"mappings": [{"id": "a", "request": {}, "response": {}}]}"#,
    #"{"request": {"url": "/a"}, "response": {"status": 204}}"#, #"{"response": {"status": 204}}"#,
    #"{"data": {"pairs": []}, "meta": {"schemaVersion": "v5"}}"#,
    #"{"imposters": []}"#, #"{"protocol": "http", "port": 80, "stubs": []}"#,
    #"{"protocol": "http", "stubs": [{}]}"#,
    #"[{"httpRequest": {}, "httpResponse": {}}]"#, #"{"httpResponse": {}}"#,
  ]

  private func messages(_ text: String, _ formats: StubFormats) throws -> [String] {
    var reader = RuleFileReader(variables: EnvironmentVariables([:]), formats: formats)
    // JSON is also YAML.
    reader.read(try SourceText(name: "a.yaml", text: text))
    return reader.diagnostics.sorted.map(\.message)
  }

  @Test("A stub file of another tool is read only with its format", arguments: files)
  func otherTools(text: String) throws {
    let refusal = "this is a stub file of another tool"
    #expect(try messages(text, .own).contains { $0.hasPrefix(refusal) })
    #expect(try !messages(text, .all).contains { $0.hasPrefix(refusal) })
    let source = try SourceText(name: "a.json", text: text)
    var diagnostics = DiagnosticList()
    let document = try #require(
      StubFormats.all.documents(in: source, reportingTo: &diagnostics).first)
    #expect(StubFormats.own.tool(of: document) == nil)
    #expect(StubFormats.all.tool(of: document) != nil)
  }

  @Test(
    "Rule files and recordings are read the same in both",
    arguments: [
      "respond: { text: a }", "stubs: [{ match: { path: /a }, respond: {} }]",
      #"{"log": {"version": "1.2", "entries": []}}"#, "cassette: 1\ninteractions: []",
    ])
  func own(text: String) throws {
    #expect(try messages(text, .own) == messages(text, .all))
    #expect(try messages(text, .own).isEmpty)
  }
}
