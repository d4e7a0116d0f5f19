import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubAdmin

@Suite("Stubs that were saved answer as before when files are read again")
struct SavedOrderTests {
  private let folder: TemporaryFolder
  private let client: AdminClient

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.rule("old"), to: "z.yaml")
    client = try AdminClient.serving(folder)
  }

  private static func rule(_ name: String) -> String {
    "stubs: [{ name: \(name), match: { path: /zz }, respond: { text: x } }]\n"
  }

  /// The name of the stub that answers.
  private var answering: String? {
    client.stubs.stub(answering: ReceivedRequest(.get, "http://a/zz"))?.name
  }

  private func change() throws {
    try folder.write(Self.rule("other").replacing("/zz", with: "/other"), to: "other.yaml")
    client.admin.reload()
  }

  private func save() async { #expect(await client(.post, "/mappings/save").status == 200) }

  @Test("A rule is asked before the files that it overrides, by the same identifier, and then last")
  func override() async throws {
    let id = await client(.post, "/stubs", Self.rule("new")).json["ids"]?[0]?.string
    await save()
    try change()
    #expect(answering == "new")
    #expect(client.stubs.stubCount == 3)
    #expect(await client(.get, "/stubs/\(id ?? "")").json["name"] == "new")
    await client(.post, "/stubs", Self.rule("newer"))
    await save()
    #expect(folder.text(of: "saved-2.yaml")?.contains("newer") == true)
    try change()
    #expect(answering == "newer")
    // As after a restart, where only the files are left to say it.
    #expect(await client(.post, "/reset").status == 200)
    #expect(answering == "newer")
    #expect(client.stubs.stubs.map(\.name) == ["newer", "new", "old", "other"])
  }

  @Test("Mappings and rules that were saved together keep their order")
  func order() async throws {
    let mapping = #"{"name": "NAME", "request": {"url": "/zz"}}"#
    for number in 1...3 {
      await client(.post, "/mappings", mapping.replacing("NAME", with: "m\(number)"))
      await client(.post, "/stubs", Self.rule("r\(number)"))
    }
    let before = client.stubs.stubs
    #expect(before.compactMap(\.name) == ["r3", "m3", "r2", "m2", "r1", "m1", "old"])
    await save()
    try change()
    #expect(client.stubs.stubs.prefix(6).map(\.id) == before.prefix(6).map(\.id))
    #expect(client.stubs.stubCount == 8)
    for name in before.prefix(6).map({ client.admin.name(of: $0) }) {
      #expect(await client(.delete, "/stubs/\(name)").status == 204)
    }
    try change()
    #expect(client.stubs.stubs.compactMap(\.name) == ["old", "other"])
  }

  @Test("A file of saved stubs that is changed by its reader says what they are")
  func edited() async throws {
    await client(.post, "/stubs", Self.rule("new"))
    await save()
    try folder.write(Self.rule("edited"), to: "saved-1.yaml")
    client.admin.reload()
    #expect(answering == "edited")
    #expect(client.stubs.stubs.compactMap(\.name) == ["edited", "old"])
  }

  @Test("A stub keeps the base URL that it was sent with, in its text and in its file")
  func baseURL() async throws {
    let sent = await client(
      .post, "/stubs",
      """
      baseURL: http://api.test/v1
      stubs:
        - match: { url: /u, any: [{ uri: "/u{?x}" }, { path: /never }] }
          respond: { GET: { text: a } }
      """)
    let id = sent.json["ids"]?[0]?.string ?? ""
    func answers(_ url: String) -> Bool {
      client.stubs.stub(answering: ReceivedRequest(.get, url)) != nil
    }
    let text = await client(.get, "/stubs/\(id)/text").text
    #expect(await client(.put, "/stubs/\(id)", text).status == 200)
    #expect(answers("http://api.test/v1/u"))
    #expect(!answers("http://api.test/u"))
    #expect(await client(.post, "/mappings/save").status == 200)
    #expect(await client(.post, "/reset").status == 200)
    #expect(answers("http://api.test/v1/u"))
    #expect(!answers("http://api.test/u"))
  }
}
