import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// What files of other tools ask for that has no counterpart here: each is refused, never left out.
@Suite("What is refused in files of other tools") struct DefinitionRefusalTests {
  @Test("A file that asks for it has one error and no stubs", arguments: refusals)
  func refused(row: Mistake) throws {
    let isScript = row.text.hasPrefix("function")
    let definition = try Definition(row.text, as: isScript ? "stubs.ejs" : "stubs.json")
    let errors = definition.rules.diagnostics.sorted.filter { $0.severity == .error }
    #expect(errors.count == 1, "\(definition.findings)")
    #expect(errors.first?.message.hasPrefix(row.printed) == true, "\(definition.findings)")
    #expect(definition.stubs.isEmpty)
  }

  private static func hoverfly(_ response: String, _ more: String = "") -> String {
    #"{"data": {"pairs": [{"request": {}, "response": {\#(response)}}]}, "#
      + #""meta": {"schemaVersion": "v5"}\#(more)}"#
  }

  private static func mountebank(_ protocolName: String, _ stubs: String = "[]") -> String {
    #"{"imposters": [{"port": 1, "protocol": "\#(protocolName)", "stubs": \#(stubs)}]}"#
  }

  private static func wireMock(_ request: String, _ response: String = "") -> String {
    #"{"request": {\#(request)}, "response": {\#(response)}}"#
  }

  private static func templated(_ body: String) -> String {
    wireMock("", #""body": "\#(body)", "transformers": ["response-template"]"#)
  }

  private static let refusals: [Mistake] = [
    Mistake(
      hoverfly(#""status": 200, "templated": true, "body": "{{ a }}""#),
      #""templated" is not supported"#),
    Mistake(
      hoverfly(#""status": 200, "postServeAction": "x""#),
      #""postServeAction" is not supported"#),
    Mistake(
      #"{"data": [{"delay": 1, "urlPattern": "a"}]}"#,
      #""data" must be a simulation with "pairs", not a list"#),
    Mistake(
      #""pairs": [{"request": {}, "response": {}}]"#,
      "expected nothing more, got \":\" after the end of the document"),
    Mistake(#"{"imposters": [<%- include('a.ejs') %>]}"#, "EJS tags are not supported"),
    Mistake(
      mountebank("http", #"[{"predicates": [{"matches": {"body": {"a": ["("]}}}]}]"#),
      "invalid regular expression"),
    Mistake(mountebank("smtp"), #""protocol" must be "http" or "https", not "smtp""#),
    Mistake("{\n  \"is\": { \"body\": \"x\" }\n}", "unknown format with the keys"),
    Mistake(
      "function (request) { return { body: 'x' }; }",
      "expected a key in the same column as the first one, got \"}\""),
    Mistake(
      #"{"protoFile": "a.proto", "grpcRequest": {}, "grpcResponse": {}}"#,
      #""protoFile" is not supported"#),
    Mistake(
      wireMock(#""jwtAuth": {"equalTo": "x"}"#), #""jwtAuth" is not supported"#),
    Mistake(
      wireMock(#""bodyPatterns": [{"matchesJsonSchema": "{}"}]"#),
      #""matchesJsonSchema" is not supported"#),
    Mistake(
      #"{"expect": 2, "request": {}, "response": {}}"#,
      #""expect" is not supported"#),
    Mistake(
      wireMock(#""queryParameters": {"q": {"doesNotMatch": "a", "equalTo": "b"}}"#),
      "use either \"equalTo\" or \"doesNotMatch\""),
    Mistake(
      wireMock(#""queryParameters": {"q": {"contains": "a", "doesNotMatch": "b"}}"#),
      "use either \"doesNotMatch\" or \"contains\""),
    Mistake(
      wireMock(#""queryParameters": {"q": {"equalTo": "a", "matches": "b"}}"#),
      "use either \"matches\" or \"equalTo\""),
    Mistake(
      wireMock(#""url": "/a", "urlPattern": "/b""#), "use either \"urlPattern\" or \"url\""),
    Mistake(
      wireMock(#""urlPattern": "/a", "urlPathPattern": "/b""#),
      "use either \"urlPathPattern\" or \"urlPattern\""),
    Mistake(templated("{{anyNumber}}"), "unknown name \"anyNumber\" in a template"),
    Mistake(
      templated("{{isEven 3}}"),
      "expected the name of a helper before arguments, got unknown helper `isEven`"),
    Mistake(
      wireMock("", #""bodyFileName": "../other/a.json""#),
      "\"bodyFileName\" must be a path inside __files, not \"../other"),
    Mistake(#"{"name": jane}"#, "expected a JSON value, got the bare word \"jane\""),
  ]
}

@Suite("Files that are a recording, and others") struct RecordingRefusalTests {
  @Test("A recording in each format is read without an error", arguments: RecordingSample.all)
  func read(sample: RecordingSample) throws {
    let reading = try VCRReading(sample.text, as: "a")
    #expect(sample.title != nil)
    #expect(!reading.diagnostics.hasErrors, "\(reading.diagnostics)")
    #expect(reading.cassettes.map(\.interactions.count) == [1])
  }

  @Test(
    "An invalid or unsupported definition is refused with exactly one error", arguments: refusals)
  func refused(row: Mistake) throws {
    let name =
      row.text.hasPrefix("<?xml") ? "a.plist" : row.text.hasPrefix("id") ? "a.csv" : "a.json"
    let reading = try VCRReading(row.text, as: name)
    #expect(reading.diagnostics.errorCount == 1)
    #expect(reading.diagnostics.description.contains(row.printed), "\(reading.diagnostics)")
    #expect(reading.cassettes.isEmpty && reading.stubCount == 0)
  }

  private static let refusals: [Mistake] = [
    Mistake(
      "<?xml version=\"1.0\"?><plist><array><string>a</string></array></plist>",
      "this property list is not a recording of BeKindRewind, JSZVCR or YAHTTPVCR"),
    Mistake(
      "<?xml version=\"1.0\"?><plist><dict><key>a</key><true/></dict></plist>",
      "this property list is not a recording of BeKindRewind, JSZVCR or YAHTTPVCR"),
    Mistake("id,name\n1,one\n", #"not a rule file; start with "stubs:" and a list"#),
    Mistake(#"{"log": {"version": "1.2"}}"#, "unknown format with the keys"),
    Mistake(
      #"{"log": {"entries": [{"request": {"method": "GET" "#,
      "expected \",\" or \"}\""),
    Mistake(
      #"[{"client_conn": {"id": "1"}, "request": {"method": "GET"}, "type": "http"}]"#,
      "mitmproxy flows are not supported, as they have no bodies"),
    Mistake("", "the end of the file"),
  ]
}
