import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// A HAR with these entries.
private func har(_ entries: String...) -> String {
  #"{ "log": { "entries": [ \#(entries.joined(separator: ", ")) ] } }"#
}

private func entry(_ response: String, url: String = "http://a.example/", more: String = "")
  -> String
{
  """
  { \(more) "request": { "method": "GET", "url": "\(url)" }, "response": { \(response) } }
  """
}

private func response(_ members: String, more: String = "") throws -> RecordedResponse {
  let interaction = try VCRReading.interaction(har(entry(members, more: more)), as: "a.har")
  return try #require(interaction.response)
}

@Suite("HAR of Polly.js, and entries without an answer")
struct PollyTests {
  private let packed = Data([0x1F, 0x8B, 0x08, 0x00, 0x61])
  private let encoding = #""headers": [ { "name": "Content-Encoding", "value": "gzip" } ]"#

  @Test("Base64 may be a JSON list of the chunks of a compressed body, as version 6 writes it")
  func base64Chunks() throws {
    let text = #"[\"H4sI\",\"AGE=\"]"#
    let found = try response(
      #""status": 200, \#(encoding), "content": { "encoding": "base64", "text": "\#(text)" }"#)
    #expect(found.body == packed)
    #expect(found.played(for: .get).headers["Content-Encoding"] == "gzip")
  }

  @Test("A JSON list of hexadecimal chunks without an encoding is that of version 5")
  func hexadecimalChunks() throws {
    let content = #""status": 200, \#(encoding), "content": { "text": "[\"1f8b08\",\"0061\"]" }"#
    #expect(try response(content, more: #""_order": 0,"#).body == packed)
  }

  @Test("Another tool's list of such texts is JSON")
  func otherLists() throws {
    let text = Data(#"["1f8b08","0061"]"#.utf8)
    let content = #""content": { "text": "[\"1f8b08\",\"0061\"]" }"#
    #expect(try response(#""status": 200, \#(encoding), \#(content)"#).body == text)
    #expect(try response(#""status": 200, \#(content)"#).body == text)
  }

  @Test(
    "A list of such texts is JSON if its bytes are not in the coding, or may be in any",
    arguments: [
      ("gzip", "5.1.1", false), ("deflate", "6.0.5", false), ("br", "6.0.5", false),
      ("br", "5.1.1", true), ("zstd", "5.1.1", false),
    ])
  func years(coding: String, version: String, isPacked: Bool) throws {
    let text = """
      { "log": { "_recordingName": "a", "creator": { "name": "Polly.JS", "version": "\(version)" },
        "entries": [ { "_order": 0, "request": { "method": "GET", "url": "http://a.example/" },
          "response": { "status": 200,
            "headers": [ { "name": "content-encoding", "value": "\(coding)" } ],
            "content": { "text": "[\\"2019\\",\\"2020\\"]" } } } ] } }
      """
    let body = try VCRReading.interaction(text, as: "a.har").response?.body
    #expect(
      body == (isPacked ? Data([0x20, 0x19, 0x20, 0x20]) : Data(#"["2019","2020"]"#.utf8)))
  }

  @Test(
    "Bytes are hexadecimal digits where they are marked so",
    arguments: [#""_isBinary": true"#, #""encoding": "hex""#])
  func hexadecimal(mark: String) throws {
    let body = try response(#""status": 200, "content": { \#(mark), "text": "00ff" }"#).body
    #expect(body == Data([0x00, 0xFF]))
  }

  @Test("Header values may be lists, as version 1 writes them")
  func listedValues() throws {
    let found = try response(
      #""status": 200, "headers": [ { "name": "set-cookie", "value": [ "a=1", "b=2" ] } ]"#)
    #expect(found.headers.values(of: .setCookie) == ["a=1", "b=2"])
  }

  @Test("JSON that is declared as base64 is text, with one warning for the file")
  func declaredBase64() throws {
    let content = #""status": 200, "content": { "encoding": "base64", "text": "{\"a\":1}" }"#
    let reading = try VCRReading(har(entry(content), entry(content)), as: "a.har")
    #expect(reading.cassettes.first?.interactions.map(\.text) == [#"{"a":1}"#, #"{"a":1}"#])
    #expect(
      reading.diagnostics.sorted.map(\.message) == [
        "declared as base64 and is JSON, so it is played as text (2 times in this file); "
          + "remove the encoding"
      ])
  }

  @Test("A status that no server sends fails with the HAR's error, or leaves the entry out")
  func statuses() throws {
    let failed = try VCRReading.interaction(
      har(entry(#""status": 12999, "_error": "net::ERR_TIMED_OUT""#)), as: "a.har")
    #expect(failed.failure?.code == NetworkErrorCode.timedOut.rawValue)
    for status in ["-2", "12999"] {
      let reading = try VCRReading(
        har(entry("\"status\": \(status)"), entry(#""status": 200"#)), as: "a.har")
      #expect(reading.cassettes.first?.interactions.map(\.response?.status) == [200])
      #expect(
        reading.diagnostics.sorted.map(\.description).first?.hasPrefix(
          "a.har:1:100: warning: this entry is left out: the status \(status) is no answer and "
            + "no error") == true)
    }
    for status in ["0", "-1"] {
      let lost = try VCRReading.interaction(har(entry("\"status\": \(status)")), as: "a.har")
      #expect(lost.failure?.code == NetworkErrorCode.networkConnectionLost.rawValue)
    }
  }

  @Test("An entry that is left out cannot refuse the file")
  func leftOut() throws {
    let broken = """
      { "request": { "method": {}, "url": "data:text/plain,a", "headers": 7 }, "response": 7,
      "startedDateTime": "never" }
      """
    let reading = try VCRReading(har(broken, entry(#""status": 200"#)), as: "a.har")
    #expect(reading.cassettes.first?.interactions.count == 1)
    #expect(!reading.diagnostics.hasErrors)
    #expect(reading.diagnostics.warningCount == 1)
  }

  @Test("An entry without its archive is a recording, and not a mapping of WireMock")
  func bareEntries() throws {
    let one = entry(#""status": 201, "content": { "text": "a" }"#)
    let interaction = try VCRReading.interaction(one, as: "a.json")
    #expect(interaction.response?.status == 201)
    #expect(interaction.text == "a")
    let several = try VCRReading.cassette("[\(one), \(one)]", as: "a.json")
    #expect(several.interactions.count == 2)
    let mapping = #"{ "request": { "method": "GET", "url": "/" }, "response": { "status": 201 } }"#
    #expect(try VCRReading(mapping, as: "a.json").stubCount == 1)
  }
}
