import Foundation
import StubCore
import StubLanguages
import TestSupport
import Testing

@testable import StubAdmin

@Suite("Files for bodies are listed, read, written and removed, and none outside their folder")
struct FileRoutesTests {
  private let folder: TemporaryFolder
  private let client: AdminClient

  init() throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    client = AdminClient { $0.folder = folder.path }
  }

  @Test("What was written is listed, read back, used by stubs and removed")
  func files() async throws {
    #expect(await client(.get, "/files").json == [])
    #expect(await client(.put, "/files/sub/b.txt", "hello").json == "aGVsbG8=")
    #expect(await client(.get, "/files").json == ["sub/b.txt"])
    let reply = await client(.get, "/files/sub/b.txt")
    #expect(reply.text == "hello")
    #expect(reply.headers[.contentType] == "application/octet-stream")
    await client(
      .post, "/mappings",
      #"{"request": {"url": "/a"}, "response": {"bodyFileName": "sub/b.txt"}}"#)
    client.receive(.get, "/a")
    #expect(client.stubs.journal.entries.last?.stubID != nil)
    #expect(await client(.delete, "/files/sub/b.txt").status == 200)
    #expect(await client(.get, "/files/sub/b.txt").status == 404)
    #expect(await client(.delete, "/files/sub/b.txt").status == 404)
  }

  @Test(
    "A file has at most 32 folders and 248 bytes in a name, and what is refused leaves no folders",
    arguments: [
      (String(repeating: "a/", count: 32) + "b", 200),
      (String(repeating: "a/", count: 33) + "b", 400),
      (String(repeating: "a/", count: 3_000) + "b", 400), (String(repeating: "n", count: 248), 200),
      (String(repeating: "n", count: 249), 400),
      ("a/" + String(repeating: "n", count: 249) + "/b", 400),
      ("a/b/" + String(repeating: "%C3%A9", count: 125), 400),
      // As long as the system takes no path.
      (String(repeating: String(repeating: "n", count: 199) + "/", count: 31) + "b", 500),
    ])
  func depth(name: String, status: Int) async {
    #expect(await client(.put, "/files/\(name)", "x").status == status)
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect((names ?? []).isEmpty == (status != 200))
  }

  @Test(
    "A name that leads out of the folder is refused",
    arguments: [
      "../x", "a/../../x", "%2e%2e/x", "..%2fx", "a%2f..%2f..%2fx", "a%00b", "link/x", "out", ".",
      // A slash and a combining mark, which make one character.
      "..%2f%CC%81x",
    ])
  func outside(name: String) async throws {
    let other = try TemporaryFolder(["x": "secret"])
    try folder.write("", to: "__files/a/file")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("__files/link"), withDestinationPath: other.path)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("__files/out"), withDestinationPath: other.file("x"))
    for method in [HTTPMethod.get, .put, .delete] {
      let reply = await client(method, "/files/\(name)", method == .put ? "new" : nil)
      #expect([403, 404].contains(reply.status), "\(method)")
    }
    #expect(other.text(of: "x") == "secret")
    #expect(folder.text(of: "x") == nil)
    #expect(folder.text(of: "\u{301}x") == nil)
  }
}
