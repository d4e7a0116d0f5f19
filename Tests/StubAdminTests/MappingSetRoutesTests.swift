import Foundation
import StubCore
import StubFiles
import StubLanguages
import StubServer
import TestSupport
import Testing

@testable import StubAdmin

@Suite("Stubs in WireMock's form are changed, found and saved several at a time")
struct MappingSetRoutesTests {
  private static let ids = (1...3).map { "\($0)2222222-1111-1111-1111-111111111111" }

  private func urls(_ client: AdminClient) async -> [String] {
    let mappings = await client(.get, "/mappings").json["mappings"]?.array ?? []
    return mappings.map { $0["request"]?["url"]?.string ?? "" }
  }

  @Test("An import adds and replaces, its first stub is asked first, and may remove all others")
  func importing() async {
    let client = AdminClient()
    await client(.post, "/mappings", #"{"request": {"url": "/old"}}"#)
    let mappings = #""mappings": [{"id": "\#(Self.ids[0])", "request": {"url": "/1"}}, "#
    let reply = await client(
      .post, "/mappings/import", "{\(mappings){\"request\": {\"url\": \"/2\"}}]}")
    #expect(reply.status == 200)
    #expect(reply.body.isEmpty)
    #expect(await urls(client) == ["/1", "/2", "/old"])
    let other = #"{"mappings": [{"id": "\#(Self.ids[0])", "request": {"url": "/3"}}], "#
    await client(
      .post, "/mappings/import", other + #""importOptions": {"duplicatePolicy": "IGNORE"}}"#)
    #expect(await urls(client) == ["/1", "/2", "/old"])
    await client(
      .post, "/mappings/import", other + #""importOptions": {"deleteAllNotInImport": true}}"#)
    #expect(await urls(client) == ["/3"])
  }

  @Test(
    "A file of another tool is refused by its name, with what to do",
    arguments: ["/mappings/import", "/mappings", "/stubs"],
    [
      (#"{"openapi": "3.1.0", "info": {}, "paths": {}}"#, "OpenAPI descriptions", "prism mock"),
      (#"{"Guid": "1", "Request": {}, "Response": {}}"#, "WireMock.Net", "stubber record"),
      (
        #"{"uuid": "22222222-1111-1111-1111-111111111111", "lastMigration": 1, "routes": []}"#,
        "Mockoon", "mockoon-cli"
      ),
    ])
  func foreign(path: String, file: (text: String, title: String, remedy: String)) async {
    let client = AdminClient()
    let reply = await client(.post, path, file.text)
    #expect(reply.status == 422)
    let words = String(decoding: reply.body, as: UTF8.self)
    #expect(words.contains("\(file.title)") && words.contains(file.remedy), "\(words)")
    #expect(client.stubs.stubs.isEmpty)
  }

  @Test(
    "An import with anything wrong changes nothing, and says which stub it is",
    arguments: [
      (#"{"mappings": [{"request": {"url": "/1"}}, {"requesst": {}}]}"#, "/mappings/1/requesst"),
      (#"{"mappings": [{"id": "x"}]}"#, "/mappings/0/id"),
      (#"{"mappings": [7]}"#, "/mappings/0"),
      (#"{}"#, "/mappings"),
      (
        #"{"mappings": [], "importOptions": {"duplicatePolicy": "NO"}}"#,
        "/importOptions/duplicatePolicy"
      ),
    ])
  func importRefusals(body: String, pointer: String) async {
    let client = AdminClient()
    let reply = await client(.post, "/mappings/import", body)
    #expect(reply.status == 422)
    #expect(reply.json["errors"]?[0]?["source"]?["pointer"]?.string == pointer)
    #expect(client.stubs.stubs.isEmpty)
  }

  @Test("An import of which one stub cannot be saved changes nothing")
  func unsavableImport() async throws {
    let folder = try TemporaryFolder()
    let one = #"{"id": "\#(Self.ids[0])", "request": {"url": "/1"}}"#
    try folder.write(
      #"{"mappings": [\#(one), {"request": {"url": "/2"}}]}"#, to: "mappings/two.json")
    let client = try AdminClient.serving(folder)
    let before = await urls(client)
    #expect(before.count == 2)
    let kept = #"{"id": "\#(Self.ids[0])", "persistent": true, "request": {"url": "/3"}}"#
    let mappings = #"{"mappings": [\#(kept), {"request": {"url": "/4"}}]"#
    #expect(await client(.post, "/mappings/import", "\(mappings)}").status == 409)
    #expect(await urls(client) == before)
    // Nothing is to be saved of a stub that stays as it is.
    let ignoring = #", "importOptions": {"duplicatePolicy": "IGNORE"}}"#
    #expect(await client(.post, "/mappings/import", mappings + ignoring).status == 200)
    #expect(await urls(client) == ["/4"] + before)
  }

  @Test("A stub is edited by its identifier, and one that is not there is not found")
  func editing() async {
    let client = AdminClient()
    await client(.post, "/mappings", #"{"id": "\#(Self.ids[0])", "request": {"url": "/1"}}"#)
    let edited = #"{"id": "\#(Self.ids[0])", "request": {"url": "/2"}}"#
    #expect(await client(.post, "/mappings/edit", edited).status == 204)
    #expect(await urls(client) == ["/2"])
    let unknown = #"{"id": "\#(Self.ids[1])"}"#
    #expect(await client(.post, "/mappings/edit", unknown).status == 404)
    #expect(await client(.post, "/mappings/edit").status == 422)
  }

  @Test("Stubs are removed by their identifiers, or by requests that are equal")
  func removing() async {
    let client = AdminClient()
    for (id, url) in zip(Self.ids, ["/1", "/2", "/3"]) {
      await client(.post, "/mappings", #"{"id": "\#(id)", "request": {"url": "\#(url)"}}"#)
    }
    #expect(
      await client(.post, "/mappings/remove", #"{"id": "\#(Self.ids[0])"}"#).status == 200)
    #expect(await urls(client) == ["/3", "/2"])
    let both = #"{"mappings": [{"request": {"method": "ANY", "url": "/2"}}, {"request": {}}]}"#
    #expect(await client(.post, "/mappings/remove", both).status == 200)
    #expect(await urls(client) == ["/3"])
  }

  @Test("Stubs are found and removed by a condition on their metadata")
  func metadata() async {
    let client = AdminClient()
    for tag in ["a", "b"] {
      await client(
        .post, "/mappings", #"{"request": {"url": "/\#(tag)"}, "metadata": {"tag": "\#(tag)"}}"#)
    }
    await client(.post, "/mappings", #"{"request": {"url": "/none"}}"#)
    let condition = #"{"matchesJsonPath": {"expression": "$.tag", "equalTo": "a"}}"#
    let found = await client(.post, "/mappings/find-by-metadata", condition)
    #expect(found.json["meta"]?["total"] == 1)
    #expect(found.json["mappings"]?[0]?["request"]?["url"] == "/a")
    let removed = await client(.post, "/mappings/remove-by-metadata", condition)
    #expect(removed.json == [:])
    #expect(await urls(client) == ["/none", "/b"])
    #expect(await client(.post, "/mappings/find-by-metadata", #"{"nope": 1}"#).status == 422)
    #expect(await client(.post, "/mappings/find-by-metadata").status == 422)
  }

  @Test("Requests are forgotten by the metadata of the stubs that answered them")
  func requestsByMetadata() async {
    let client = AdminClient()
    await client(.post, "/mappings", #"{"request": {"url": "/a"}, "metadata": {"tag": "a"}}"#)
    await client(.post, "/mappings", #"{"request": {"url": "/b"}}"#)
    for path in ["/a", "/b", "/c"] { client.receive(.get, path) }
    let reply = await client(
      .post, "/requests/remove-by-metadata", #"{"equalToJson": {"tag": "a"}}"#)
    #expect(reply.json["serveEvents"]?.array?.count == 1)
    #expect(reply.json["serveEvents"]?[0]?["request"]?["url"] == "/a")
    #expect(client.stubs.journal.entries.map(\.request.target.path) == ["/b", "/c"])
  }

  @Test("Stubs that answered no request of the journal are listed and removed")
  func unmatched() async {
    let client = AdminClient()
    for url in ["/a", "/b"] {
      await client(.post, "/mappings", #"{"request": {"url": "\#(url)"}}"#)
    }
    client.receive(.get, "/a")
    let listed = await client(.get, "/mappings/unmatched").json
    #expect(listed["meta"]?["total"] == 1)
    #expect(listed["mappings"]?[0]?["request"]?["url"] == "/b")
    #expect(await client(.delete, "/mappings/unmatched").status == 200)
    #expect(await urls(client) == ["/a"])
  }

  @Test("Responses name the stub that gave them")
  func marks() async throws {
    let client = AdminClient()
    await client(
      .post, "/mappings", #"{"id": "\#(Self.ids[0])", "name": "A", "request": {"url": "/a"}}"#)
    await client(
      .post, "/mappings",
      #"{"request": {"url": "/t"}, "response": {"body": "{{request.path}}", "#
        + #""transformers": ["response-template"]}}"#)
    for path in ["/a", "/t"] { client.receive(.get, path) }
    let first = try #require(client.stubs.journal.entries.first?.plan?.head?.headers)
    #expect(first["Matched-Stub-Id"] == Self.ids[0])
    #expect(first["Matched-Stub-Name"] == "A")
    let second = try #require(client.stubs.journal.entries.last?.plan?.head?.headers)
    #expect(second["Matched-Stub-Id"].map(AdminNames.isUUID) == true)
    #expect(second["Matched-Stub-Name"] == nil)
  }
}
