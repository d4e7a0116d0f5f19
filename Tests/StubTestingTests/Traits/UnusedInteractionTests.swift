import Foundation
import StubTesting
import TestSupport
import Testing

@Suite("Unused interactions of shared cassettes") struct UnusedInteractionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Suite(
    "Tests that use a part each", .cassette("users", record: .none, failing: [.unused, .unmatched]))
  struct Parts {
    @Test("One interaction") func one() async throws {
      #expect(try await text("http://recorded.test/user") == "users")
    }

    @Test("The others") func others() async throws {
      #expect(try await text("http://recorded.test/other") == "users")
    }
  }

  @Test(
    "Cases that use a part each", .cassette("users", record: .none, failing: [.unused]),
    arguments: ["user", "other"])
  func cases(path: String) async throws {
    #expect(try await text("http://recorded.test/\(path)") == "users")
  }

  @Test("An interaction that no case uses fails the test after its last case")
  func unused() async throws {
    let found = try await unusedAfter(["/one", "/three"])
    #expect(
      found.map(\.text) == [
        "the recorded request GET http://recorded.test/two was never sent; "
          + "record the cassette again, or check why nothing sends it"
      ])
    #expect(found.first?.sourceLocation?.line == 5)
    #expect(try await unusedAfter(["/one", "/two", "/three"]).isEmpty)
  }

  @Test("A run of selected tests does not judge a cassette that others may use")
  func selection() async throws {
    #expect(try await unusedAfter(["/one"], isSelection: true).isEmpty)
  }

  @Test("A case that has failed may not have used all")
  func failed() async throws {
    let found = try await unusedAfter(["/one"]) { Issue.record("failed") }
    #expect(found.map(\.text) == ["failed"])
  }

  @Test("The run that records is not judged")
  func recording() async throws {
    let server = try RealServer()
    try folder.write("tape.yaml", paths: "/one", "/two")
    let trait = StubTrait.cassette(
      "tape", in: folder.path, record: .newEpisodes, failing: [.unused])
    let found = try await failures {
      try await runAllCases(trait) {
        try await run(trait) { _ = try await text("http://127.0.0.1:\(server.port)/new") }
        try await run(trait) { _ = try await text("http://recorded.test/one") }
      }
    }
    #expect(found.isEmpty)
  }

  /// The failures of a test whose cases each request one path of three recorded ones.
  private func unusedAfter(
    _ paths: [String], isSelection: Bool = false,
    lastly: @escaping @Sendable () -> Void = {}
  ) async throws -> [Issue] {
    try folder.write("tape.yaml", paths: "/one", "/two", "/three")
    let trait = StubTrait.cassette("tape", in: folder.path, record: .none, failing: [.unused])
    return try await failures {
      try await runAllCases(trait, isSelection: isSelection) {
        for path in paths {
          try await run(trait) {
            _ = try await text("http://recorded.test\(path)")
            lastly()
          }
        }
      }
    }
  }
}
