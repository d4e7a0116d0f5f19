import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

private func path(_ name: String) -> String { OutsideFixtures.path("cassettes/\(name)") }

@Suite("Vinyl, DVR and other formats of Swift libraries in JSON")
struct SwiftLibraryTests {
  @Test("Each sample is read in its format")
  func formats() throws {
    let titles = try SwiftLibrarySamples.all.map { text in
      var diagnostics = DiagnosticList()
      let source = try SourceText(name: "a", text: text)
      let documents = StubFormats.all.documents(in: source, reportingTo: &diagnostics)
      return documents.first.flatMap { RecordingFormat.recognizing($0) }?.title
    }
    #expect(
      titles == [
        "YAHTTPVCR", "BeKindRewind", "JSZVCR", "Vinyl", "DVR", "swift-vcr", "VCRURLConnection",
      ])
  }

  @Test(
    "A body of Vinyl and DVR is text, JSON or base64 as its Content-Type says",
    arguments: [
      ("text/html", #""YWI=""#, "YWI=", "YWI="),
      ("application/json; charset=utf-8", #"{"a": [1]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
      ("application/json", #""a""#, "a", "a"),
      ("application/json", "1.50", "1.50", "1.50"),
      ("application/vnd.a+json", #""YWI=""#, "ab", "ab"),
      ("image/png", #""YWI=""#, "ab", "ab"),
      (nil, #""YWI=""#, "YWI=", "ab"),
    ] as [(String?, String, String, String)])
  func bodies(type: String?, body: String, vinyl: String, dvr: String) throws {
    let headers = type.map { #"{"content-type": "\#($0)"}"# } ?? "{}"
    let message = #""url": "http://a/", "headers": \#(headers), "body": \#(body)"#
    let interaction = """
      {"request": {"method": "POST", \(message)}, "response": {"status": 200, \(message)},
      "recorded_at": 1}
      """
    let read = [
      try VCRReading.interaction("[\(interaction)]", as: "a.json"),
      try VCRReading.interaction(
        #"{"name": "a", "interactions": [\#(interaction)]}"#, as: "a.json"),
    ]
    #expect(read.map(\.text) == [vinyl, dvr])
    #expect(
      read.map { $0.request.body.map { String(decoding: $0, as: UTF8.self) } } == [vinyl, dvr])
  }

  @Test("An interaction of Vinyl without a request answers GET at the URL of its response")
  func vinylWithoutRequest() throws {
    let text = #"[{"response": {"url": "http://a/", "status": 204, "headers": {}}}]"#
    let interaction = try VCRReading.interaction(text, as: "a.json")
    #expect(interaction.request == RecordedRequest(.get, "http://a/"))
    #expect(interaction.response == RecordedResponse(204))
  }

  @Test("Vinyl: trailing commas are taken, and JSON bodies stay JSON")
  func vinyl() throws {
    let json = #""headers": {"Content-Type": "application/json"}"#
    let text = """
      [{"request": {"url": "http://a/", "method": "POST", \(json), "body": {"user": "u", "n": 1}},
      "response": {"url": "http://a/", "status": 200, \(json), "body": {"token": "t"},},},
      {"response": {"url": "http://b/", "status": 404, "headers": {}},},]
      """
    let interactions = try VCRReading.cassette(text, as: "a.json").interactions
    #expect(interactions.map(\.request.url) == ["http://a/", "http://b/"])
    #expect(
      try JSONValue(parsing: try #require(interactions.first?.request.body)) == [
        "user": "u", "n": 1,
      ])
    #expect(interactions.first?.text == #"{"token":"t"}"#)
  }

  @Test("DVR: the name and the time are kept, redirects keep the last URL, uploads their bytes")
  func dvr() throws {
    let text = """
      {"name": "own", "interactions": [
      {"recorded_at": 1500000000.5, "request": {"method": "POST", "url": "http://a/",
      "headers": {"Content-Type": "multipart/form-data"}, "body": "LS0xDQphDQotLTEtLQ=="},
      "response": {"url": "http://b/", "status": 401, "headers": {"A": "1"}, "body": "YQ=="}},
      {"recorded_at": 1500000001, "request": {"method": "POST", "url": "http://a/",
      "headers": {"A": "2"}}, "response": {"url": "http://a/", "status": 200, "headers": {}}}]}
      """
    let cassette = try VCRReading.cassette(text, as: "a.json")
    #expect(cassette.name == "own")
    #expect(cassette.interactions.map { $0.response?.status } == [401, 200])
    #expect(cassette.interactions.map { $0.response?.url } == ["http://b/", nil])
    let interaction = try #require(cassette.interactions.first)
    #expect(interaction.request.body == Data("--1\r\na\r\n--1--".utf8))
    #expect(interaction.recordedAt == Date(timeIntervalSince1970: 1_500_000_000.5))
  }

  @Test(
    "Cookies that Foundation has joined with commas are separate again",
    arguments: SwiftLibrarySamples.all)
  func joinedCookies(sample: String) throws {
    let date = "Expires=Wed, 21 Oct 2099 07:28:00 GMT"
    let joined = "a=1; Path=/; \(date), b=x,y; Path=/,c[d]=3; \(date)"
    let field = #""Set-Cookie": "\#(joined)""#
    let text = sample.replacing(#""headers": {}"#, with: "\"headers\": {\(field)}")
      .replacing(#"{"C": "d"}"#, with: "{\(field)}")
      .replacing(#"{"Content-Type": "text/html"}"#, with: "{\(field)}")
      .replacing(
        "<integer>201</integer>",
        with: "<integer>201</integer><key>allHeaderFields</key><dict><key>Set-Cookie</key>"
          + "<string>\(joined)</string></dict>")
    let response = try VCRReading(text, as: "a").cassettes.first?.interactions.first?.response
    #expect(
      response?.headers.values(of: .setCookie)
        == ["a=1; Path=/; \(date)", "b=x,y; Path=/", "c[d]=3; \(date)"])
  }

  @Test("swift-vcr has bodies in base64 and dates in ISO 8601")
  func swiftVCR() throws {
    let interaction = try VCRReading.interaction(SwiftLibrarySamples.swiftVCR, as: "a.json")
    #expect(interaction.text == "ab")
    #expect(interaction.recordedAt == RecordedDate.read("2025-01-02T03:04:05Z"))
  }

  @Test("VCRURLConnection has text as it is, base64 for other media types, and errors")
  func vcrURLConnection() throws {
    let text = """
      [{"method": "GET", "uri": "http://a/", "status": 201, "body": "a",},
      {"method": "GET", "uri": "http://b/", "headers": {"Content-Type": "image/png"},
      "body": "YWI="},
      {"method": "GET", "uri": "http://c/", "error": {"domain": "NSURLErrorDomain", "code": -1009,
      "localizedDescription": "offline", "userInfo": "YnBsaXN0"}}]
      """
    let interactions = try VCRReading.cassette(text, as: "a.json").interactions
    #expect(interactions.map(\.text) == ["a", "ab", nil])
    #expect(interactions.map { $0.response?.status } == [201, 200, nil])
    #expect(
      interactions.last?.failure
        == RecordedFailure(code: -1009, message: "offline", details: "YnBsaXN0"))
  }
}

@Suite("Recordings of Vinyl and DVR", .outside("cassettes"))
struct SwiftLibraryFixtureTests {
  @Test("Vinyl's own are read, with trailing commas too")
  func vinyl() throws {
    let multiple = VCRReading(
      try SourceText(path: path("vinyl/VinylTests/Fixtures/vinyl_multiple.json")))
    #expect(multiple.diagnostics.description == "")
    #expect(
      multiple.cassettes.first?.interactions.map(\.request.url)
        == ["http://api.test1.com", "http://api.test2.com"])
    let upload = VCRReading(
      try SourceText(path: path("vinyl/VinylTests/Fixtures/vinyl_upload.json")))
    let interaction = try #require(upload.cassettes.first?.interactions.first)
    #expect(
      try JSONValue(parsing: try #require(interaction.request.body))
        == ["username": "ziggy", "password": "stardust"])
    #expect(interaction.text == #"{"token":"thespidersfrommars"}"#)
  }

  @Test("DVR's own are read: redirects keep the last URL, uploads their bytes")
  func dvr() throws {
    let folder = "dvr/Tests/DVRTests/Fixtures"
    let text = VCRReading(try SourceText(path: path("\(folder)/text.json")))
    let interaction = try #require(text.cassettes.first?.interactions.first)
    #expect(text.cassettes.first?.name == "example")
    #expect(interaction.text == "hello")
    #expect(interaction.recordedAt != nil)
    let upload = VCRReading(try SourceText(path: path("\(folder)/upload-data.json")))
    let body = try #require(upload.cassettes.first?.interactions.first?.request.body)
    #expect(String(decoding: body, as: UTF8.self).contains("test file\n"))
    let failed = VCRReading(try SourceText(path: path("\(folder)/failed-request-example.json")))
    #expect(failed.cassettes.first?.interactions.first?.response?.status == 401)
    let headers = VCRReading(try SourceText(path: path("\(folder)/different-headers.json")))
    #expect(headers.cassettes.first?.interactions.count == 2)
  }
}
