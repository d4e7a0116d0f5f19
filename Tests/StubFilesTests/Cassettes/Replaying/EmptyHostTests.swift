import CoreTestSupport
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Recordings of an empty host")
struct EmptyHostTests {
  /// Recordings of each format whose URL has no host.
  private static let recordings = [
    (
      "a.yml",
      "{ http_interactions: [ { request: { method: get, uri: 'URL' }, response: { status: 200, body: ok } } ] }"
    ),
    (
      "a.yml",
      "{ version: 1, interactions: [ { request: { method: GET, uri: 'URL' }, response: { status: 200, body: { string: ok } } } ] }"
    ),
    (
      "a.yml",
      "{ version: 2, interactions: [ { request: { method: GET, url: 'URL', host: '' }, response: { code: 200, body: ok } } ] }"
    ),
    ("a.yml", "[ { request: { method: GET, url: 'URL' }, response: { status: 200, body: ok } } ]"),
    (
      "a.har",
      #"{"log": {"entries": [{"request": {"method": "GET", "url": "URL"}, "response": {"status": 200, "content": {"text": "ok"}}}]}}"#
    ),
    (
      "a.json",
      #"[{"scope": "http://:80", "path": "/users?a=1", "method": "get", "status": 200, "response": "ok"}]"#
    ),
    (
      "a.yml",
      "[ { request: { method: GET, protocol: http, host: '', path: '/users?a=1' }, response: { status: { code: 200 }, body: { string: ok } } } ]"
    ),
    (
      "a.yaml",
      "{ cassette: 1, interactions: [ { request: { method: GET, url: 'URL' }, response: { status: 200, body: ok } } ] }"
    ),
  ]

  @Test(
    "Recordings of an empty host answer on every host, in-process and on a listener",
    arguments: recordings,
    ["http:///users?a=1", "/users?a=1", "https:///users?a=1", "http://:8080/users?a=1"])
  func answers(recording: (name: String, text: String), url: String) throws {
    let cassette = try VCRReading.cassette(
      recording.text.replacing("URL", with: url), as: recording.name)
    let set = StubSet(cassette)
    #expect(set.stubs.flatMap(\.problems) == [])
    let request = ReceivedRequest(.get, "http://localhost:8080/users?a=1")
    #expect(set.replies(request, request.onListener(ownPort: 8080)) == ["ok", "ok"])
    #expect(set.replies(ReceivedRequest(.get, "https://other.example/users?a=1")) == ["ok"])
    #expect(set.replies(ReceivedRequest(.get, "http://localhost/users?a=2")) == [nil])
  }
}
