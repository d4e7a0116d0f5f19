import CoreTestSupport
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Nulls in recordings")
struct NullTextTests {
  /// Texts of which any may be null without anything being wrong.
  private static let samples = [
    """
    {"log": {"creator": {"name": "A", "version": null}, "_recordingName": null, "entries": [{
    "request": {"method": "GET", "url": "http://a/"}, "response": {"status": 200, "cookies": [
    {"name": "s", "value": "1", "path": null, "domain": null}, {"name": "t", "value": null},
    {"name": null, "value": "1"}], "content": {"text": "a"}}}]}}
    """,
    """
    {"log": {"entries": [{"request": {"method": "GET", "url": "http://a/"},
    "response": {"status": null, "statusText": null}}]}}
    """,
    """
    [{"request": {"method": "get", "url": "http://a/"}, "response": {"status_code": 200}},
    {"request": {"method": "get", "url": "http://a/"}, "response": {"type": "error",
    "body": null}}]
    """,
    """
    [{"request": {"method": "get", "url": "http://a/"}, "response": {"body": "",
    "status_code": ["HTTP/1.1", 200, null], "headers": {}}}]
    """,
    """
    [{"scope": "http://a:80", "path": "/", "status": 200, "response": "", "rawHeaders": ["A", null],
    "reqheaders": {"content-type": "application/x-www-form-urlencoded"}, "body": {"a": null}}]
    """,
  ]

  @Test("Null is not the text \"null\"", arguments: samples)
  func texts(sample: String) throws {
    let cassette = try VCRReading.cassette(sample, as: "a.json")
    let written = String(decoding: WritableFormat.own.bytes(cassette), as: UTF8.self)
    #expect(!written.lowercased().contains("null"), "\(written)")
  }

  @Test("A cookie of a HAR has the attributes that are given")
  func cookies() throws {
    let interaction = try VCRReading.interaction(Self.samples[0], as: "a.json")
    #expect(interaction.response?.headers.values(of: .setCookie) == ["s=1", "t="])
  }

  @Test("A body file of Hoverfly may be null")
  func hoverfly() throws {
    let set = try Definition.set(
      """
      {"data": {"pairs": [{"request": {}, "response": {"status": 201, "body": "a", "bodyFile": null}}]},
      "meta": {"schemaVersion": "v5.3"}}
      """)
    #expect(set.text(for: ReceivedRequest(.get, "/")) == "a")
  }
}
