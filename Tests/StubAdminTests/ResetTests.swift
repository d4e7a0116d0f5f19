import Foundation
import StubCore
import StubFiles
import StubLanguages
import TestSupport
import Testing

@testable import StubAdmin

@Suite("A reset takes a server back to what its files say")
struct ResetTests {
  private static let old = "stubs: [{ match: { path: /a }, respond: { text: old } }]\n"
  private let folder: TemporaryFolder
  private let client: AdminClient

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.old, to: "a.yaml")
    client = try AdminClient.serving(folder)
  }

  private func rule(_ path: String) -> String { Self.old.replacing("/a", with: path) }

  /// Whether a stub answers.
  private func answers(_ path: String) -> Bool {
    client.stubs.stub(answering: ReceivedRequest(.get, "http://a\(path)")) != nil
  }

  @Test(
    "A file with an error leaves all as it was, with what was added",
    arguments: ["/reset", "/mappings/reset"])
  func brokenFile(path: String) async throws {
    let id = client.admin.name(of: client.stubs.stubs[0])
    #expect(await client(.put, "/stubs/\(id)", rule("/one")).status == 200)
    #expect(await client(.post, "/stubs", rule("/two")).status == 201)
    client.receive(.get, "/one")
    try folder.write(Self.old + "nope: 1\n", to: "a.yaml")
    #expect(await client(.post, path).status == 422)
    #expect(answers("/one") && answers("/two"))
    #expect(await client(.get, "/stubs/\(id)").json["isAdded"] == true)
    #expect(client.stubs.journal.entries.count == 1)
    try folder.write(Self.old, to: "a.yaml")
    #expect(await client(.post, path).status == 200)
    #expect(answers("/a") && !answers("/one") && !answers("/two"))
  }

  @Test("Sets that were turned off are on again, also for stubs that come later")
  func sets() async {
    await client(.post, "/stubs", rule("/two"))
    for set in ["admin", "a"] {
      #expect(await client(.patch, "/sets/\(set)", #"{"on": false}"#).json["on"] == 0)
    }
    client.admin.reload()
    #expect(!answers("/a") && !answers("/two"))
    #expect(await client(.post, "/reset").status == 200)
    #expect(answers("/a"))
    await client(.post, "/stubs", rule("/two"))
    #expect(answers("/two"))
  }

  @Test(
    "Ignore rules that were sent stay when files are read again, and go with all that was added")
  func ignoreRules() async throws {
    try folder.write(Self.old + "ignore: [{ path: /of-file }]\n", to: "a.yaml")
    client.admin.reload()
    let rules = rule("/two") + "ignore: [{ path: /sent }]\n"
    for (method, path) in [(.delete, "/stubs"), (.delete, "/mappings"), (.post, "/reset")]
      as [(HTTPMethod, String)]
    {
      #expect(await client(.post, "/stubs", rules).status == 201)
      #expect(client.stubs.ignoreRules.count == 2)
      client.admin.reload()
      #expect(client.stubs.ignoreRules.count == 2)
      #expect(answers("/two"))
      #expect([200, 204].contains(await client(method, path).status))
      #expect(client.stubs.ignoreRules.count == 1)
      client.admin.reload()
      #expect(client.stubs.ignoreRules.count == 1)
    }
  }

  @Test("Ignore rules of a session are its own, and go with its reset")
  func ignoreRulesOfSession() async throws {
    let one: HTTPHeaders = ["X-Stub-Session": "one"]
    await client(.post, "/stubs", "ignore: [{ path: /sent }]", headers: one)
    let session = try #require(client.admin.sessions["one"])
    client.admin.reload()
    #expect(session.stubs.ignoreRules.count == 1)
    #expect(client.stubs.ignoreRules.isEmpty)
    #expect(await client(.post, "/reset", headers: one).status == 200)
    #expect(session.stubs.ignoreRules.isEmpty)
  }

  @Test(
    "Keys that are for the whole server are refused with a word on where they go",
    arguments: [
      ("network: 3g", "network", "PUT /network sets it"),
      ("unhandled: optin", "unhandled", "write it into a file that the server reads"),
      ("connection: refuse", "connection", "PUT /faults/connection sets it"),
      ("tls: expiredCertificate", "tls", "PUT /faults/tls sets it"),
    ])
  func settings(line: String, key: String, remedy: String) async {
    let id = client.admin.name(of: client.stubs.stubs[0])
    for (method, path) in [(.post, "/stubs"), (.put, "/stubs/\(id)")] as [(HTTPMethod, String)] {
      let reply = await client(method, path, rule("/two") + line)
      #expect(reply.status == 422)
      let error = reply.json["errors"]?[0]
      #expect(error?["title"]?.string == "\(key) cannot be sent with stubs")
      #expect(error?["detail"]?.string == "it is for the whole server; \(remedy)")
      #expect(error?["source"]?["pointer"]?.string == "/\(key)")
    }
    #expect(client.stubs.stubCount == 1)
  }

  @Test("Files that are served as they are belong to no mappings, and stay without them")
  func staticFiles() async throws {
    try folder.write("hello", to: "files/hello.txt")
    let files = StaticFolder(folder.file("files")).stub
    client.admin.replaceFiles(with: RuleSet(reading: []), others: [files])
    let imported = #"{"mappings": [], "importOptions": {"deleteAllNotInImport": true}}"#
    for (method, path, body) in [
      (.delete, "/mappings", nil), (.delete, "/mappings/unmatched", nil),
      (.post, "/mappings/import", imported),
    ] as [(HTTPMethod, String, String?)] {
      await client(.post, "/mappings", "{}")
      #expect(await client(.get, "/mappings").json["meta"]?["total"] == 1)
      #expect(await client(method, path, body).status == 200)
      #expect(await client(.get, "/mappings").json["mappings"] == [])
      #expect(await client(.get, "/stubs").json["total"] == 1)
      #expect(answers("/hello.txt"))
    }
    #expect(await client(.delete, "/stubs").status == 204)
    #expect(!answers("/hello.txt"))
  }
}
