import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Notions of VCR's family")
struct FamilyNotionTests {
  @Test(
    "A status is read in any of its forms in every format",
    arguments: FamilyFormat.all,
    [
      "200", "'200'", "200 OK", "HTTP/1.1 200 OK", "{ code: 200, message: OK }",
      "{ code: '200', message: OK }", "{ status_code: '200', message: OK, explanation: Fine }",
      "{ status_code: 200, reason: OK, category: Success, message: 'Success: (200) OK' }",
      "{ Code: 200, Message: OK }", "{ http_version: '1.1', code: 200, message: OK }",
      "[ HTTP/1.1, 200, OK ]",
    ])
  func statuses(format: FamilyFormat, status: String) throws {
    let response = try format.interaction(format.text(status: status)).response
    #expect(response?.status == .ok)
    #expect(response?.reason == (status.contains("OK") ? "OK" : nil))
    #expect(response?.httpVersion == (status.contains("1.1") ? "1.1" : nil))
  }

  @Test(
    "A status that is none is an error at its place in every format, and never another format",
    arguments: FamilyFormat.all, ["99", "OK", "{ code: x }", "[ 200 ]", "{}"])
  func badStatuses(format: FamilyFormat, status: String) throws {
    let text = format.text(status: status)
    #expect(try RecordingFormat.recognizing(Reading.node(text))?.title == format.title)
    let finding = try #require(try VCRReading(text, as: "a.yml").diagnostics.sorted.first)
    #expect(finding.severity == .error)
    #expect(finding.line == 3)
  }

  @Test(
    "A field may have two values in any form of headers in every format",
    arguments: FamilyFormat.all,
    [
      "{ A: 1, A: 2, B: 3 }", "{ A: [ 1, 2 ], B: 3 }", "[ [ A, 1 ], [ A, 2 ], [ B, 3 ] ]",
      "[ { name: A, value: '1' }, { name: A, value: '2' }, { name: B, value: '3' } ]",
      "[ 'A: 1', 'A: 2', 'B: 3' ]", "{ A: 1, B: 3, A: 2 }",
    ])
  func fields(format: FamilyFormat, headers: String) throws {
    let interaction = try format.interaction(format.text(headers: headers))
    for found in [interaction.request.headers, interaction.response?.headers] {
      #expect(found?.values(of: "A") == ["1", "2"])
      #expect(found?.values(of: "B") == ["3"])
    }
  }

  @Test(
    "A body is read in any of its forms in every format, sent or received",
    arguments: FamilyFormat.all,
    [
      "hi", "{ string: hi }", "{ encoding: UTF-8, string: hi }", "!!binary aGk=",
      "{ encoding: '', base64_string: aGk= }", "{ encoding: base64, string: aGk= }",
      "{ encoding: '', file: no, string: hi }",
    ])
  func bodies(format: FamilyFormat, body: String) throws {
    let interaction = try format.interaction(format.text(body: body, sent: body))
    #expect(interaction.text == "hi")
    #expect(interaction.request.body == Data("hi".utf8))
  }

  @Test("The URL may have either key in every format", arguments: FamilyFormat.all, ["uri", "url"])
  func urls(format: FamilyFormat, key: String) throws {
    // What follows the first interaction is not looked at to tell the format.
    let text = format.text()
    let other = text.replacing("\(format.urlKey): 'http://a/'", with: "\(key): 'http://b/'")
    guard try RecordingFormat.recognizing(Reading.node(other))?.title == format.title else {
      return
    }
    #expect(try VCRReading.interaction(other).request.url == "http://b/")
  }

  @Test(
    "A time is read under any of its keys, in any of its forms",
    arguments: ["recorded_at", "recorded", "recordedAt", "RecordedAt"],
    ["2020-01-01T00:00:00.000Z", "2020-01-01 00:00:00", "'2020-01-01 00:00:00 GMT'", "1577836800"])
  func times(key: String, time: String) throws {
    let text = FamilyFormat.all[0].text()
      .replacing("recordedAt: '2020-01-01T00:00:00Z'", with: "\(key): \(time)")
    #expect(
      try VCRReading.interaction(text).recordedAt == Date(timeIntervalSince1970: 1_577_836_800))
  }

  @Test("A body that a recorder has put into a file of its own is an error, and not its name")
  func bodyInFile() throws {
    let text = FamilyFormat.all[0].text(body: "{ encoding: '', file: yes, string: /tmp/x.json }")
    #expect(
      try VCRReading(text, as: "a.yml").diagnostics.sorted.map(\.message) == [
        "this body is in a file of the recorder, which is not read; put its text into \"string\" "
          + "and remove \"file\""
      ])
  }

  @Test("A damaged interaction at the start hides no format", arguments: FamilyFormat.all)
  func damagedStart(format: FamilyFormat) throws {
    let text = format.text()
    let start = try #require(text.firstRange(of: "[ "))
    let damaged = text.replacingCharacters(in: start, with: "[ null, ")
    #expect(try RecordingFormat.recognizing(Reading.node(damaged))?.title == format.title)
    #expect(try VCRReading(damaged, as: "a.yml").cassettes.first?.interactions.count == 1)
  }
}
