import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Keys beside a body that are not read")
struct UnreadKeyTests {
  /// A recording in a format, with unknown keys in it.
  struct Sample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let name: String
    let text: String

    init(_ title: String, _ text: String, as name: String = "a.json") {
      testDescription = title
      self.name = name
      self.text = text
    }
  }

  @Test("An unknown key in a message is a warning in every format", arguments: samples)
  func everyFormat(sample: Sample) throws {
    let reading = try VCRReading(sample.text, as: sample.name)
    #expect(RecordingFormat.all.contains { $0.title == sample.testDescription })
    #expect(reading.cassettes.first?.interactions.count == 1)
    #expect(
      reading.diagnostics.sorted.map { $0.message } == [
        "unknown key \"payload\" is ignored; rename it if it contains the body"
      ])
  }

  @Test("Every format has a sample, but that whose unknown keys are errors")
  func all() {
    #expect(
      Set(Self.samples.map { $0.testDescription })
        == Set(RecordingFormat.all.map { $0.title }).subtracting(["HTTPStubber", "HAR entry"]))
  }

  @Test("One line for each key says how often it occurs and where first; empty ones say nothing")
  func grouped() throws {
    let one = """
      - request: { method: get, uri: 'http://a/' }
        response: { status: { code: 200 }, bdy: { string: a }, note: '', flag: false, more: [] }
      """
    let findings = try VCRReading.findings("http_interactions:\n\(one)\n\(one)")
    #expect(
      findings == """
        a.yml:3:38: warning: unknown key "bdy" is ignored (2 times in this file); did you mean \
        "body"?
          response: { status: { code: 200 }, bdy: { string: a }, note: '', flag: false, more: [] }
                                             ^
        """)
  }

  @Test("An unknown key in a body is reported")
  func bodies() throws {
    let text = """
      http_interactions:
      - request: { method: get, uri: 'http://a/' }
        response: { status: { code: 200 }, body: { string: a, gzipped: YQ== } }
      """
    #expect(try VCRReading.findings(text).contains("unknown key \"gzipped\" is ignored"))
    let har = """
      {"log": {"entries": [{"request": {"url": "http://a/"}, "response": {"status": 200,
      "content": {"text": "a", "_note": 1, "body": "b"}}}]}}
      """
    let findings = try VCRReading(har, as: "a.har").diagnostics.sorted.map { $0.found }
    #expect(findings == ["unknown key \"body\" is ignored"])
  }
}

extension UnreadKeyTests {
  private static func plist(_ frame: String) -> String {
    """
    <plist version="1.0"><dict><key>scenes</key><array><dict><key>frames</key><array>
    <dict><key>class</key><string>BKROriginalRequestFrame</string><key>creationDate</key>
    <real>1</real><key>URL</key><string>http://a/</string></dict>
    <dict><key>class</key><string>BKRResponseFrame</string><key>creationDate</key>
    <real>2</real><key>URL</key><string>http://a/</string><key>statusCode</key>
    <integer>200</integer>\(frame)</dict></array></dict></array></dict></plist>
    """
  }

  static let samples = [
    Sample(
      "HAR",
      """
      {"log": {"entries": [{"request": {"url": "http://a/"},
      "response": {"status": 200, "payload": "a"}}]}}
      """, as: "a.har"),
    Sample(
      "nock", #"[{"scope": "http://a", "path": "/", "status": 200, "payload": "a"}]"#),
    Sample("BeKindRewind", plist("<key>payload</key><string>a</string>"), as: "a.plist"),
    Sample(
      "JSZVCR",
      """
      <plist version="1.0"><array><dict><key>request</key><dict><key>originalRequest</key>
      <dict><key>URL</key><string>http://a/</string></dict></dict><key>response</key><dict>
      <key>response</key><dict><key>URL</key><string>http://a/</string>
      <key>payload</key><string>a</string></dict></dict></dict></array></plist>
      """, as: "a.plist"),
    Sample(
      "YAHTTPVCR",
      """
      [{"id": "A", "type": 0, "data": {"cls": "NSURLRequest", "method": "get", "url": "http://a/"}},
      {"id": "A", "type": 1, "data": {"cls": "NSHTTPURLResponse", "status": 200, "payload": "a"}}]
      """),
    Sample(
      "DVR",
      """
      {"name": "a", "interactions": [{"recorded_at": 1, "request": {"method": "GET",
      "url": "http://a/"}, "response": {"status": 200, "payload": "a"}}]}
      """),
    Sample(
      "swift-vcr",
      """
      {"interactions": [{"recordedAt": "2013-09-28T01:25:38Z", "request": {"method": "GET",
      "url": "http://a/"}, "response": {"statusCode": 200, "payload": "a"}}]}
      """),
    Sample(
      "VCRURLConnection", #"[{"method": "GET", "uri": "http://a/", "status": 200, "payload": "a"}]"#
    ),
    Sample(
      "Vinyl",
      """
      [{"request": {"url": "http://a/"}, "response": {"url": "http://a/", "status": 200,
      "payload": "a"}}]
      """),
    Sample(
      "Betamax",
      """
      {"http_interactions": [{"request": {"method": "GET", "uri": "http://a/", "payload": "a"},
      "response": {"status": {"code": 200}}}], "recorded_with": "betamax/0.8.1"}
      """),
    Sample(
      "rVCR",
      """
      {"http_interactions": [{"request": {"method": "GET", "uri": "http://a/", "payload": "a"},
      "response": {"status": {"code": 200}}}], "recorded_with": "rVCR 0.1"}
      """),
    Sample(
      "VCR",
      """
      http_interactions:
      - request: { method: get, uri: 'http://a/' }
        response: { status: { code: 200 }, payload: a }
      """, as: "a.yml"),
    Sample(
      "go-vcr",
      """
      version: 2
      interactions:
      - request: { method: GET, url: 'http://a/' }
        response: { code: 200, payload: a, content_length: 5, uncompressed: true }
      """, as: "a.yaml"),
    Sample(
      "VCR.py",
      """
      version: 1
      interactions:
      - request: { method: GET, uri: 'http://a/' }
        response: { status: { code: 200 }, payload: a }
      """, as: "a.yaml"),
    Sample(
      "EasyVCR",
      """
      [{"RecordedAt": "2022-10-19T13:19:11Z", "Request": {"Method": "GET", "Uri": "http://a/"},
      "Response": {"Status": {"Code": 200}, "payload": "a"}}]
      """),
    Sample(
      "ExVCR",
      """
      [{"request": {"method": "get", "url": "http://a/", "options": {"a": 1}},
      "response": {"status_code": 200, "type": "ok", "payload": "a"}}]
      """),
    Sample(
      "php-vcr",
      """
      - request: { method: GET, url: 'http://a/' }
        response: { status: { code: 200 }, payload: a }
      """, as: "a.yaml"),
    Sample(
      "Betamax for Java",
      """
      !tape
      interactions:
      - request: { method: GET, uri: 'http://a/' }
        response: { status: 200, payload: a }
      """, as: "a.yaml"),
    Sample(
      "VCR.py before 1.0",
      """
      - request: { method: GET, protocol: http, host: a, path: / }
        response: { status: { code: 200 }, payload: a }
      """, as: "a.yaml"),
  ]
}
