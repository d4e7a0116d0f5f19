import Foundation
import StubCore
import StubLanguages
import TestSupport
import Testing

@testable import StubAdmin

@Suite("Changes at once leave the same as one after another", .timeLimit(.minutes(5)))
struct ConcurrentChangeTests {
  private static let id = "12222222-1111-1111-1111-111111111111"
  private let folder: TemporaryFolder
  private let client: AdminClient

  init() throws {
    folder = try TemporaryFolder()
    client = try AdminClient.serving(folder)
  }

  private var files: [String] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") || $0.hasSuffix(".yaml") }.sorted()
  }

  /// The statuses of requests that are sent at once, sorted.
  private func statuses(_ requests: [(HTTPMethod, String, String?)]) async -> [Int] {
    await withTaskGroup(of: Int.self, returning: [Int].self) { group in
      for (method, path, body) in requests {
        group.addTask { [client] in await client(method, path, body).status }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted()
    }
  }

  private func stub(_ id: String = Self.id, _ url: String = "/a") -> String {
    #"{"id": "\#(id)", "persistent": true, "request": {"url": "\#(url)"}}"#
  }

  @Test("Of clients that add a stub with one identifier at once, one does, and it can be removed")
  func adding() async {
    for _ in 0..<20 {
      let added = await statuses((0..<8).map { (.post, "/mappings", stub(Self.id, "/\($0)")) })
      #expect(added == [201] + Array(repeating: 422, count: 7))
      #expect(client.stubs.stubCount == 1)
      #expect(files.count == 1)
      #expect(await client(.delete, "/mappings/\(Self.id)").status == 200)
      #expect(client.stubs.stubCount == 0)
      #expect(files == [])
    }
  }

  @Test("A stub that is replaced and removed at once is gone with its file")
  func removing() async {
    for _ in 0..<20 {
      #expect(await client(.post, "/mappings", stub()).status == 201)
      let replacing = (0..<4).map { ("/mappings/\(Self.id)", stub(Self.id, "/\($0)")) }
      let all = await statuses(
        replacing.map { (.put, $0.0, $0.1) } + [(.delete, "/mappings/\(Self.id)", nil)])
      #expect(Set(all).isSubset(of: [200, 404]))
      #expect(files == [])
      #expect(await client(.post, "/reset").status == 200)
      #expect(client.stubs.stubCount == 0)
    }
  }

  @Test("A stub that several clients replace at once is there for each of them")
  func replacing() async {
    #expect(await client(.post, "/mappings", stub()).status == 201)
    for _ in 0..<20 {
      let all = await statuses(
        (0..<8).map { (.put, "/mappings/\(Self.id)", stub(Self.id, "/\($0)")) })
      #expect(all == Array(repeating: 200, count: 8))
      #expect(client.stubs.stubCount == 1)
    }
  }

  @Test("Stubs that are removed while all are saved leave no file behind")
  func saving() async {
    for _ in 0..<5 {
      let ids = (0..<40).map { _ in UUID().uuidString.lowercased() }
      for id in ids {
        await client(.post, "/mappings", #"{"id": "\#(id)", "request": {"url": "/\#(id)"}}"#)
      }
      let all = await statuses(
        [(.post, "/mappings/save", nil)] + ids.map { (.delete, "/mappings/\($0)", nil) })
      #expect(all == Array(repeating: 200, count: 41))
      #expect(files == [])
      #expect(await client(.post, "/reset").status == 200)
      #expect(client.stubs.stubCount == 0)
    }
  }
}
