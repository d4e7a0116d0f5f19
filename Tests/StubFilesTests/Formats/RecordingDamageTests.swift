import StubCore
import Testing

@testable import StubFiles

/// A damaged recording and what is said of it: line, column, pointer and message of each finding.
struct RecordingFault: Sendable, CustomTestStringConvertible {
  let file: String
  let text: String
  let findings: String

  init(_ file: String, _ text: String, _ findings: String) {
    self.file = file
    self.text = text
    self.findings = findings
  }

  var testDescription: String { findings }
}

@Suite("Damaged recordings")
struct RecordingDamageTests {
  @Test(
    "What is wrong is told with place, pointer, expectation and remedy",
    arguments: vcrFaults + vcrPyFaults + goVCRFaults + listedVCRFaults + swiftLibraryFaults)
  func faults(fault: RecordingFault) throws {
    let findings = try VCRReading(fault.text, as: fault.file).diagnostics.sorted.map {
      "\($0.line ?? 0):\($0.column ?? 0) \($0.pointer ?? "-") \($0.message)"
    }
    #expect(findings.joined(separator: "\n") == fault.findings)
  }

  @Test("A damaged recording does not keep the others from being read")
  func others() throws {
    let reading = try VCRReading(
      """
      http_interactions:
      - request: { method: get, uri: http://a/1 }
        response: { status: { code: 200 } }
      - request: { method: get }
        response: { status: { code: 200 } }
      - request: { method: get, uri: http://a/3 }
        response: { status: { code: 200 } }
      """, as: "a.yml")
    #expect(reading.diagnostics.errorCount == 1)
    #expect(
      reading.cassettes.first?.tracks.map(\.request.url) == ["http://a/1", "http://a/3"])
  }

  /// One recording in each format; those in JSON begin with a bracket or a brace.
  private static let samples = [
    """
    {"http_interactions": [{"request": {"method": "get", "uri": "http://a/", "headers": {"A": ["b"]},
    "body": {"encoding": "ISO-8859-1", "base64_string": "YWJj"}}, "response": {"status": {"code": 200},
    "body": {"encoding": "UTF-16", "string": "é"}}, "recorded_at": "Fri, 20 Nov 2020 11:50:24 GMT"}]}
    """,
    """
    interactions:
    - request: { body: !!python/object/new:io.BytesIO { state: !!python/tuple [ !!binary YQ==, 0 ] },
        headers: [ !!python/tuple [ A, [ b ] ] ], method: GET, uri: 'http://a/' }
      response: { body: { string: !!python/unicode a }, headers: {}, status: { code: 200 } }
    version: 1
    """,
    """
    version: 2
    interactions:
    - request: { method: GET, url: http://a/, proto: HTTP/1.1, trailer: { A: [b] } }
      response: { code: 200, status: 200 OK, body: !!binary YQ==, duration: 1m0.5s }
    """,
    """
    [{"request": {"protocol": "http", "host": "a", "port": 81, "path": "/", "method": "GET",
    "headers": [["A", "b"], ["C", ["d"]]]}, "response": {"status": {"code": 200},
    "headers": ["A: b\\r\\n"], "body": {"string": "a"}}}]
    """,
    """
    [{"request": {"method": "get", "url": "http://a/"}, "response": {"status_code": 200,
    "binary": true, "body": "g20AAAABYQ==", "headers": {}, "type": "ok"}}]
    """,
    """
    - request: { method: GET, url: http://a/, post_fields: { a: b } }
      response: { status: { http_version: '1.1', code: 200 }, headers: { A: b },
        curl_info: { total_time: 1, starttransfer_time: 0.5 } }
    """,
    """
    [{"Duration": 1, "RecordedAt": "2022-10-19T13:19:11Z", "Request": {"Method": "GET",
    "Uri": "http://a/"}, "Response": {"Status": {"Code": 200}, "Body": "a"}}]
    """,
    """
    {"log": {"creator": {"name": "A"}, "entries": [{"startedDateTime": "2020-01-01T00:00:00.5Z",
    "time": 1.5, "timings": {"wait": 1, "receive": -1}, "request": {"method": "POST",
    "url": "http://a/", "httpVersion": "h2", "cookies": [{"name": "a", "secure": true}],
    "headers": [{"name": ":authority", "value": "b"}], "postData": {"mimeType": "text/plain",
    "params": [{"name": "a", "value": "b"}]}}, "response": {"status": 302, "redirectURL": "/b",
    "content": {"mimeType": "a; charset=x", "encoding": "base64", "text": "YQ=="}}}]}}
    """,
    """
    [{"scope": "https://a:443", "method": "get", "path": "/", "body": {"a": "b"}, "status": 200,
    "response": ["1f8b", "00"], "rawHeaders": ["Content-Encoding", "gzip"],
    "reqheaders": {"content-length": 1}, "responseIsBinary": false}]
    """,
  ]

  @Test("The samples are whole", arguments: samples + SwiftLibrarySamples.all)
  func samplesAreWhole(sample: String) throws {
    let reading = try VCRReading(sample, as: "a")
    #expect(!reading.diagnostics.hasErrors)
    #expect(reading.cassettes.first?.tracks.count == 1)
  }

  @Test(
    "One that is cut short is an error or has nothing in it",
    arguments: samples + SwiftLibrarySamples.all)
  func beginnings(sample: String) throws {
    for count in 0..<sample.utf8.count {
      let bytes = Array(sample.utf8.prefix(count))
      guard let source = try? SourceText(name: "a", bytes: bytes) else { continue }
      let reading = VCRReading(source)
      let isClosed = sample.hasPrefix("[") || sample.hasPrefix("{") || sample.hasPrefix("<")
      #expect(!isClosed || reading.diagnostics.hasErrors || count == 0)
      #expect(reading.diagnostics.sorted.allSatisfy { ($0.line ?? 0) >= 1 })
    }
  }

  @Test("No change of a byte makes a reader crash", arguments: samples + SwiftLibrarySamples.all)
  func changes(sample: String) throws {
    let bytes = Array(sample.utf8)
    let damage = Array("0\"[{:, \\-%<".utf8)
    for place in bytes.indices {
      var changed = bytes
      changed[place] = damage[place % damage.count]
      guard let source = try? SourceText(name: "a", bytes: changed) else { continue }
      let reading = VCRReading(source)
      #expect(reading.diagnostics.sorted.allSatisfy { ($0.line ?? 0) >= 1 })
      #expect(reading.cassettes.count <= 1)
    }
  }
}
