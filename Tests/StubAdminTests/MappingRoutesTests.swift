import StubCore
import Testing

@testable import StubAdmin

@Suite("Stubs in WireMock's form are added, shown, replaced and removed over HTTP")
struct MappingRoutesTests {
  private let client = AdminClient()

  @Test("What was sent comes back with what WireMock adds, and answers requests")
  func adding() async {
    let reply = await client(
      .post, "/mappings", #"{"request": {"url": "/a"}, "response": {"body": "hi"}, "name": "A"}"#)
    #expect(reply.status == 201)
    #expect(reply.json["request"] == ["url": "/a", "method": "ANY"])
    #expect(reply.json["response"] == ["body": "hi", "status": 200])
    #expect(reply.json["name"] == "A")
    let id = reply.json["id"]?.string ?? ""
    #expect(AdminNames.isUUID(id))
    #expect(await client(.get, "/mappings/\(id)").json == reply.json)
    #expect(await client(.get, "/mappings").json["mappings"] == .array([reply.json]))
    client.receive(.get, "/a")
    #expect(client.stubs.journal.entries.last?.stubID != nil)
  }

  @Test("A stub that is put in the place of another keeps its identifier and its place")
  func replacing() async {
    let id = "22222222-1111-1111-1111-111111111111"
    await client(.post, "/mappings", #"{"id": "\#(id)", "request": {"url": "/a"}}"#)
    await client(.post, "/mappings", #"{"request": {"url": "/b"}}"#)
    let reply = await client(.put, "/mappings/\(id)", #"{"request": {"url": "/c"}}"#)
    #expect(reply.status == 200)
    #expect(reply.json["id"] == .string(id))
    let listed = await client(.get, "/mappings").json["mappings"]
    #expect(listed?[0]?["request"]?["url"] == "/b")
    #expect(listed?[1]?["request"]?["url"] == "/c")
  }

  @Test("A removed stub is gone, and one that is not there is not found")
  func removing() async {
    let reply = await client(.post, "/mappings", #"{"request": {"url": "/a"}}"#)
    let id = reply.json["id"]?.string ?? ""
    #expect(await client(.delete, "/mappings/\(id)").status == 200)
    #expect(await client(.get, "/mappings/\(id)").status == 404)
    #expect(await client(.delete, "/mappings/\(id)").status == 404)
    #expect(client.stubs.stubs.isEmpty)
  }

  @Test("An identifier that is in use, a wrong key and broken JSON are refused, and change nothing")
  func refusals() async {
    let body = #"{"id": "22222222-1111-1111-1111-111111111111"}"#
    await client(.post, "/mappings", body)
    let again = await client(.post, "/mappings", body)
    #expect(again.status == 422)
    #expect(again.json["errors"]?[0]?["code"] == 109)
    let wrong = await client(.post, "/mappings", #"{"request": {"urll": "/a"}}"#)
    #expect(wrong.status == 422)
    #expect(wrong.json["errors"]?[0]?["source"]?["pointer"] == "/request/urll")
    #expect(wrong.json["errors"]?[0]?["detail"]?.string?.contains("did you mean") == true)
    #expect(await client(.post, "/mappings", #"{"request": "#).status == 422)
    #expect(await client(.get, "/mappings/nope").status == 400)
    #expect(client.stubs.stubs.count == 1)
  }

  @Test("WireMock's clients find only members that they know in errors and in stubs of other forms")
  func foreignForms() async throws {
    let client = AdminClient()
    let wrong = await client(.post, "/mappings", "{\n  \"request\": {\"x\": 1}}").json["errors"]?[0]
    #expect(wrong?.object?.members.map(\.name) == ["code", "source", "title", "detail"])
    #expect(wrong?["source"] == ["pointer": "/request/x"])
    #expect(wrong?["detail"]?.string?.hasPrefix("line 2, column 15: ") == true)
    client.stubs.add(stub: HTTPStubRequest().match(path: "/a").stub(.text("a")))
    let listed = await client(.get, "/mappings").json["mappings"]?[0]
    #expect(listed?.object?.members.map(\.name) == ["id", "uuid", "metadata"])
    #expect(listed?["metadata"]?["origin"]?["line"] != nil)
  }
}
