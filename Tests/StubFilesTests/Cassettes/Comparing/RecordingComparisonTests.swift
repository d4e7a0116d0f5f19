import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("What has changed since a recording")
struct RecordingComparisonTests {
  private func changes(
    _ recorded: RecordedResponse, _ found: RecordedResponse, ignoring names: [HTTPHeaderName] = []
  ) -> [RecordingChange] {
    RecordingComparison(ignoring: names).changes(
      from: Interaction(RecordedRequest(.get, "http://a.example/"), recorded),
      to: Interaction(RecordedRequest(.get, "http://a.example/"), found))
  }

  private func bodies(_ recorded: String, _ found: String) -> [RecordingChange] {
    changes(
      RecordedResponse(200, body: Data(recorded.utf8)),
      RecordedResponse(200, body: Data(found.utf8)))
  }

  @Test("Status and header fields are compared, but for volatile and ignored ones")
  func head() {
    let recorded = RecordedResponse(
      200, headers: ["Date": "a", "ETag": "1", "X-Old": "x", "Vary": "a", "vary": "b"])
    let found = RecordedResponse(
      404, headers: ["date": "b", "etag": "2", "X-New": "y", "Vary": "a"])
    #expect(
      changes(recorded, found) == [
        RecordingChange("status", recorded: "200", found: "404"),
        RecordingChange("header ETag", recorded: #""1""#, found: #""2""#),
        RecordingChange("header X-Old", recorded: #""x""#, found: "nothing"),
        RecordingChange("header Vary", recorded: #""a" and "b""#, found: #""a""#),
        RecordingChange("header X-New", recorded: "nothing", found: #""y""#),
      ])
    #expect(
      changes(recorded, found, ignoring: ["etag", "x-old", "x-new", "vary"]).map(\.part)
        == ["status"])
    #expect(changes(recorded, recorded) == [])
  }

  @Test("JSON is compared by its members, wherever they stand")
  func json() {
    #expect(
      bodies(
        #"{"users": [{"name": "Ann", "age": 1}], "a/b": null, "gone": true}"#,
        #"{"a/b": null, "users": [{"age": 1.0, "name": "Bob"}, 2], "new": {}}"#) == [
          RecordingChange("body at /users/0/name", recorded: #""Ann""#, found: #""Bob""#),
          RecordingChange("body at /users/1", recorded: "nothing", found: "2"),
          RecordingChange("body at /gone", recorded: "true", found: "nothing"),
          RecordingChange("body at /new", recorded: "nothing", found: "{}"),
        ])
    #expect(bodies("[1,2]", "[1, 2.0]") == [])
  }

  @Test("At most twenty differences of a body are reported")
  func limit() {
    let changes = bodies(
      "[\((1...30).map(String.init).joined(separator: ","))]",
      "[\((2...31).map(String.init).joined(separator: ","))]")
    #expect(changes.count == 21)
    #expect(changes[19].part == "body at /19")
    #expect(changes[20].recorded == "more that differs")
  }

  @Test("Text is compared by lines, anything else by bytes")
  func otherBodies() {
    #expect(
      bodies("a\nb\nc", "a\nB\nc") == [
        RecordingChange("body from line 2", recorded: #""b""#, found: #""B""#)
      ])
    #expect(
      bodies("a\u{0}b", "a\u{0}cd") == [
        RecordingChange("body from byte 2", recorded: "3 bytes", found: "4 bytes")
      ])
  }

  @Test("A placeholder of a secret stands for any text")
  func placeholders() {
    #expect(
      bodies(
        #"{"token": "REDACTED-token-1", "id": 1}"#, #"{"id": 1, "token": "abc"}"#) == [])
    #expect(bodies("token=REDACTED-token-1", "token=x") == [])
  }

  @Test("An error is as recorded when its code is; an answer in its place is not")
  func errors() {
    let comparison = RecordingComparison()
    let request = RecordedRequest(.get, "http://a.example/")
    let failed = Interaction(request, failure: RecordedFailure(code: -1, message: "m"))
    let answered = Interaction(request, RecordedResponse(200))
    #expect(comparison.changes(from: failed, to: failed) == [])
    #expect(
      comparison.changes(from: failed, to: answered)
        == [RecordingChange("response", recorded: #"the error "m""#, found: "status 200")])
  }

  @Test("A request is sent to the server in the place of the recorded one, without placeholders")
  func requests() throws {
    let interaction = Interaction(
      RecordedRequest(
        .get, "https://a.example/v1/users?x=1",
        headers: [
          "Host": "a.example", "Accept": "a", "Authorization": "Bearer REDACTED-authorization-1",
          "X-Api-Key": "REDACTED-xapikey-1", "Content-Length": "3",
        ]), RecordedResponse(200))
    let compared = ComparedInteraction(
      interaction, at: RequestURL("http://127.0.0.1:81/v1"), headers: ["authorization": "Bearer b"])
    let request = try #require(compared.request)
    #expect(request.target.absoluteString == "http://127.0.0.1:81/v1/users?x=1")
    #expect(
      request.headers == ["Host": "127.0.0.1:81", "Accept": "a", "Authorization": "Bearer b"])
    #expect(compared.missingHeaders == ["X-Api-Key"])
    var hidden = interaction
    hidden.request.url += "&key=REDACTED-key-1"
    #expect(ComparedInteraction(hidden, at: RequestURL("http://b/"), headers: [:]).request == nil)
  }
}
