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
}
