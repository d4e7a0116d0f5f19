import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// Compares what is read of a cassette in JSON with what Foundation's JSON reader finds in it.
private enum InteractionComparison {
  static func check(_ source: SourceText) throws {
    let reading = VCRReading(source)
    #expect(reading.diagnostics.description == "")
    let cassette = try #require(reading.cassettes.first)
    let root = try #require(
      JSONSerialization.jsonObject(with: Data(source.bytes)) as? [String: Any])
    let entries = try #require(root["http_interactions"] as? [[String: Any]])
    #expect(cassette.recorder == root["recorded_with"] as? String)
    #expect(cassette.interactions.count == entries.count)
    for (interaction, entry) in zip(cassette.interactions, entries) {
      let request = try #require(entry["request"] as? [String: Any])
      let response = try #require(entry["response"] as? [String: Any])
      let status = response["status"] as? [String: Any]
      #expect(interaction.request.method.rawValue == (request["method"] as? String)?.uppercased())
      #expect(interaction.request.url == request["uri"] as? String)
      #expect((interaction.request.body ?? Data()) == body(request["body"]))
      #expect(lines(interaction.request.headers) == lines(request["headers"]))
      let recorded = try #require(interaction.response)
      #expect(
        recorded.status.rawValue == (status?["code"] ?? response["status_code"]) as? Int)
      #expect(recorded.body == body(response["body"]))
      #expect(lines(recorded.headers) == lines(response["headers"]))
      #expect(interaction.recordedAt != nil)
      #expect(interaction.origin?.file == source.name)
    }
  }

  private static func body(_ value: Any?) -> Data? {
    if let text = value as? String { return Data(text.utf8) }
    let body = value as? [String: Any]
    if let base64 = body?["base64_string"] as? String {
      return Data(base64Encoded: base64, options: .ignoreUnknownCharacters)
    }
    return (body?["string"] as? String).map { Data($0.utf8) }
  }

  private static func lines(_ headers: HTTPHeaders) -> [String] {
    headers.fields.map { "\($0.name): \($0.value)" }.sorted()
  }

  private static func lines(_ headers: Any?) -> [String] {
    ((headers as? [String: Any]) ?? [:]).flatMap { name, value in
      ((value as? [String]) ?? [value as? String ?? ""]).map { "\(name): \($0)" }
    }.sorted()
  }
}

@Suite("Cassettes of VCR and Betamax as an independent reader finds them")
struct VCRComparisonTests {
  private static let vcr = """
    {"http_interactions": [
    {"request": {"method": "get", "uri": "http://shop.example/list?page=2",
      "body": {"encoding": "US-ASCII", "string": ""}, "headers": {"Accept": ["*/*", "text/plain"]}},
      "response": {"status": {"code": 200, "message": "OK"}, "headers": {"X-Count": ["2", "3"],
      "Content-Type": ["text/plain"]}, "body": {"encoding": "UTF-8", "string": "zwölf\\n\\u20ac"}},
      "recorded_at": "Tue, 03 Mar 2020 10:20:30 GMT"},
    {"request": {"method": "post", "uri": "http://shop.example/cart",
      "body": {"encoding": "UTF-8", "string": "id=7"}, "headers": {}},
      "response": {"status": {"code": 201, "message": "Created"}, "headers": {},
      "body": {"encoding": "ASCII-8BIT", "base64_string": "AAEC\\n/w==\\n"}},
      "recorded_at": "Tue, 03 Mar 2020 10:20:31 GMT"}
    ], "recorded_with": "VCR 6.0.0"}
    """
  private static let betamax = """
    {"http_interactions": [{"request": {"method": "PUT", "uri": "http://shop.example/cart/7",
      "body": {"encoding": "utf-8", "string": "n=2"}, "headers": {"Accept": ["*/*"]}},
      "response": {"status": {"code": 404, "message": "Not Found"}, "url": "http://shop.example/",
      "headers": {"Content-Type": ["text/html"]}, "body": {"encoding": "utf-8", "string": "<p>"}},
      "recorded_at": "2014-05-06T07:08:09"}], "recorded_with": "betamax/0.4.1"}
    """

  @Test("an interaction is read as it stands in the file", arguments: [vcr, betamax])
  func interactions(text: String) throws {
    try InteractionComparison.check(SourceText(name: "a.json", text: text))
  }

  @Test("one of VCR.py or go-vcr is read without findings, with all its bytes")
  func others() throws {
    let python = """
      interactions:
      - request: { body: null, headers: { Accept: ['*/*'] }, method: GET, uri: http://shop.example/ }
        response:
          body: { string: "zw\\xF6lf\\n" }
          headers: { Content-Type: [text/plain] }
          status: { code: 200, message: OK }
      version: 1
      """
    let go = """
      version: 1
      interactions:
      - request: { body: "", form: {}, headers: { Accept: ['*/*'] }, url: http://shop.example/,
          method: GET }
        response:
          body: |
            one
            two
          headers: { Content-Type: [text/plain] }
          status: 200 OK
          code: 200
      """
    for (text, count) in [(python, 7), (go, 8)] {
      let interaction = try VCRReading.interaction(text, as: "a.yaml")
      #expect(
        interaction.request
          == RecordedRequest(.get, "http://shop.example/", headers: ["Accept": "*/*"]))
      #expect(interaction.response?.status == 200)
      #expect(interaction.response?.headers == ["Content-Type": "text/plain"])
      #expect(interaction.response?.body.count == count)
    }
  }
}

@Suite("Recordings that other tools made", .outside("cassettes"))
struct VCRFixtureTests {
  /// Those in JSON below `http_interactions`, which Foundation reads as well.
  static let interactions =
    RecordedFiles.paths(in: "vcr-json", ["json"]) + RecordedFiles.paths(in: "betamax", ["json"])

  static let others =
    RecordedFiles.paths(in: "vcrpy", ["yaml", "json", ""]).filter {
      !$0.hasSuffix("LICENSE") && (try? SourceText(path: $0)) != nil
    } + RecordedFiles.paths(in: "go-vcr", ["yaml"])

  @Test("there are enough of them to mean something")
  func count() {
    #expect(Self.interactions.count == 49)
    #expect(Self.others.count == 14)
  }

  @Test("one in JSON gives the same as an independent reader", arguments: interactions)
  func sameAsJSON(path: String) throws {
    try InteractionComparison.check(SourceText(path: path))
  }

  @Test("one of VCR.py or go-vcr is read without findings", arguments: others)
  func isRead(path: String) throws {
    let reading = VCRReading(try SourceText(path: path))
    #expect(reading.diagnostics.description == "")
    #expect(reading.stubCount == 0)
    let interactions = try #require(reading.cassettes.first).interactions
    #expect(!interactions.isEmpty)
    for interaction in interactions {
      #expect(interaction.request.url.hasPrefix("http"))
      #expect(interaction.response?.headers.isEmpty == false)
    }
  }

  @Test("those of VCR.py and go-vcr have as many bytes as PyYAML and json find")
  func sameAsPyYAML() throws {
    let responses = try Self.others.flatMap { path in
      VCRReading(try SourceText(path: path)).cassettes.flatMap(\.interactions).compactMap(
        \.response)
    }
    #expect(responses.count == 21)
    #expect(responses.map(\.status.rawValue).reduce(0, +) == 5_008)
    #expect(responses.map(\.body.count).reduce(0, +) == 80_480)
  }
}
