import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Cassettes as other tools write them")
struct WritingTests {
  private let cassette = Cassette(
    name: "users",
    interactions: [
      Interaction(
        RecordedRequest(
          .post, "https://a.example/users?x=1", httpVersion: "1.1",
          headers: ["Content-Type": "application/json", "Accept": "*/*"],
          body: Data(#"{"name": "Ann"}"#.utf8)),
        RecordedResponse(
          .created, httpVersion: "1.1",
          headers: ["Set-Cookie": "a=1", "Content-Type": "image/png", "set-cookie": "b=2"],
          body: Data([0xFF, 0x00])),
        recordedAt: RecordedInstant.date("2026-01-31T12:00:00.250Z"),
        timing: RecordedTiming(wait: .milliseconds(12), receive: .microseconds(500)))
    ])

  private func text(_ format: WritableFormat, _ cassette: Cassette? = nil) -> String {
    String(decoding: format.write(cassette ?? self.cassette).bytes, as: UTF8.self)
  }

  @Test("VCR: symbols in lower case, lists of header values, an HTTP date, exact bytes in base64")
  func ruby() {
    #expect(
      text(.vcr) == """
        ---
        http_interactions:
        - request:
            method: post
            uri: https://a.example/users?x=1
            body:
              encoding: UTF-8
              string: '{"name": "Ann"}'
            headers:
              Content-Type:
              - application/json
              Accept:
              - '*/*'
          response:
            status:
              code: 201
              message: Created
            headers:
              Set-Cookie:
              - a=1
              - b=2
              Content-Type:
              - image/png
            body:
              encoding: ASCII-8BIT
              base64_string: |
                /wA=
            http_version: '1.1'
          recorded_at: Sat, 31 Jan 2026 12:00:00 GMT
        recorded_with: HTTPStubber

        """)
    #expect(
      WritableFormat.vcr.write(cassette).losses == [
        "VCR cannot store the cassette's name.",
        "VCR cannot store response times (1 of 1 interactions).",
        "VCR cannot store fractions of seconds of request dates (1 of 1 interactions).",
        "VCR cannot store HTTP versions of requests (1 of 1 interactions).",
        "VCR cannot store the letter case of repeated header names (1 of 1 interactions).",
        "VCR cannot store the order of repeated header fields among the others (1 of 1 interactions).",
      ])
  }

  @Test("VCR.py: keys by name, bytes that are not text tagged as binary")
  func python() {
    #expect(
      text(.vcrPy) == """
        interactions:
        - request:
            body: '{"name": "Ann"}'
            headers:
              Content-Type:
              - application/json
              Accept:
              - '*/*'
            method: POST
            uri: https://a.example/users?x=1
          response:
            body:
              string: !!binary |
                /wA=
            headers:
              Set-Cookie:
              - a=1
              - b=2
              Content-Type:
              - image/png
            status:
              code: 201
              message: Created
        version: 1

        """)
  }

  @Test("HAR: all that version 1.2 asks for, times in milliseconds, bytes in base64")
  func har() throws {
    let log = try #require(try JSONValue(parsing: text(.har))["log"])
    #expect(log["version"] == "1.2")
    #expect(log["creator"] == ["name": "HTTPStubber", "version": ""])
    let entry = try #require(log["entries"]?[0])
    #expect(entry["startedDateTime"] == "2026-01-31T12:00:00.250Z")
    #expect(entry["time"] == 12.5)
    #expect(entry["timings"] == ["send": 0, "wait": 12, "receive": 0.5])
    #expect(entry["request"]?["queryString"] == [["name": "x", "value": "1"]])
    #expect(
      entry["request"]?["postData"] == [
        "mimeType": "application/json", "text": #"{"name": "Ann"}"#,
      ])
    #expect(
      entry["response"]?["content"] == [
        "size": 2, "mimeType": "image/png", "text": "/wA=", "encoding": "base64",
      ])
    #expect(
      entry["response"]?["cookies"] == [
        ["name": "a", "value": "1"], ["name": "b", "value": "2"],
      ])
    #expect(WritableFormat.har.write(cassette).losses == [])
  }

  @Test("Vinyl and DVR: JSON stands as it is, bytes in base64; repeated fields are joined")
  func swift() throws {
    let vinyl = try JSONValue(parsing: text(.vinyl))
    #expect(vinyl[0]?["request"]?["body"] == ["name": "Ann"])
    #expect(vinyl[0]?["response"]?["body"] == "/wA=")
    #expect(vinyl[0]?["response"]?["headers"]?["Set-Cookie"] == "a=1, b=2")
    #expect(vinyl[0]?["response"]?["url"] == "https://a.example/users?x=1")
    let dvr = try JSONValue(parsing: text(.dvr))
    #expect(dvr["name"] == "users")
    #expect(dvr["interactions"]?[0]?["recorded_at"] == 1_769_860_800.25)
    #expect(
      WritableFormat.vinyl.write(cassette).losses.contains(
        "Vinyl cannot store repeated header fields; their values are joined with commas "
          + "(1 of 1 interactions)."))
  }

  @Test("YAHTTPVCR: a scene each for request, response, data and end, with all keys it asks for")
  func scenes() throws {
    let scenes = try #require(try JSONValue(parsing: text(.yahttpvcr)).array)
    #expect(scenes.map { $0["type"] } == [0, 1, 2, 4])
    #expect(Set(scenes.map { $0["id"] }).count == 1)
    let request = try #require(scenes[0]["data"]?.object)
    #expect(request["method"] == "post")
    #expect(request["body"] == ["cls": "NSData", "base64": "eyJuYW1lIjogIkFubiJ9"])
    #expect(
      request.names == [
        "cls", "method", "url", "headers", "body", "cache", "timeout", "cookies", "pipeline",
        "cellular", "network",
      ])
    #expect(text(.yahttpvcrPropertyList).contains("\t\t<key>type</key>\n\t\t<integer>4"))
  }

  @Test("The extension selects the format if only one format has it, or the project's own")
  func extensions() {
    let names = { (path: String) in
      WritableFormat.fitting(path, among: WritableFormat.withTools).map { $0.name }
    }
    #expect(names("a/b.HAR") == ["har"])
    #expect(names("b.yaml") == ["stubber"])
    #expect(names("b.yml") == ["stubber"])
    #expect(names("b.plist") == ["bekindrewind", "yahttpvcr-plist"])
    #expect(names("b.json") == ["dvr", "vinyl", "wiremock", "yahttpvcr"])
    #expect(names("a.har/b") == [])
  }
}
