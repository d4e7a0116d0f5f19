import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// What a file says of a body elsewhere counts before the body's own looks.
@Suite("Evidence of bodies")
struct BodyEvidenceTests {
  private static func python(_ body: String, type: String?) -> String {
    let headers = type.map { "{ content-type: [ \($0) ] }" } ?? "{}"
    return """
      interactions:
      - request: { method: POST, uri: 'http://a/', headers: \(headers), body: \(body) }
        response: { body: { string: ok }, headers: {}, status: { code: 200, message: OK } }
      version: 1
      """
  }

  @Test(
    "Pairs that a client was given are a form, a list of pieces is one text, and the rest is JSON",
    arguments: [
      (#"[["grant_type", "client_credentials"]]"#, nil, "grant_type=client_credentials"),
      (#"[["a", "1 2"], ["b&", "é"]]"#, nil, "a=1+2&b%26=%C3%A9"), (#"[["a", 1]]"#, nil, "a=1"),
      ("[ !!python/tuple [ a, b ] ]", nil, "a=b"),
      (#"[["a", "b"]]"#, "application/json", #"[["a","b"]]"#),
      (#"[["a", "b", "c"]]"#, nil, #"[["a","b","c"]]"#), ("[[1, 2]]", nil, "[[1,2]]"),
      ("{ a: b, c: [ d, e ] }", "application/x-www-form-urlencoded", "a=b&c=d&c=e"),
      ("{ a: b }", nil, #"{"a":"b"}"#), ("{ a: b }", "application/json", #"{"a":"b"}"#),
      ("[ a, bc ]", nil, "abc"),
      ("!!python/object/apply:builtins.iter [ [ a, bc ] ]", nil, "abc"),
      ("!!python/object/apply:builtins.iter { args: [ [ a, bc ] ] }", nil, "abc"),
    ] as [(String, String?, String)])
  func pairs(body: String, type: String?, text: String) throws {
    let request = try VCRReading.interaction(Self.python(body, type: type)).request
    #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == text)
  }

  @Test("A response of lists is JSON, and never their texts in a row")
  func lists() throws {
    let text = Self.python("null", type: nil)
      .replacing("{ string: ok }", with: #"[ [ "a", "b" ] ]"#)
    #expect(try VCRReading.interaction(text).text == #"[["a","b"]]"#)
  }

  private static func har(
    _ content: String, more: String = "", entry: String = "", log: String = ""
  )
    -> String
  {
    """
    {"log": {\(log) "entries": [{\(entry) "request": {"method": "GET", "url": "http://a/"},
    "response": {"status": 200, \(more) "content": {\(content)}}}]}}
    """
  }

  @Test(
    "Words where base64 is declared are text with a warning if the size shows it",
    arguments: ["MANUALLY REMOVED", "REDACTED", "removed"])
  func words(text: String) throws {
    let reading = try VCRReading(
      Self.har(#""size": 43, "mimeType": "image/gif", "encoding": "base64", "text": "\#(text)""#),
      as: "a.har")
    #expect(reading.cassettes.first?.interactions.first?.text == text)
    #expect(
      reading.diagnostics.sorted.map(\.message) == [
        "declared as base64 and is words, so it is played as text; remove \"encoding\", or record it "
          + "again"
      ])
  }

  @Test("Words that nothing contradicts are no base64 either if there are blanks between them")
  func blanks() throws {
    let content = #""encoding": "base64", "text": "MANUALLY REMOVED""#
    let finding = try #require(
      try VCRReading(Self.har(content), as: "a.har").diagnostics.sorted.first)
    #expect(finding.severity == .error)
    #expect(finding.message == "not base64 (RFC 4648); record it again")
    #expect(finding.line == 2)
  }

  @Test(
    "Base64 that is shorter than its size is played with a warning; other sizes say nothing",
    arguments: [(6, 0), (10, 1), (8, 0), (3, 0), (0, 0), (-1, 0)])
  func sizes(size: Int, warnings: Int) throws {
    let content = #""size": \#(size), "encoding": "base64", "text": "00000000""#
    let reading = try VCRReading(Self.har(content), as: "a.har")
    #expect(
      reading.cassettes.first?.interactions.first?.response?.body
        == Data([0xD3, 0x4D, 0x34, 0xD3, 0x4D, 0x34]))
    #expect(reading.diagnostics.warningCount == warnings)
    #expect(!reading.diagnostics.hasErrors)
  }

  /// How a HAR of Polly.js says that a text is bytes.
  private static let marks = [
    #""_isBinary": true,"#, #""encoding": "hex","#, #""_isBinary": true, "encoding": "utf-8","#, "",
  ]

  @Test(
    "Chunks of a compressed body are its bytes, whatever says that they are",
    arguments: marks,
    ["", #""headers": [{"name": "content-encoding", "value": "gzip"}],"#])
  func chunks(mark: String, coding: String) throws {
    for text in [#"[\"1f8b08\",\"0061\"]"#, #"[\"1f8b080061\"]"#] {
      let archive = Self.har(
        #"\#(mark) "text": "\#(text)""#, more: coding, entry: #""_order": 0,"#,
        log: #""creator": {"name": "Polly.JS", "version": "5.1.1"},"#)
      let body = try VCRReading.interaction(archive, as: "a.har").response?.body
      #expect(body == Data([0x1F, 0x8B, 0x08, 0x00, 0x61]))
    }
  }

  @Test("Chunks in base64 are bytes too", arguments: [#""encoding": "base64","#, ""])
  func base64Chunks(mark: String) throws {
    let archive = Self.har(
      #"\#(mark) "text": "[\"H4sI\",\"AGE=\"]""#,
      log: #""creator": {"name": "Polly.JS", "version": "6.0.0"},"#)
    let body = try VCRReading.interaction(archive, as: "a.har").response?.body
    #expect(body == Data([0x1F, 0x8B, 0x08, 0x00, 0x61]))
  }

  @Test(
    "A list that is no compressed body is JSON",
    arguments: [#"[\"2019\",\"2020\"]"#, #"[\"red\",\"green\"]"#, "[]", #"[\"1f8b\", 1]"#])
  func otherLists(text: String) throws {
    let archive = Self.har(
      #""text": "\#(text)""#, entry: #""_order": 0,"#,
      log: #""creator": {"name": "Polly.JS", "version": "5.1.1"},"#)
    #expect(
      try VCRReading.interaction(archive, as: "a.har").text == text.replacing("\\\"", with: "\""))
  }

  @Test(
    "A list in nock is pieces of a compressed body only if they are",
    arguments: [
      (#"["1f8b", "0800"]"#, "gzip", Data([0x1F, 0x8B, 0x08, 0x00])),
      (#"["abcd", "1234"]"#, "gzip", Data(#"["abcd","1234"]"#.utf8)),
      (#"["red", "green"]"#, "gzip", Data(#"["red","green"]"#.utf8)),
      (#"["1f8b", "0800"]"#, "br", Data([0x1F, 0x8B, 0x08, 0x00])),
    ])
  func nock(list: String, coding: String, body: Data) throws {
    let text = """
      [{"scope": "http://a", "path": "/", "status": 200, "response": \(list),
      "rawHeaders": ["Content-Encoding", "\(coding)"]}]
      """
    #expect(try VCRReading.interaction(text, as: "a.json").response?.body == body)
  }

  @Test(
    "Words are no base64 wherever it is declared",
    arguments: [
      (
        "a.yml",
        "{ http_interactions: [ { request: { method: get, uri: 'http://a/' }, response: "
          + "{ status: 200, body: { encoding: '', base64_string: MANUALLY REMOVED } } } ] }"
      ),
      (
        "a.yml",
        "{ http_interactions: [ { request: { method: get, uri: 'http://a/' }, response: "
          + "{ status: 200, body: { encoding: base64, string: MANUALLY REMOVED } } } ] }"
      ),
      (
        "a.yml",
        "{ version: 2, interactions: [ { request: { method: GET, url: 'http://a/' }, response: "
          + "{ code: 200, body: !!binary MANUALLY REMOVED1 } } ] }"
      ),
      (
        "a.json",
        #"{"interactions": [{"recordedAt": "2013-09-28T01:25:38Z", "request": {"method": "GET", "#
          + #""url": "http://a/"}, "response": {"statusCode": 200, "body": "MANUALLY REMOVED"}}]}"#
      ),
      (
        "a.json",
        #"[{"request": {"url": "http://a/"}, "response": {"url": "http://a/", "status": 200, "#
          + #""headers": {"Content-Type": "image/gif"}, "body": "MANUALLY REMOVED"}}]"#
      ),
    ])
  func everywhere(name: String, text: String) throws {
    let findings = try VCRReading(text, as: name).diagnostics.sorted
    #expect(findings.map(\.severity) == [.error])
    #expect(findings.first?.message.contains("base64") == true)
  }
}
