import Foundation
import StubCore
import Testing

@testable import StubFiles

/// Compares what is read of a HAR with what Foundation's JSON reader finds in the same file.
@Suite(
  "HAR files of many tools",
  .enabled(if: RecordedFiles.areThere, "the recordings are not beside the package"))
struct HARCorpusTests {
  static let paths = ["har", "har-replay", "aligned/har"].flatMap {
    RecordedFiles.paths(in: $0, ["har"])
  }.filter { path in !["brokenfile.har", "har_extractor.har"].contains { path.hasSuffix($0) } }

  @Test("There are some of each tool") func count() { #expect(Self.paths.count == 40) }

  @Test("An entry is read as it stands in the file", arguments: paths)
  func entries(path: String) throws {
    let reading = VCRReading(try SourceText(path: path))
    #expect(!reading.diagnostics.hasErrors)
    let tracks = try #require(reading.cassettes.first).tracks
    var data = try Data(contentsOf: URL(filePath: path))
    if data.starts(with: [0xEF, 0xBB, 0xBF]) { data = data.dropFirst(3) }
    let file = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let log = file?["log"] as? [String: Any]
    let entries = try #require(log?["entries"] as? [[String: Any]])
    #expect(tracks.count == entries.count)
    for (track, entry) in zip(tracks, entries) {
      try compare(
        track, try #require(entry["request"] as? [String: Any]),
        try #require(entry["response"] as? [String: Any]))
    }
  }

  private func compare(
    _ track: Cassette.Track, _ request: [String: Any], _ response: [String: Any]
  ) throws {
    #expect(track.request.method.rawValue == request["method"] as? String)
    #expect(track.request.url == request["url"] as? String)
    let sent = (request["postData"] as? [String: Any])?["text"] as? String ?? ""
    #expect(track.request.body ?? Data() == Data(sent.utf8))
    let status = try #require(response["status"] as? Int)
    guard case .response(let recorded) = track.outcome else {
      #expect(status == 0)
      return
    }
    #expect(recorded.status.rawValue == status)
    let content = response["content"] as? [String: Any] ?? [:]
    let text = content["text"] as? String ?? ""
    let isBase64 = content["encoding"] as? String == "base64"
    #expect(recorded.body == (isBase64 ? Data(base64Encoded: text) : Data(text.utf8)))
    for field in response["headers"] as? [[String: Any]] ?? [] {
      let name = HTTPHeaderName(try #require(field["name"] as? String))
      #expect(recorded.headers.values(of: name).contains(try #require(field["value"] as? String)))
    }
  }

  @Test("mitmproxy's compressed HAR is read")
  func compressed() throws {
    let path = try #require(RecordedFiles.paths(in: "har", ["zhar"]).first)
    let reading = VCRReading(try SourceText(path: path))
    #expect(reading.diagnostics.description == "")
    let cassette = try #require(reading.cassettes.first)
    #expect(cassette.recorder == "mitmproxy exporthar 0.1")
    #expect(cassette.tracks.map(\.request.method) == [.get, .post])
    #expect(cassette.tracks.allSatisfy { $0.response?.status == 200 })
  }
}
