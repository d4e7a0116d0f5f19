import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

private let bundle =
  "cassettes/yahttpvcr/Tests/Fixtures/YHVCassettePlaybackIntegerationTest.bundle"

/// The interactions of a cassette that YAHTTPVCR's own tests are run with.
private func interactions(_ name: String) throws -> [Interaction] {
  let path = OutsideFixtures.path("\(bundle)/NSURLSessionPlayback\(name).json")
  let reading = VCRReading(try SourceText(path: path))
  #expect(reading.diagnostics.description == "")
  return try #require(reading.cassettes.first).interactions
}

@Suite("YAHTTPVCR") struct YAHTTPVCRTests {
  private static let plist = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><array>
    <dict><key>id</key><string>A</string><key>type</key><integer>0</integer>
    <key>data</key><dict><key>cls</key><string>NSURLRequest</string>
    <key>method</key><string>post</string><key>url</key><string>http://a/</string>
    <key>body</key><dict><key>cls</key><string>NSData</string>
    <key>base64</key><string>YQ==</string></dict></dict></dict>
    <dict><key>id</key><string>A</string><key>type</key><integer>1</integer>
    <key>data</key><dict><key>cls</key><string>NSHTTPURLResponse</string>
    <key>status</key><integer>201</integer><key>url</key><string>http://b/</string>
    <key>headers</key><dict><key>C</key><string>d</string></dict></dict></dict>
    <dict><key>id</key><string>A</string><key>type</key><integer>2</integer>
    <key>data</key><dict><key>cls</key><string>NSData</string>
    <key>base64</key><data>YWI=</data></dict></dict>
    <dict><key>id</key><string>A</string><key>type</key><integer>2</integer></dict>
    <dict><key>id</key><string>A</string><key>type</key><integer>2</integer>
    <key>data</key><dict><key>base64</key><string>Yw==</string></dict></dict>
    </array></plist>
    """

  @Test("A property list reads like JSON; the pieces of a body are joined")
  func propertyList() throws {
    let interaction = try VCRReading.interaction(Self.plist, as: "a.plist")
    #expect(interaction.request == RecordedRequest(.post, "http://a/", body: Data("a".utf8)))
    #expect(
      interaction.response
        == RecordedResponse(201, headers: ["C": "d"], body: Data("abc".utf8), url: "http://b/"))
    #expect(interaction.position == RecordedPosition(request: 0, response: 1...4))
    #expect(interaction.origin == HTTPStub.Origin(file: "a.plist", line: 3))
    #expect(interaction.timing == nil)
  }

  @Test("An error after a response keeps the bytes before it")
  func errorAfterResponse() throws {
    let text = """
      [{"id": "A", "type": 0, "data": {"cls": "NSURLRequest", "method": "get", "url": "http://a/"}},
      {"id": "A", "type": 1, "data": {"status": 200, "url": "http://a/"}},
      {"id": "A", "type": 2, "data": {"base64": "YQ=="}},
      {"id": "A", "type": 3, "data": {"domain": "D", "code": -1, "info": {"a": [1]}}}]
      """
    let interaction = try VCRReading.interaction(text, as: "a.json")
    #expect(interaction.response == RecordedResponse(200, body: Data("a".utf8)))
    #expect(
      interaction.failure == RecordedFailure(domain: "D", code: -1, details: ["a": [1]]))
  }

  @Test("A chapter whose scenes are damaged is reported once, and the others are read")
  func others() throws {
    let text = """
      [{"id": "A", "type": 0, "data": {"cls": "NSURLRequest", "method": "get", "url": "http://a/"}},
      {"id": "B", "type": 0, "data": {"method": "get", "url": "http://b/"}},
      {"id": "A", "type": 1, "data": {"status": 20, "url": "http://a/"}},
      {"id": "B", "type": 1, "data": {"status": 200, "url": "http://b/"}}]
      """
    let reading = try VCRReading(text, as: "a.json")
    #expect(reading.diagnostics.errorCount == 1)
    #expect(reading.cassettes.first?.interactions.map(\.request.url) == ["http://b/"])
  }

  /// A chapter's scene, with the members of its data.
  private static func scene(_ id: String, _ type: Int, _ data: String = "") -> String {
    #"{"id": "\#(id)", "type": \#(type), "data": {\#(data)}}"#
  }

  private static func request(_ id: String, _ url: String, _ more: String = "") -> String {
    scene(id, 0, #""cls": "NSURLRequest", "method": "get", "url": "\#(url)"\#(more)"#)
  }

  @Test("A body that a filter has changed is played with its own length")
  func filteredBody() throws {
    let text = """
      [\(Self.scene("A", 0, #""cls": "NSURLRequest", "method": "post", "url": "http://a/", "headers": {"Key": "hidden"}, "body": {"base64": "eHk="}"#)),
      \(Self.scene("A", 1, #""status": 200, "url": "http://a/", "headers": {"Content-Length": "90"}"#)),
      \(Self.scene("A", 2, #""base64": "YWJj""#)), \(Self.scene("A", 4))]
      """
    let interaction = try VCRReading.interaction(text, as: "a.json")
    #expect(
      interaction.request
        == RecordedRequest(.post, "http://a/", headers: ["Key": "hidden"], body: Data("xy".utf8)))
    #expect(interaction.response?.headers["Content-Length"] == "90")
    #expect(interaction.response?.played(for: .post).headers["Content-Length"] == "3")
  }

  @Test("Requests that ran at the same time keep their places on the tape")
  func interleaved() throws {
    let text = """
      [\(Self.request("A", "http://a/")), \(Self.request("B", "http://b/")),
      \(Self.scene("B", 1, #""status": 200, "url": "http://b/""#)), \(Self.scene("B", 4)),
      \(Self.scene("A", 1, #""status": 204, "url": "http://a/""#)), \(Self.scene("A", 4))]
      """
    let interactions = try VCRReading.cassette(text, as: "a.json").interactions
    #expect(interactions.map(\.request.url) == ["http://a/", "http://b/"])
    #expect(
      interactions.map(\.position) == [
        RecordedPosition(request: 0, response: 4...5),
        RecordedPosition(request: 1, response: 2...3),
      ])
  }

  @Test("Errors keep domain, code, message and details")
  func errors() throws {
    let text = """
      [\(Self.request("A", "http://a/")),
      \(Self.scene("A", 3, #""domain": "NSURLErrorDomain", "code": -1001, "info": {"NSLocalizedDescription": "too late", "Key": "x"}"#))]
      """
    let interaction = try VCRReading.interaction(text, as: "a.json")
    #expect(
      interaction.failure
        == RecordedFailure(code: -1001, message: "too late", details: ["Key": "x"]))
  }

  @Test("A response after redirects has the URL of the request, and may be without data")
  func redirects() throws {
    let text = """
      [\(Self.request("A", "http://a/")), \(Self.scene("A", 1, #""status": 200, "url": "http://a/""#)),
      \(Self.scene("A", 4))]
      """
    let response = try #require(try VCRReading.interaction(text, as: "a.json").response)
    #expect(response.url == nil)
    #expect(response.body == Data())
  }
}

@Suite("Recordings of YAHTTPVCR", .outside("cassettes"))
struct YAHTTPVCRFixtureTests {
  @Test("A POST has its body and the filtered body of the response")
  func post() throws {
    let interaction = try #require(try interactions("POSTShouldReturnStubbedResponse").first)
    #expect(interaction.request.method == .post)
    #expect(interaction.request.url.hasPrefix("https://httpbin.org/post"))
    #expect(interaction.request.headers["Authorization"] == "Basic secret-authorization-value")
    let body = try JSONValue(parsing: try #require(interaction.request.body))
    #expect(
      body == ["postBodyField2": "postBodyValue2", "postBodyField1": "secret-post-body-value"])
    #expect(interaction.response?.status == 200)
    #expect(interaction.response?.headers["Content-Length"] == "746")
    #expect(interaction.response?.body.count == 77)
    #expect(interaction.response?.played(for: .post).headers["Content-Length"] == "77")
  }

  @Test("Requests that were under way at once keep their positions")
  func interleaved() throws {
    let interactions = try interactions(
      "GETShouldReturnStubbedResponsesChronologicallyWhenFewRequestStubbed")
    #expect(
      interactions.map(\.position) == [
        RecordedPosition(request: 0, response: 5...7),
        RecordedPosition(request: 1, response: 2...4),
      ])
    #expect(interactions[0].request.url.hasPrefix("https://httpbin.org/delay/2"))
    #expect(interactions[1].request.url.hasPrefix("https://httpbin.org/get"))
  }

  @Test("Errors keep domain, code, message and details")
  func errors() throws {
    let timeout = try #require(
      try interactions("GETShouldReturnStubbedErrorWhenRemoteDoesntRespondInTime").first)
    #expect(timeout.response == nil)
    let failure = try #require(timeout.failure)
    #expect(failure.domain == "NSURLErrorDomain")
    #expect(failure.code == -1001)
    #expect(failure.message == "The request timed out.")
    #expect(failure.details?["NSErrorFailingURLKey"] != nil)
    let cancelled = try #require(
      try interactions("GETShouldReturnStubbedErrorWhenRequestCancelled").first)
    #expect(cancelled.response == nil)
    #expect(cancelled.failure?.code == -999)
  }

  @Test("A response after redirects has the URL of the request")
  func redirects() throws {
    let interaction = try #require(
      try interactions("GETShouldReturnStubbedResponseWhenRecordedRedirects").first)
    #expect(interaction.response?.status == 200)
    #expect(interaction.response?.url == nil)
  }

  @Test("A response may be without data")
  func empty() throws {
    let interaction = try #require(
      try interactions("GETShouldReturnStubbedResponseWhenStubRecordedWithEmptyData").first)
    #expect(interaction.response?.body == Data())
  }
}
