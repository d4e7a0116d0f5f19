import Foundation
import StubCore
import Testing

@testable import StubFiles

@Suite(
  "Recordings that other tools made",
  .enabled(if: RecordedFiles.areThere, "the recordings are not beside the package"))
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

  @Test("one in JSON gives what an independent reading finds", arguments: interactions)
  func sameAsJSON(path: String) throws {
    let reading = VCRReading(try SourceText(path: path))
    #expect(reading.diagnostics.description == "")
    let cassette = try #require(reading.cassettes.first)
    let root = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path))) as? [String: Any])
    let entries = try #require(root["http_interactions"] as? [[String: Any]])
    #expect(cassette.recorder == root["recorded_with"] as? String)
    #expect(cassette.tracks.count == entries.count)
    for (track, entry) in zip(cassette.tracks, entries) {
      let request = try #require(entry["request"] as? [String: Any])
      let response = try #require(entry["response"] as? [String: Any])
      let status = response["status"] as? [String: Any]
      #expect(track.request.method.rawValue == (request["method"] as? String)?.uppercased())
      #expect(track.request.url == request["uri"] as? String)
      #expect((track.request.body ?? Data()) == Self.body(request["body"]))
      #expect(Self.lines(track.request.headers) == Self.lines(request["headers"]))
      let recorded = try #require(track.response)
      #expect(
        recorded.status.rawValue == (status?["code"] ?? response["status_code"]) as? Int)
      #expect(recorded.body == Self.body(response["body"]))
      #expect(Self.lines(recorded.headers) == Self.lines(response["headers"]))
      #expect(track.recordedAt != nil)
      #expect(track.origin?.file == path)
    }
  }

  @Test("one of VCR.py or go-vcr is read without findings", arguments: others)
  func isRead(path: String) throws {
    let reading = VCRReading(try SourceText(path: path))
    #expect(reading.diagnostics.description == "")
    #expect(reading.stubCount == 0)
    let tracks = try #require(reading.cassettes.first).tracks
    #expect(!tracks.isEmpty)
    for track in tracks {
      #expect(track.request.url.hasPrefix("http"))
      #expect(track.response?.headers.isEmpty == false)
    }
  }

  @Test("those of VCR.py and go-vcr have as many bytes as PyYAML and json find")
  func sameAsPyYAML() throws {
    let responses = try Self.others.flatMap { path in
      VCRReading(try SourceText(path: path)).cassettes.flatMap(\.tracks).compactMap(\.response)
    }
    #expect(responses.count == 21)
    #expect(responses.map(\.status.rawValue).reduce(0, +) == 5_008)
    #expect(responses.map(\.body.count).reduce(0, +) == 80_480)
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
