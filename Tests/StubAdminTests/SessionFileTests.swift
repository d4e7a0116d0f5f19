import Foundation
import StubCore
import StubLanguages
import TestSupport
import Testing

@testable import StubAdmin

@Suite("A session changes no files and hides nothing from others")
struct SessionFileTests {
  private static let id = "12222222-1111-1111-1111-111111111111"
  private static let kept = #"{"id": "\#(id)", "persistent": true, "request": {"url": "/kept"}}"#
  private let folder: TemporaryFolder
  private let client: AdminClient
  private let one: HTTPHeaders = ["X-Stub-Session": "one"]

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.kept, to: "mappings/kept.json")
    client = try AdminClient.serving(folder)
  }

  private var files: [String] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") || $0.hasSuffix(".yaml") }.sorted()
  }

  @Test(
    "What is removed or replaced in a session is still there for others, with its file",
    arguments: [
      (.delete, "/mappings", nil), (.delete, "/mappings/\(id)", nil), (.delete, "/stubs", nil),
      (.delete, "/mappings/unmatched", nil), (.put, "/mappings/\(id)", "{}"),
      (.post, "/mappings/remove", #"{"id": "\#(id)"}"#),
      (.put, "/stubs/\(id)", "stubs: [{ respond: { text: x } }]"),
    ] as [(HTTPMethod, String, String?)])
  func removing(method: HTTPMethod, path: String, body: String?) async {
    let reply = await client(method, path, body, headers: one)
    #expect((200...204).contains(reply.status), "\(reply.text)")
    #expect(folder.text(of: "mappings/kept.json") == Self.kept)
    // Also where the session was the first to ask by the identifier.
    #expect(await client(.get, "/mappings/\(Self.id)").json["request"]?["url"] == "/kept")
    let own = await client(.get, "/mappings/\(Self.id)", headers: one)
    #expect(own.json["request"]?["url"] != "/kept")
  }

  @Test("A rule file that the server has saved stays when a session removes its stub")
  func rules() async throws {
    await client(.post, "/stubs", "stubs: [{ match: { path: /a }, respond: { text: x } }]")
    #expect(await client(.post, "/mappings/save").status == 200)
    let saved = files
    #expect(saved.count == 2)
    #expect(await client(.delete, "/stubs", headers: one).status == 204)
    #expect(files == saved)
    #expect(client.stubs.stubCount == 2)
  }

  @Test(
    "A session saves nothing, and the answer says why",
    arguments: [
      (.post, "/mappings", #"{"persistent": true}"#), (.post, "/mappings/save", nil),
      (.put, "/mappings/\(id)", kept),
      (.post, "/mappings/import", #"{"mappings": [{}, {"persistent": true}]}"#),
      (.post, "/recordings/snapshot", #"{"persist": true}"#),
    ] as [(HTTPMethod, String, String?)])
  func refusals(method: HTTPMethod, path: String, body: String?) async {
    await client(.post, "/stubs", "stubs: [{ respond: { text: x } }]", headers: one)
    let reply = await client(method, path, body, headers: one)
    #expect(reply.status == 409)
    let title = reply.json["errors"]?[0]?["title"]?.string
    #expect(title == #"the session "one" cannot save stubs: files are read for all"#)
    #expect(files == ["mappings/kept.json"])
    #expect(client.admin.sessions["one"]?.stubs.stubCount == 2)
  }

  @Test("A session shows stubs that were added on the server as they were sent")
  func added() async throws {
    let mapping = await client(.post, "/mappings", #"{"request": {"url": "/a"}}"#).json
    let id = try #require(mapping["id"]?.string)
    #expect(await client(.get, "/mappings/\(id)", headers: one).json == mapping)
    let changed = #"{"request": {"url": "/b"}}"#
    #expect(await client(.put, "/mappings/\(id)", changed, headers: one).status == 200)
    let own = await client(.get, "/mappings/\(id)", headers: one).json
    #expect(own["request"]?["url"] == "/b")
    #expect(await client(.get, "/mappings/\(id)").json == mapping)
  }
}
