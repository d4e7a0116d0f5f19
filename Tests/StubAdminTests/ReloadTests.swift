import Foundation
import StubCore
import StubLanguages
import TestSupport
import Testing

@testable import StubAdmin

@Suite("Requests of the journal keep their stubs when files are read again")
struct ReloadTests {
  private static let id = "12222222-1111-1111-1111-111111111111"
  private let folder: TemporaryFolder
  private let client: AdminClient

  init() async throws {
    folder = try TemporaryFolder()
    try folder.write(
      #"{"id": "\#(Self.id)", "persistent": true, "request": {"url": "/a"}, "#
        + #""response": {"status": 201}, "metadata": {"tag": "a"}}"#, to: "mappings/a.json")
    try folder.write(
      #"{"persistent": true, "request": {"url": "/b"}, "response": {"body": "b"}}"#,
      to: "mappings/b.json")
    try folder.write(
      "stubs: [{ match: { path: /c }, respond: { status: 202 } }]", to: "rules.yaml")
    client = try AdminClient.serving(folder)
    for path in ["/a", "/b", "/c"] { client.receive(.get, path) }
    #expect(await client(.post, "/mappings/reset").status == 200)
  }

  @Test("Stubs in use are not among those that answered nothing")
  func unmatched() async {
    #expect(await client(.get, "/mappings/unmatched").json["meta"]?["total"] == 0)
    #expect(await client(.delete, "/mappings/unmatched").status == 200)
    #expect(client.stubs.stubCount == 3)
    #expect(folder.text(of: "mappings/a.json") != nil)
    #expect(folder.text(of: "mappings/b.json") != nil)
  }

  @Test("Requests are found by their stub, and rows name a stub that is there")
  func stubs() async throws {
    let found = await client(.get, "/requests?matchingStub=\(Self.id)").json["requests"]?.array
    #expect(found?.map { $0["request"]?["url"] } == ["/a"])
    let rows = try #require(await client(.get, "/journal").json["requests"]?.array)
    #expect(rows.count == 3)
    for row in rows {
      let id = try #require(row["stub"]?.string)
      #expect(await client(.get, "/stubs/\(id)/row").status == 200)
      let requests = await client(.get, "/requests?matchingStub=\(id)").json["requests"]?.array
      #expect(requests?.map { $0["request"]?["url"] } == [row["url"]])
    }
    let condition = #"{"equalToJson": {"tag": "a"}}"#
    let removed = await client(.post, "/requests/remove-by-metadata", condition).json
    #expect(removed["serveEvents"]?.array?.count == 1)
  }

  @Test("Events have their stubs, and that of a stub that is gone has the status that was sent")
  func events() async throws {
    let mapping = #"{"request": {"url": "/d"}, "response": {"status": 203}}"#
    let gone = try #require(await client(.post, "/mappings", mapping).json["id"]?.string)
    client.receive(.get, "/d")
    #expect(await client(.delete, "/mappings/\(gone)").status == 200)
    let events = await client(.get, "/requests").json["requests"]?.array ?? []
    let statuses = events.map { $0["responseDefinition"]?["status"] }
    #expect(statuses == [203, 202, 200, 201])
    #expect(events.allSatisfy { $0["wasMatched"] == true })
    #expect(events.first?["stubMapping"]?["id"]?.string == gone)
    #expect(events.last?["stubMapping"]?["id"]?.string == Self.id)
    let own = await client(.get, "/requests?matchingStub=\(gone)").json["requests"]?.array
    #expect(own?.count == 1)
  }
}
