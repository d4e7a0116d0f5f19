import CoreTestSupport
import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("What Hoverfly's older schemas and its libraries write")
struct HoverflySchemaTests {
  private typealias Base = HoverflyTests

  @Test("Texts under headers are globs, and a query is compared decoded", arguments: cases)
  func matchers(row: DefinitionCase) throws {
    try row.check { Base.simulation(Base.pair($0, #""status": 204"#)) }
  }

  private static let cases: [DefinitionCase] = [
    .init(
      #""headers": {"Authorization": ["Bearer *"]}"#,
      [.get("/", headers: ["Authorization": "Bearer abc"])],
      not: [.get("/", headers: ["Authorization": "Basic abc"]), .get("/")]),
    .init(
      #""requestType": "template", "query": "q=*""#, [.get("/?q=1"), .get("/?q=")],
      not: [.get("/?r=1"), .get("/")]),
    .init(
      #""requestType": "template", "query": "q=new%20york*""#, [.get("/?q=new+york+city")],
      not: [.get("/?q=york")]),
    .init(
      #""requestType": "recording", "query": "q=C%2B%2B""#, [.get("/?q=C%2b%2b")],
      not: [.get("/?q=C++")]),
    .init(
      #""query": {"globMatch": "airline=*&date=2016-*"}"#,
      [.get("/?date=2016-01-01&airline=BA"), .get("/?airline=BA&date=2016-01-01")],
      not: [.get("/?date=2017-01-01&airline=BA"), .get("/?airline=BA")]),
    .init(
      #""query": {"globMatch": "q=new york*"}"#,
      [.get("/?q=new%20york%20city"), .get("/?q=new+york")], not: [.get("/?q=york")]),
    .init(
      #""query": {"globMatch": "q=new%20york*"}"#, [.get("/?q=new+york")], not: [.get("/?q=york")]),
    .init(
      #""deprecatedQuery": [{"matcher": "regex", "value": "^a=1&a=2&b=2$"}]"#,
      [.get("/?b=2&a=2&a=1")], not: [.get("/?a=1"), .get("/")]),
    .init(
      #""deprecatedQuery": [{"matcher": "glob", "value": "a=%2F*"}]"#, [.get("/?a=%252F1")],
      not: [.get("/?a=%2F1")]),
    .init(
      #""deprecatedQuery": [{"matcher": "exact", "value": "q=C++"}]"#, [.get("/?q=C%2B%2B")],
      not: [.get("/?q=C++"), .get("/?q=C")]),
    .init(
      #""deprecatedQuery": [{"matcher": "exact", "value": ""}]"#, [.get("/")], not: [.get("/?q")]),
  ]

  @Test("A recorded length is that of the body that is sent; with HEAD it stays")
  func lengths() throws {
    let length = #""headers": {"Content-Length": ["99"]}"#
    let set = try Definition.set(
      Base.simulation(
        [
          Base.pair(#""method": [{"matcher": "glob", "value": "*"}]"#, length + #", "body": "hi""#),
          Base.pair(#""method": [{"matcher": "exact", "value": "HEAD"}]"#, length),
        ].joined(separator: ",")))
    #expect(set.plan(for: .get("/"))?.head?.headers[.contentLength] == "2")
    #expect(set.plan(for: .init(.head, "/"))?.head?.headers[.contentLength] == "99")
  }

  @Test("A template without tags is read as what it is")
  func plainTemplate() throws {
    let folder = try TemporaryFolder([
      "plain.txt": "{ file }",
      "stubs.json": Base.simulation(
        Base.pair(
          #""path": [{"matcher": "exact", "value": "/file"}]"#,
          #""templated": true, "bodyFile": "plain.txt""#)),
    ])
    #expect(Definition(file: folder.path + "/stubs.json").findings == [])
    let set = try Definition.set(
      Base.simulation(Base.pair("", #""templated": true, "body": "{ text }""#)))
    #expect(set.text(for: .get("/")) == "{ text }")
  }

  @Test(
    "A template with tags in its body, its file or a header is refused",
    arguments: [
      #""body": "{{ a }}""#, #""body": "e3sgYSB9fQ==", "encodedBody": true"#,
      #""bodyFile": "tags.txt""#, #""headers": {"X": ["{{ a }}"]}"#,
    ])
  func template(response: String) throws {
    let folder = try TemporaryFolder([
      "tags.txt": "a {{ b }}",
      "stubs.json": Base.simulation(Base.pair("", #""templated": true, "# + response)),
    ])
    let definition = Definition(file: folder.path + "/stubs.json")
    #expect(definition.stubs.isEmpty)
    #expect(
      definition.findings == [
        #"1:63: "templated" is not supported; use a rule file with a template"#
      ])
  }
}
