import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Formats that are refused by name")
struct RefusedFormatTests {
  /// A file of a tool, and a word of what to do with it.
  struct Sample: Sendable, CustomTestStringConvertible {
    let title: String
    let name: String
    let text: String
    let remedy: String

    var testDescription: String { "\(title) in \(name)" }
  }

  private static let record = "stubber record "

  static let samples = [
    Sample(
      title: "mitmproxy flows", name: "a.json", text: #"[{"client_conn": {}, "request": {}}]"#,
      remedy: "mitmdump"),
    Sample(
      title: "VCR 1", name: "a.yml", text: "- request: { method: ':get', uri: http://a/ }",
      remedy: "VCR 2"),
    Sample(
      title: "VCR 1", name: "b.yml", text: "- request: { method: get, uri: http://a/ }",
      remedy: "VCR 2"),
    Sample(
      title: "talkback tapes", name: "a.json5",
      text: """
        // A tape
        {
          meta: { createdAt: "2017-09-13T23:36:27.952Z", resHumanReadable: true },
          req: { url: "/a", method: "GET" },
          res: { status: 200, body: "hi" },
        }
        """, remedy: record),
    Sample(
      title: "talkback tapes", name: "b.json",
      text: #"{"meta": {}, "req": {"url": "/a"}, "res": {"status": 200}}"#, remedy: record),
    Sample(
      title: "fixtures of node-replay", name: "fixture",
      text: "GET /weather?c=94606\naccept: x\n\n200 HTTP/1.1\ncontent-type: text/plain\n\nhi",
      remedy: record),
    Sample(
      title: "fixtures of node-replay", name: "regexp",
      text: "GET REGEXP /\\/a/\n\nHTTP/1.1 200 OK\n\nhi", remedy: record),
    Sample(
      title: "govcr cassettes", name: "a.json",
      text: #"{"Tracks": [{"Request": {"Method": "GET"}, "Response": {"StatusCode": 200}}]}"#,
      remedy: record),
    Sample(
      title: "mappings of WireMock.Net", name: "a.json",
      text: #"{"Guid": "1", "Request": {"Path": "/a"}, "Response": {"StatusCode": 200}}"#,
      remedy: record),
    Sample(
      title: "mappings of WireMock.Net", name: "b.json",
      text: #"[{"Request": {"Path": "/a", "Methods": ["get"]}, "Response": {"Body": "a"}}]"#,
      remedy: record),
    Sample(
      title: "OpenAPI descriptions", name: "a.yaml",
      text: "openapi: 3.1.0\ninfo: { title: a }\npaths: {}\n", remedy: "prism mock"),
    Sample(
      title: "OpenAPI descriptions", name: "b.json", text: #"{"swagger": "2.0", "paths": {}}"#,
      remedy: "prism mock"),
    Sample(
      title: "Postman collections", name: "a.json",
      text: #"{"info": {"_postman_id": "1", "name": "a"}, "item": []}"#, remedy: "newman run"),
    Sample(
      title: "Insomnia files", name: "a.json",
      text: #"{"_type": "export", "__export_format": 4, "resources": []}"#, remedy: "HAR"),
    Sample(
      title: "Insomnia files", name: "b.yaml",
      text: "type: collection.insomnia.rest/5.0\nname: a\ncollection: []\n", remedy: "HAR"),
    Sample(
      title: "Pact files", name: "a.json",
      text: #"{"consumer": {"name": "a"}, "provider": {"name": "b"}, "interactions": []}"#,
      remedy: "pact-stub-server"),
    Sample(
      title: "Mockoon environments", name: "a.json",
      text: #"{"uuid": "1", "lastMigration": 33, "name": "a", "routes": []}"#,
      remedy: "mockoon-cli"),
    Sample(
      title: "Bruno collections", name: "a.bru",
      text: "meta {\n  name: a\n  type: http\n}\n\nget {\n  url: http://a/\n}\n",
      remedy: "bru run"),
    Sample(
      title: "Bruno collections", name: "bruno.json",
      text: #"{"version": "1", "name": "a", "type": "collection"}"#, remedy: "bru run"),
    Sample(
      title: "GraphQL files", name: "schema.graphql", text: "# a\ntype Query {\n  a: String\n}\n",
      remedy: "jsonPath"),
    Sample(
      title: "GraphQL files", name: "b.graphql", text: "query A { a }", remedy: "jsonPath"),
    Sample(
      title: "GraphQL files", name: "a.json", text: #"{"data": {"__schema": {"types": []}}}"#,
      remedy: "jsonPath"),
    Sample(
      title: "files of json-server", name: "db.json",
      text: #"{"posts": [{"id": 1, "title": "a"}], "profile": {"name": "x"}}"#,
      remedy: "json-server FILE"),
  ]

  @Test("There is a sample of every format but property lists")
  func coverage() {
    let titles = Set(RefusedFormat.all.map(\.title)).subtracting(["property list"])
    #expect(Set(Self.samples.map(\.title)) == titles)
  }

  @Test("The guide names each format with its remedy")
  func guide() throws {
    let folder = CassetteTable.page.deletingLastPathComponent()
    let guide = try String(
      contentsOf: folder.appending(path: "OtherStubFormats.md"), encoding: .utf8)
    for format in RefusedFormat.all where format.title != "property list" {
      #expect(guide.contains("| \(format.title) | "), "\(format.title)")
    }
  }

  @Test("A file is refused once, by its name and with what to do", arguments: samples)
  func files(sample: Sample) throws {
    let findings = try VCRReading(sample.text, as: sample.name).diagnostics.sorted
    #expect(findings.map(\.severity) == [.error])
    #expect(findings.first?.found.contains(sample.title) == true)
    #expect(findings.first?.remedy?.text.contains(sample.remedy) == true)
    #expect(findings.first?.line ?? 0 >= 1)
  }

  @Test("A text of a refused format that a client sends is refused by name", arguments: samples)
  func sent(sample: Sample) throws {
    let rules = SentRules(folder: "", context: RuleContext(formats: .all))
    let findings = rules.findings(Data(sample.text.utf8)).sorted
    #expect(findings.map(\.severity) == [.error])
    #expect(findings.first?.found.contains(sample.title) == true)
    #expect(rules.refusal(of: Data(sample.text.utf8))?.contains(sample.title) == true)
  }

  @Test("In a folder, files without an extension of rule files are a warning of the check")
  func folders() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "refused-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for sample in Self.samples where ["a.bru", "a.json5", "b.yaml"].contains(sample.name) {
      try Data(sample.text.utf8).write(to: folder.appending(path: sample.name))
    }
    try Data("{ extends: [ \"config:base\" ] }".utf8).write(to: folder.appending(path: "c.json5"))
    let findings = RuleCheck(of: [folder.path], context: RuleContext(formats: .all)).diagnostics
      .sorted
    #expect(
      findings.map { "\($0.severity) \($0.found)" } == [
        "warning Bruno collections are not supported", "warning talkback tapes are not supported",
        "error Insomnia files are not supported",
      ])
    #expect(
      RuleSet(reading: [folder.path], context: RuleContext(formats: .all)).diagnostics.errorCount
        == 1)
  }

  @Test(
    "What is the project's own, or another tool's that is read, is not refused",
    arguments: [
      ("a.yaml", "stubs:\n- match: { path: /a }\n  respond: { text: a }\n"),
      ("a.json", #"{"request": {"url": "/a"}, "response": {"status": 200}}"#),
      ("a.json", #"{"mappings": [{"request": {"url": "/a"}, "response": {"status": 200}}]}"#),
      ("a.yaml", "type: x"), ("a.response", "HTTP/1.1 200 OK\r\n\r\nhi"),
    ])
  func others(name: String, text: String) throws {
    let source = try SourceText(name: name, text: text)
    #expect(StubFormats.all.refusal(of: source) == nil)
    for document in try Reading(text, as: name.replacing(".response", with: ".yaml")).documents {
      #expect(StubFormats.all.refusal(of: document) == nil)
    }
  }
}
