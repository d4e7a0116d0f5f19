import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// The text of nock's recording of one request.
private func nock(_ members: String) -> String {
  """
  [ { "scope": "https://a.example:443", "path": "/p?q=1", \(members) } ]
  """
}

private func interaction(_ members: String) throws -> Interaction {
  try VCRReading.interaction(nock(members), as: "a.json")
}

private func response(_ members: String) throws -> RecordedResponse {
  try #require(try interaction(members).response)
}

@Suite("nock") struct NockTests {
  @Test(
    "The port that goes without saying is left out of the URL",
    arguments: [
      ("https://a.example:443", "https://a.example/p"),
      ("http://a.example:80", "http://a.example/p"),
      ("http://a.example:443", "http://a.example:443/p"),
      ("http://a.example", "http://a.example/p"),
    ])
  func ports(scope: String, url: String) throws {
    let text = #"[ { "scope": "\#(scope)", "method": "get", "path": "/p" } ]"#
    let request = try VCRReading.interaction(text, as: "a.json").request
    #expect(request.url == url)
    #expect(request.method == .get)
  }

  @Test("Header fields are an alternating list of names and values, or a mapping")
  func headers() throws {
    let list = #""rawHeaders": ["Set-Cookie", "a=1", "X", "2", "Set-Cookie", "b=2"]"#
    #expect(
      try response(list).headers == ["Set-Cookie": "a=1", "X": "2", "Set-Cookie": "b=2"])
    let mapping = #""headers": { "Set-Cookie": ["a=1", "b=2"], "content-length": 5 }"#
    #expect(
      try response(mapping).headers
        == ["Set-Cookie": "a=1", "Set-Cookie": "b=2", "Content-Length": "5"])
    let sent = #""reqheaders": { "accept": "text/plain" }"#
    #expect(try interaction(sent).request.headers == ["Accept": "text/plain"])
  }

  @Test(
    "A response's body is text, JSON as it is, or bytes in hexadecimal",
    arguments: [
      (#""response": "text""#, Array("text".utf8)),
      (#""response": """#, []),
      (#""response": null"#, []),
      (#""response": { "a": [1, 1.50] }"#, Array(#"{"a":[1,1.50]}"#.utf8)),
      (#""response": ["00ff"]"#, Array(#"["00ff"]"#.utf8)),
      (#""response": "00ff", "responseIsBinary": true"#, [0x00, 0xFF]),
      (
        #""response": ["1f8b", "0800"], "rawHeaders": ["Content-Encoding", "gzip"]"#,
        [0x1F, 0x8B, 0x08, 0x00]
      ),
      (
        #""response": ["H4sIAA=="], "headers": { "content-encoding": "gzip" }"#,
        [0x1F, 0x8B, 0x08, 0x00]
      ),
    ] as [(String, [UInt8])])
  func bodies(members: String, bytes: [UInt8]) throws {
    #expect(try response("\"status\": 200, \(members)").body == Data(bytes))
  }

  @Test(
    "A request's body is text, JSON, a form, or bytes in hexadecimal where the length says so",
    arguments: [
      (#""body": "abcd""#, Array("abcd".utf8)),
      (#""body": { "a": "b" }"#, Array(#"{"a":"b"}"#.utf8)),
      (#""body": "abcd", "reqheaders": { "content-length": 2 }"#, [0xAB, 0xCD]),
      (
        #""body": { "a": "b c" }, "#
          + #""reqheaders": { "content-type": "application/x-www-form-urlencoded" }"#,
        Array("a=b+c".utf8)
      ),
    ] as [(String, [UInt8])])
  func requestBodies(members: String, bytes: [UInt8]) throws {
    #expect(try interaction(members).request.body == Data(bytes))
    #expect(try interaction(#""body": """#).request.body == nil)
  }

  @Test("JSON without a media type is application/json")
  func mediaTypes() throws {
    for body in [#"{ "a": 1 }"#, "[]", "1.5", "true"] {
      #expect(try response("\"response\": \(body)").headers == ["Content-Type": "application/json"])
    }
    let typed = #""response": {}, "headers": { "content-type": "application/vnd.a+json" }"#
    #expect(try response(typed).headers == ["Content-Type": "application/vnd.a+json"])
    let encoded = #""response": ["1f8b"], "headers": { "Content-Encoding": "gzip" }"#
    #expect(try response(encoded).headers == ["Content-Encoding": "gzip"])
    for body in [#""{}""#, "null", #""00ff", "responseIsBinary": true"#] {
      #expect(try response("\"response\": \(body)").headers.isEmpty)
    }
  }

  @Test(
    "Older fixtures have the port beside the scope, and the status in \"reply\"",
    arguments: [
      ("https://a.example", #""8443""#, "https://a.example:8443/p"),
      ("https://a.example/", "443", "https://a.example/p"),
      ("http://a.example:81", "81", "http://a.example:81/p"),
    ])
  func olderFixtures(scope: String, port: String, url: String) throws {
    let text = #"""
      [ { "scope": "\#(scope)", "port": \#(port), "path": "/p", "reply": "404", "status": 200 } ]
      """#
    let interaction = try VCRReading.interaction(text, as: "a.json")
    #expect(interaction.request.url == url)
    #expect(interaction.response?.status == 404)
  }

  @Test("A status that is missing is 200")
  func status() throws {
    #expect(try response(#""status": 404"#).status == 404)
    #expect(try response(#""method": "GET""#).status == 200)
  }

  @Test(
    "Errors are reported with their positions",
    arguments: [
      Mistake(
        nock(#""rawHeaders": ["A", "1", "B"]"#),
        #"a.json:1:71: error: headers need a value after each name; use [ "Content-Type", "#
          + #""text/plain" ]"#),
      Mistake(
        nock(#""response": "x!z", "responseIsBinary": true"#),
        "a.json:1:71: error: not base64 (RFC 4648); record it again"),
      Mistake(
        nock(#""port": 80"#),
        #"a.json:1:65: error: "port" must be the port of the scope, not 80; remove it"#),
      Mistake(
        #"[ { "scope": "https://a.example:443", "path": null } ]"#,
        #"a.json:1:3: error: "path" has no value; add one, or remove the recording"#),
    ])
  func faults(mistake: Mistake) throws {
    let printed = try VCRReading.findings(mistake.text, as: "a.json")
    #expect(printed.split(separator: "\n").first.map(String.init) == mistake.printed)
  }
}

@Suite("Flows of mitmproxy") struct MitmproxyFlowTests {
  @Test("A list of them is refused with a remedy")
  func refused() throws {
    let text = #"[ { "client_conn": {}, "request": {} } ]"#
    #expect(
      try VCRReading.findings(text, as: "a.json").split(separator: "\n").first
        == "a.json:1:1: error: mitmproxy flows are not supported, as they have no bodies; "
        + "use mitmdump -nr FLOWS --set hardump=FILE.har")
  }
}
