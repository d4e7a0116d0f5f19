import Foundation
import StubCore
import StubLanguages
import TestSupport
import Testing

@testable import StubAdmin

@Suite("Mappings that others have written", .outside("wiremock/mappings"))
struct FixtureMappingTests {
  /// Why some are refused, by words of the refusal, and how many are: all but the last two are of stubr
  /// alone, which WireMock does not know.
  private static let refused: [String: Int] = [
    "use HTTP stubs instead of gRPC": 23, "\"jwtAuth\" is not supported": 5,
    "\"expect\" is not supported": 1, "unknown key \"path\"": 1, ", not both": 9,
    "in a template; available": 12, "expected the name of a helper": 3,
    "\"bodyFileName\" must be a file": 4,
  ]

  private static func mappings() throws -> [(file: String, mapping: JSONValue)] {
    let root = OutsideFixtures.url("wiremock/mappings")
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
    return try names.filter { $0.hasSuffix(".json") }.flatMap { name in
      let text = try Data(contentsOf: root.appending(path: name))
      // One of the files is broken on purpose.
      guard let document = try? JSONValue(parsing: text) else { return [(String, JSONValue)]() }
      return (document["mappings"]?.array ?? [document]).map { (name, $0) }
    }
  }

  /// Whether all of a value is in another, which may have more members.
  private static func contains(_ whole: JSONValue?, _ part: JSONValue) -> Bool {
    guard let members = part.object?.members else { return whole == part }
    return members.allSatisfy { contains(whole?[$0.0], $0.1) }
  }

  @Test("What is posted comes back as it was sent, and can be removed")
  func roundTrip() async throws {
    let client = AdminClient()
    let mappings = try Self.mappings()
    #expect(mappings.count > 180)
    var refusals: [String: Int] = [:]
    for (file, mapping) in mappings {
      let reply = await client(.post, "/mappings", mapping.text())
      guard reply.status == 201 else {
        let detail = reply.json["errors"]?[0]?["detail"]?.string ?? "\(reply.status)"
        let words = Self.refused.keys.first { detail.contains($0) } ?? "\(file): \(detail)"
        refusals[words, default: 0] += 1
        continue
      }
      // This one has two identifiers, of which the first counts.
      let isOdd = file.hasSuffix("iso/ignore-id.json")
      #expect(isOdd || Self.contains(reply.json, mapping), "\(file)")
      let id = try #require(reply.json["id"]?.string)
      #expect(await client(.get, "/mappings/\(id)").json == reply.json, "\(file)")
      #expect(await client(.delete, "/mappings/\(id)").status == 200, "\(file)")
    }
    #expect(refusals == Self.refused)
    #expect(client.stubs.stubs.isEmpty)
  }
}
