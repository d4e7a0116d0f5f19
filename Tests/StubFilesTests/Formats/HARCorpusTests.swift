import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// Compares what is read of a HAR with what Foundation's JSON reader finds in the same file.
private enum HARComparison {
  static func check(_ source: SourceText) throws {
    let reading = VCRReading(source)
    #expect(!reading.diagnostics.hasErrors)
    let interactions = try #require(reading.cassettes.first).interactions
    var data = Data(source.bytes)
    if data.starts(with: [0xEF, 0xBB, 0xBF]) { data = data.dropFirst(3) }
    let file = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let log = file?["log"] as? [String: Any]
    let entries = try #require(log?["entries"] as? [[String: Any]])
    #expect(interactions.count == entries.count)
    for (interaction, entry) in zip(interactions, entries) {
      try compare(
        interaction, try #require(entry["request"] as? [String: Any]),
        try #require(entry["response"] as? [String: Any]))
    }
  }

  /// The bytes of a text: mitmproxy, which says how much compression has saved, reads those without a charset as
  /// Latin-1.
  private static func bytes(of text: String, _ content: [String: Any]) -> Data {
    guard let size = content["size"] as? Int, let saved = content["compression"] as? Int,
      let type = content["mimeType"] as? String, !type.contains("charset"),
      let bytes = text.data(using: .isoLatin1), bytes.count == size + saved
    else { return Data(text.utf8) }
    return bytes
  }

  private static func compare(
    _ interaction: Interaction, _ request: [String: Any], _ response: [String: Any]
  ) throws {
    #expect(interaction.request.method.rawValue == request["method"] as? String)
    #expect(interaction.request.url == request["url"] as? String)
    let sent = (request["postData"] as? [String: Any])?["text"] as? String ?? ""
    #expect(interaction.request.body ?? Data() == Data(sent.utf8))
    let status = try #require(response["status"] as? Int)
    guard interaction.failure == nil, let recorded = interaction.response else {
      #expect(status == 0)
      return
    }
    #expect(recorded.status.rawValue == status)
    let content = response["content"] as? [String: Any] ?? [:]
    let text = content["text"] as? String ?? ""
    let isBase64 = content["encoding"] as? String == "base64"
    let body = isBase64 ? Data(base64Encoded: text) : bytes(of: text, content)
    #expect(recorded.body == body)
    for field in response["headers"] as? [[String: Any]] ?? [] {
      let name = HTTPHeaderName(try #require(field["name"] as? String))
      #expect(recorded.headers.values(of: name).contains(try #require(field["value"] as? String)))
    }
  }
}

@Suite("HAR as an independent reader finds it") struct HARComparisonTests {
  private static let text = """
    { "log": { "creator": { "name": "Own", "version": "1" }, "entries": [
    { "request": { "method": "GET", "url": "https://shop.example/list?page=2",
      "headers": [{ "name": "Accept", "value": "*/*" }] },
      "response": { "status": 200, "headers": [{ "name": "Content-Type", "value": "text/plain" },
      { "name": "X-Count", "value": "2" }, { "name": "X-Count", "value": "3" }],
      "content": { "mimeType": "text/plain", "text": "zwölf\\n\\u20ac" } } },
    { "request": { "method": "POST", "url": "https://shop.example/cart",
      "postData": { "mimeType": "application/json", "text": "{\\"id\\": 7}" } },
      "response": { "status": 201, "headers": [],
      "content": { "encoding": "base64", "text": "AAEC/w==", "mimeType": "image/x-own" } } },
    { "request": { "method": "DELETE", "url": "https://shop.example/cart/7" },
      "response": { "status": 204, "content": {} } },
    { "request": { "method": "GET", "url": "https://gone.example/" },
      "response": { "status": 0, "_error": "net::ERR_NAME_NOT_RESOLVED" } }
    ] } }
    """

  @Test("An entry is read as it stands in the file, with a byte order mark too")
  func entries() throws {
    try HARComparison.check(SourceText(name: "a.har", text: Self.text))
    let marked = [0xEF, 0xBB, 0xBF] + Array(Self.text.utf8)
    try HARComparison.check(SourceText(name: "a.har", bytes: marked))
  }

  @Test("A compressed HAR is read")
  func compressed() throws {
    let bytes = try CompressedFile.text(of: Self.zlib(Array(Self.text.utf8)), named: "a.zhar")
    let source = try SourceText(name: "a.zhar", bytes: bytes)
    let cassette = try #require(VCRReading(source).cassettes.first)
    #expect(cassette.recorder == "Own 1")
    #expect(cassette.interactions.map(\.request.method) == [.get, .post, .delete, .get])
  }

  /// The bytes as one stored block of zlib (RFC 1950, RFC 1951 §3.2.4).
  private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt16(bytes.count)
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    let lengths = [count, ~count].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let sum = [high >> 8, high & 0xFF, low >> 8, low & 0xFF].map { UInt8($0) }
    return [0x78, 0x01, 0x01] + lengths + bytes + sum
  }
}

@Suite("HAR files of many tools", .outside("cassettes"))
struct HARCorpusTests {
  static let paths = ["har", "har-replay", "aligned/har"].flatMap {
    RecordedFiles.paths(in: $0, ["har"])
  }.filter { path in !["brokenfile.har", "har_extractor.har"].contains { path.hasSuffix($0) } }

  @Test("There are some of each tool") func count() { #expect(Self.paths.count == 40) }

  @Test("An entry is read as it stands in the file", arguments: paths)
  func entries(path: String) throws { try HARComparison.check(SourceText(path: path)) }

  @Test("mitmproxy's compressed HAR is read")
  func compressed() throws {
    let path = try #require(RecordedFiles.paths(in: "har", ["zhar"]).first)
    let reading = VCRReading(try SourceText(path: path))
    #expect(reading.diagnostics.description == "")
    let cassette = try #require(reading.cassettes.first)
    #expect(cassette.recorder == "mitmproxy exporthar 0.1")
    #expect(cassette.interactions.map(\.request.method) == [.get, .post])
    #expect(cassette.interactions.allSatisfy { $0.response?.status == 200 })
  }
}
