import Foundation
import StubCore
import StubLanguages
import TestSupport
import Testing

@testable import StubAdmin

@Suite("A mapping in the place of a saved one changes its file only when it is to be saved")
struct SavedMappingTests {
  private static let id = "12222222-1111-1111-1111-111111111111"
  private let folder: TemporaryFolder
  private let client: AdminClient

  init() throws {
    folder = try TemporaryFolder()
    client = try AdminClient.serving(folder)
  }

  private var files: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.file("mappings"))) ?? []
  }

  /// A mapping with that text as the body of its response.
  private static func mapping(_ body: String) -> String {
    #"{"id": "\#(id)", "request": {"url": "/a"}, "response": {"body": "\#(body)"}}"#
  }

  /// The body that the stub has now.
  private var body: JSONValue? {
    get async { await client(.get, "/mappings/\(Self.id)").json["response"]?["body"] }
  }

  /// Adds the first mapping and saves it; then it is one that was added, or one that was read again.
  private func save(thenRead: Bool) async {
    #expect(await client(.post, "/mappings", Self.mapping("first")).status == 201)
    #expect(await client(.post, "/mappings/save").status == 200)
    if thenRead { #expect(await client(.post, "/mappings/reset").status == 200) }
  }

  @Test(
    "A reset brings the saved one back",
    arguments: [
      (.put, "/mappings/\(id)", mapping("new")), (.post, "/mappings/edit", mapping("new")),
      (.post, "/mappings/import", "{\"mappings\": [\(mapping("new"))]}"),
    ] as [(HTTPMethod, String, String)], [false, true])
  func reset(change: (method: HTTPMethod, path: String, text: String), isRead: Bool) async {
    await save(thenRead: isRead)
    let reply = await client(change.method, change.path, change.text)
    #expect((200...204).contains(reply.status))
    client.admin.reload()
    #expect(await body == "new")
    #expect(await client(.post, "/mappings/reset").status == 200)
    #expect(await body == "first")
    #expect(client.stubs.stubCount == 1)
  }

  @Test(
    "Saving all mappings writes a replacement into the file of the old one",
    arguments: [false, true])
  func saving(isRead: Bool) async {
    await save(thenRead: isRead)
    await client(.put, "/mappings/\(Self.id)", Self.mapping("new"))
    #expect(await client(.post, "/mappings/save").status == 200)
    #expect(files.count == 1)
    #expect(await client(.post, "/mappings/reset").status == 200)
    #expect(await body == "new")
    #expect(client.stubs.stubCount == 1)
  }

  @Test("The file is removed with its mapping", arguments: [false, true])
  func removing(isRead: Bool) async {
    await save(thenRead: isRead)
    await client(.put, "/mappings/\(Self.id)", Self.mapping("new"))
    #expect(files.count == 1)
    #expect(await client(.delete, "/mappings/\(Self.id)").status == 200)
    #expect(files == [])
    #expect(await client(.post, "/mappings/reset").status == 200)
    #expect(client.stubs.stubCount == 0)
  }
}
