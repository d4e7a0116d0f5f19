import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Dialects of recordings")
struct DialectTests {
  @Test(
    "What a client of aiohttp was given as json= is the body, as JSON",
    arguments: [
      ("{ a: 1, b: [ true, null ] }", #"{"a":1,"b":[true,null]}"#),
      ("{ state: open }", #"{"state":"open"}"#), ("[ { a: 1 }, 2 ]", #"[{"a":1},2]"#),
      ("{}", "{}"),
    ])
  func givenJSON(body: String, text: String) throws {
    let cassette = """
      interactions:
      - request: { method: POST, uri: 'http://a/', headers: {}, body: \(body) }
        response: { body: { string: ok }, headers: {}, status: { code: 200, message: OK } }
      version: 1
      """
    let request = try VCRReading.interaction(cassette).request
    #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == text)
  }

  @Test(
    "A body that was parsed before it was written is written as JSON again",
    arguments: ["interactions", "http_interactions"])
  func parsedBodies(list: String) throws {
    let cassette = """
      \(list):
      - request: { method: post, uri: 'http://a/', headers: {}, parsed_body: { q: [ 1 ] } }
        response:
          headers: { content-length: ['400'] }
          parsed_body: { id: r1, ok: true }
          status: { code: 200, message: OK }
      version: 1
      """
    let interaction = try VCRReading.interaction(cassette)
    #expect(interaction.request.body == Data(#"{"q":[1]}"#.utf8))
    #expect(interaction.text == #"{"id":"r1","ok":true}"#)
    #expect(interaction.response?.played(for: .get).headers[.contentLength] == "21")
  }

  @Test(
    "EasyVCR for Java counts seconds or milliseconds since 1970",
    arguments: ["1669845654", "1669845654000", "1669845654.0"])
  func numberedDates(time: String) throws {
    let text = """
      [{ "recordedAt": \(time), "duration": 5,
      "request": { "method": "GET", "uri": "http://a/", "body": "", "headers": {} },
      "response": { "body": "a", "status": { "code": 201, "message": "Created" },
      "httpVersion": { "protocol": "HTTP", "major": 1, "minor": 1 },
      "headers": { "null": [ "HTTP/1.1 201 Created" ], "A": [ "b" ] }, "uri": "http://a/" } }]
      """
    let interaction = try VCRReading.interaction(text, as: "a.json")
    #expect(interaction.recordedAt == Date(timeIntervalSince1970: 1_669_845_654))
    #expect(
      interaction.response
        == RecordedResponse(
          201, reason: "Created", httpVersion: "1.1", headers: ["A": "b"], body: Data("a".utf8)))
  }

  @Test(
    "Damaged base64 in a request is a warning, for few matchers compare bodies",
    arguments: [
      (
        "a.json", "a text!",
        """
        {"http_interactions": [{"request": {"method": "post", "uri": "http://a/",
        "body": {"encoding": "UTF-8", "base64_string": "a text!"}}, "response": {"status": {"code": 200}}}]}
        """
      ),
      (
        "a.json", "YWJjZ",
        """
        {"interactions": [{"recordedAt": "2013-09-28T01:25:38Z", "request": {"method": "GET",
        "url": "http://a/", "body": "YWJjZ"}, "response": {"statusCode": 200, "body": "YQ=="}}]}
        """
      ),
      (
        "a.har", "%",
        """
        {"log": {"entries": [{"request": {"method": "POST", "url": "http://a/", "postData":
        {"text": "%", "encoding": "base64"}}, "response": {"status": 200}}]}}
        """
      ),
      (
        "a.json", "é",
        """
        [{"id": "A", "type": 0, "data": {"cls": "NSURLRequest", "method": "get", "url": "http://a/",
        "body": {"cls": "NSData", "base64": "é"}}},
        {"id": "A", "type": 1, "data": {"cls": "NSHTTPURLResponse", "status": 200}}]
        """
      ),
      (
        "a.plist", "YW!x",
        """
        <plist version="1.0"><dict><key>scenes</key><array><dict><key>frames</key><array>
        <dict><key>class</key><string>BKROriginalRequestFrame</string><key>creationDate</key>
        <real>1</real><key>URL</key><string>http://a/</string><key>HTTPBody</key><data>YW!x</data>
        </dict><dict><key>class</key><string>BKRResponseFrame</string><key>creationDate</key>
        <real>2</real><key>URL</key><string>http://a/</string><key>statusCode</key>
        <integer>200</integer></dict></array></dict></array></dict></plist>
        """
      ),
    ])
  func damagedRequests(name: String, body: String, text: String) throws {
    let reading = try VCRReading(text, as: name)
    #expect(reading.cassettes.first?.interactions.count == 1)
    #expect(reading.cassettes.first?.interactions.first?.request.body == Data(body.utf8))
    let finding = try #require(reading.diagnostics.sorted.first)
    #expect(reading.diagnostics.sorted.count == 1)
    #expect(finding.severity == .warning)
    #expect(
      finding.message.hasSuffix(
        ", so this request body is compared as the text that it is; record it again if bodies are "
          + "compared"))
  }

  @Test("Damaged base64 in a response is an error")
  func damagedResponses() throws {
    let text = """
      <plist version="1.0"><dict><key>scenes</key><array><dict><key>frames</key><array>
      <dict><key>class</key><string>BKRDataFrame</string><key>creationDate</key>
      <real>1</real><key>data</key><data>YW!x</data></dict></array></dict></array></dict></plist>
      """
    let finding = try #require(try VCRReading(text, as: "a.plist").diagnostics.sorted.first)
    #expect(finding.severity == .error)
    #expect(finding.message == "not base64 (RFC 4648); record it again")
  }
}
