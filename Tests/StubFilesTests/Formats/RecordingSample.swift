import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// A recording in one of the formats.
struct RecordingSample: Sendable, CustomTestStringConvertible {
  let text: String

  init(_ text: String) { self.text = text }

  /// Whether it is over only with its last character.
  var isClosed: Bool { ["[", "{", "<"].contains { text.hasPrefix($0) } }

  /// The title of the format that it is of.
  var title: String? {
    (try? Reading(text, as: "a"))?.documents.first.flatMap {
      RecordingFormat.recognizing($0)
    }
    .map { $0.title }
  }

  var testDescription: String { title ?? String(text.prefix(40)) }
}

extension RecordingSample {
  /// One recording in each format but that of VCR 1, which is refused.
  static let all = (texts + SwiftLibrarySamples.all).map { RecordingSample($0) }

  private static let texts = [
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
    !tape
    name: a
    interactions:
    - recorded: 2013-10-31T21:26:22.666Z
      request: { method: GET, uri: http://a/, headers: { A: b } }
      response: { status: 200, headers: { A: b }, body: !!binary YQ== }
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
    {"request": {"method": "GET", "url": "http://a/", "headers": [{"name": "A", "value": ["b"]}]},
    "response": {"status": 200, "content": {"encoding": "base64", "text": "YQ=="}}}
    """,
    """
    [{"scope": "https://a:443", "method": "get", "path": "/", "body": {"a": "b"}, "status": 200,
    "response": ["1f8b", "00"], "rawHeaders": ["Content-Encoding", "gzip"],
    "reqheaders": {"content-length": 1}, "responseIsBinary": false}]
    """,
    """
    {"http_interactions": [{"request": {"method": "GET", "uri": "http://a/", "body": {"encoding":
    "utf-8", "string": ""}}, "response": {"status": {"code": 200, "message": "OK"}, "url": "http://a/",
    "body": {"base64_string": "YWJj"}}, "recorded_at": "2013-09-28T01:25:38"}],
    "recorded_with": "betamax/0.8.1"}
    """,
    """
    {"http_interactions": [{"request": {"method": "GET", "uri": "http://a/"}, "response": {"status":
    {"code": 200}, "body": {"encoding": "base64", "string": "YWJj"}}}], "recorded_with": "rVCR 0.1"}
    """,
    """
    cassette: 1
    name: a
    interactions:
    - request: { method: GET, url: http://a/, headers: [ Accept: a ] }
      response: { status: 200, headers: [ A: b ], body: { base64: YQ== } }
      recordedAt: 2026-01-31T12:00:00.000Z
      timing: { wait: 1s, receive: 5ms, chunks: [ { at: 1ms, bytes: 1 } ] }
    """,
  ]
}
