import StubCore
import Testing

@testable import StubAdmin

@Suite("Stubs are listed in short, searched, turned off and on, and shown as they are written")
struct StubRowTests {
  private let client = AdminClient()

  private func add(_ text: String) async {
    #expect(await client(.post, "/stubs", text).status == 201)
  }

  private func names(_ query: String) async -> [String?] {
    let reply = await client(.get, "/stubs/rows?\(query)")
    return reply.json["stubs"]?.array?.map { $0["name"]?.string } ?? []
  }

  private func id(_ name: String) async -> String {
    let reply = await client(.get, "/stubs/rows?search=\(name)")
    return reply.json["stubs"]?[0]?["id"]?.string ?? ""
  }

  private func addThree() async {
    await add(
      """
      stubs:
        - { name: users, match: { path: /users }, respond: { GET: { json: [] } } }
        - { name: orders, match: { path: /orders }, respond: { POST: { status: 201 } } }
        - { name: once, times: 1, match: { path: /once }, respond: { text: x } }
      """)
  }

  @Test("A row says what a stub asks for, answers and has answered")
  func row() async {
    await addThree()
    client.receive(.get, "/users")
    let row = await client(.get, "/stubs/\(await id("users"))/row").json
    #expect(row["methods"] == ["GET"])
    #expect(row["conditions"] == [#"path is "/users""#])
    #expect(row["answers"] == [["method": "GET", "title": "200 JSON"]])
    #expect(row["answered"] == 1)
    #expect(row["isOn"] == true)
    #expect(row["isAdded"] == true)
  }

  @Test("All words of a search have to be in the name, methods, conditions or file")
  func search() async {
    await addThree()
    #expect(await names("search=USERS") == ["users"])
    #expect(await names("search=post+order") == ["orders"])
    #expect(await names("search=get+orders") == [])
    #expect(await names("") == ["once", "orders", "users"])
  }

  @Test("A list is filtered by state and file, counted and paged")
  func filters() async {
    await addThree()
    client.receive(.get, "/once")
    #expect(await names("state=unused") == ["orders", "users"])
    #expect(await names("state=usedUp") == ["once"])
    #expect(await names("state=added&limit=1&offset=1") == ["orders"])
    #expect(await names("file=nowhere.yaml") == [])
    let reply = await client(.get, "/stubs/rows?search=o&limit=1")
    #expect(reply.json["matching"] == 2)
    #expect(reply.json["total"] == 3)
    #expect(reply.json["files"] == [["file": "admin", "stubs": 3]])
    let wrong = await client(.get, "/stubs/rows?state=odd")
    #expect(wrong.status == 400)
    #expect(
      wrong.json["errors"]?[0]?["title"]
        == #"state must be one of unused, usedUp, off, added, not "odd""#)
  }

  @Test("A stub that is off answers nothing, says so in reports, and answers again when it is on")
  func turning() async {
    await addThree()
    let id = await id("users")
    #expect(await client(.patch, "/stubs/\(id)", #"{"on": false}"#).json["isOn"] == false)
    client.receive(.get, "/users")
    let last = client.stubs.journal.entries.last
    #expect(last?.stubID == nil)
    let verdict = last?.comparisons.first?.verdicts.last
    #expect(verdict?.matcher == "the stub is on")
    #expect(verdict?.result.mismatch?.found == "turned off")
    #expect(await names("state=off") == ["users"])
    #expect(await client(.patch, "/stubs/\(id)", #"{"on": true}"#).json["isOn"] == true)
    client.receive(.get, "/users")
    #expect(client.stubs.journal.entries.last?.stubID != nil)
    #expect(await client(.patch, "/stubs/\(id)", "{}").status == 422)
  }

  @Test("A stub is shown as a rule file, or as the mapping that it was sent as")
  func text() async {
    await addThree()
    let rule = await client(.get, "/stubs/\(await id("users"))/text")
    #expect(rule.headers[.contentType] == "application/yaml; charset=utf-8")
    #expect(
      rule.text == """
        stubs:
          - name: users
            match: { path: '/users' }
            respond: { GET: { json: [] } }

        """)
    let mapping = await client(.post, "/mappings", #"{"request": {"url": "/m"}}"#).json
    let shown = await client(.get, "/stubs/\(mapping["id"]?.string ?? "")/text")
    #expect(shown.headers[.contentType] == "application/json")
    #expect(shown.json == mapping)
    client.stubs.add(stub: HTTPStubRequest().match(path: "/code").stub(for: .get, .text("")))
    #expect(await client(.get, "/stubs/\(await id("code"))/text").status == 404)
  }
}
