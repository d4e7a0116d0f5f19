import Foundation
import TestSupport
import Testing

@testable import StubTesting

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Traits with cassettes, recorded") struct RecordingTraitTests {
  private let server: RealServer
  private let folder: TemporaryFolder
  private var base: String { "http://127.0.0.1:\(server.port)" }

  init() throws {
    server = try RealServer()
    folder = try TemporaryFolder()
  }

  @Test("A cassette that is not there is recorded, folders included, and then played")
  func once() async throws {
    let path = "\(folder.path)/new/folder"
    try await run(.cassette("tape", in: path)) { [base] in
      let answer = try await text(base + "/one")
      #expect(answer.hasPrefix("real GET /one"))
    }
    #expect(server.requestCount == 1)
    try await run(.cassette("tape", in: path, record: .none, failing: [.unused])) { [base] in
      let answer = try await text(base + "/one")
      #expect(answer.hasPrefix("real GET /one"))
    }
    #expect(server.requestCount == 1)
    #expect(try folder.urls(in: "new/folder/tape.yaml") == [base + "/one"])
  }

  @Test("A test that asks for nothing leaves no file")
  func nothing() async throws {
    try await run(.cassette("tape", in: folder.path)) {}
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test("A cassette that is there is not added to by the mode once")
  func protected() async throws {
    try folder.write("tape.yaml", paths: "/one")
    let before = folder.text(of: "tape.yaml")
    try await run(.cassette("tape", in: folder.path)) { [base] in
      await #expect(throws: (any Error).self) { try await text(base + "/two") }
    }
    #expect(server.requestCount == 0)
    #expect(folder.text(of: "tape.yaml") == before)
  }

  @Test("New episodes are added")
  func newEpisodes() async throws {
    try folder.write("tape.yaml", paths: "/one")
    try await run(.cassette("tape", in: folder.path, record: .newEpisodes)) { [base] in
      let played = try await text("http://recorded.test/one")
      #expect(played == "recorded /one")
      let loaded = try await text(base + "/two")
      #expect(loaded.hasPrefix("real"))
    }
    #expect(try folder.urls(in: "tape.yaml") == ["http://recorded.test/one", base + "/two"])
  }

  @Test("A request that the test does not wait for is recorded too")
  func awaited() async throws {
    try await run(.cassette("tape", in: folder.path)) { [base] in
      let stubber = HTTPStubber.current
      let url = try #require(URL(string: base + "/late"))
      stubber.session.dataTask(with: url).resume()
      try await stubber.journal.waitForRequests(timeout: .seconds(300))
    }
    #expect(try folder.urls(in: "tape.yaml") == [base + "/late"])
  }

  @Test("A request that does not end in time is named")
  func outstanding() async throws {
    let found = try await failures { [base, folder] in
      try await run(.cassette("tape", in: folder.path, options: CassetteOptions(timeout: .zero))) {
        let stubber = HTTPStubber.current
        let url = try #require(URL(string: base + "/never"))
        let task = stubber.session.dataTask(with: url)
        task.resume()
        try await stubber.journal.waitForRequests(timeout: .seconds(300))
      }
    }
    let text = try #require(found.first).text
    #expect(found.count == 1)
    #expect(
      text.hasPrefix("not recorded in ") && text.contains("still open after 0.0 seconds: "),
      "\(text)")
    #expect(text.contains("GET \(base)/never"))
    #expect(folder.text(of: "tape.yaml") == nil)
  }

  enum Failing: CaseIterable {
    case error
    case expectation
  }

  @Test("A test that fails leaves the file as it was", arguments: Failing.allCases)
  func failed(by failing: Failing) async throws {
    struct Failure: Error {}
    try folder.write("tape.yaml", paths: "/one")
    let before = folder.text(of: "tape.yaml")
    let found = try await failures { [base, folder] in
      do {
        try await run(.cassette("tape", in: folder.path, record: .all)) {
          _ = try await text(base + "/two")
          if failing == .error { throw Failure() }
          #expect(Bool(false))
        }
        #expect(failing == .expectation)
      } catch is Failure {}
    }
    #expect(server.requestCount == 1)
    #expect(found.count == (failing == .expectation ? 2 : 1))
    let note = try #require(found.last).text
    #expect(note.hasPrefix("the test failed while it was recording "))
    #expect(note.contains("tape.yaml from \(base); nothing was written"), "\(note)")
    #expect(folder.text(of: "tape.yaml") == before)
  }

  @Test(
    "A test that is cancelled records nothing, and is not said to have failed",
    arguments: [true, false])
  func cancelled(throwing: Bool) async throws {
    let found = try await failures { [base, folder] in
      let test = Task {
        try await run(.cassette("tape", in: folder.path)) {
          _ = try await text(base + "/one")
          // As Test.cancel() does, which would cancel this test.
          withUnsafeCurrentTask { $0?.cancel() }
          if throwing { throw CancellationError() }
        }
      }
      do {
        try await test.value
        #expect(!throwing)
      } catch is CancellationError {
        #expect(throwing)
      }
    }
    #expect(found.isEmpty)
    #expect(server.requestCount == 1)
    #expect(folder.text(of: "tape.yaml") == nil)
  }

  @Test("A known issue is not a failure")
  func known() async throws {
    try await run(.cassette("tape", in: folder.path)) { [base] in
      _ = try await text(base + "/one")
      withKnownIssue { #expect(Bool(false)) }
    }
    #expect(try folder.urls(in: "tape.yaml") == [base + "/one"])
  }

  @Test("A test that fails is recorded when that is asked for")
  func savedWhenFailed() async throws {
    _ = try await failures { [base, folder] in
      try await run(
        .cassette("tape", in: folder.path, options: CassetteOptions(savesWhenFailed: true))
      ) {
        _ = try await text(base + "/one")
        #expect(Bool(false))
      }
    }
    #expect(try folder.urls(in: "tape.yaml") == [base + "/one"])
  }

  @Test("Tests that share a file add to it, in whatever mode", arguments: [RecordMode.once, .all])
  func shared(mode: RecordMode) async throws {
    try await withThrowingTaskGroup { [base, folder] group in
      for number in 0..<6 {
        group.addTask {
          try await run(.cassette("tape", in: folder.path, record: mode)) {
            _ = try await text(base + "/\(number)")
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(Set(try folder.urls(in: "tape.yaml")) == Set((0..<6).map { base + "/\($0)" }))
    #expect(server.requestCount == 6)
  }

  @Test("Stubs of the test answer in every mode")
  func stubs() async throws {
    try await run(.cassette("tape", in: folder.path, record: .all)) { [base] in
      HTTPStubber.current.add(
        stub: HTTPStubRequest().match(path: "/stubbed").stub(for: .get, .text("stub")))
      let answer = try await text(base + "/stubbed")
      #expect(answer == "stub")
    }
    #expect(server.requestCount == 0)
  }

  @Test("A cassette that is being recorded cannot be used once more inside")
  func nested() async throws {
    try await run(.cassette("tape", in: folder.path)) { [folder] in
      await #expect(throws: CassetteInUse.self) {
        try await withCassette("tape", in: folder.path) { _ in }
      }
    }
  }

  @Test("The environment variable records everything again")
  func environment() async throws {
    try await run(.cassette("tape", in: folder.path)) { [base] in
      _ = try await text(base + "/one")
    }
    let other = try TemporaryFolder()
    try FileManager.default.copyItem(
      atPath: folder.file("tape.yaml"), toPath: other.file("tape.yaml"))
    let trait = StubTrait.cassette("tape", in: other.path, record: .none)
    try await run(trait, environment: ["STUBBER_RECORD": "all"]) { [base] in
      _ = try await text(base + "/two")
    }
    #expect(try other.urls(in: "tape.yaml") == [base + "/two"])
    #expect(server.requestCount == 2)
  }

  @Test("On CI a missing cassette is not recorded, unless the code sets a mode")
  func missingOnCI() async throws {
    let found = try await failures { [base, folder] in
      try await run(.cassette("tape", in: folder.path), environment: ["CI": "1"]) {
        await #expect(throws: UnmatchedReport.self) { try await text(base + "/one") }
      }
    }
    #expect(found.count == 1)
    #expect(
      found.first?.text.hasSuffix(
        "nothing is recorded because CI is set; record it elsewhere and commit it, or set a "
          + "mode, or check the name and the folder") == true)
    #expect(server.requestCount == 0)
    let explicit = StubTrait.cassette("tape", in: folder.path, record: .once)
    try await run(explicit, environment: ["CI": "1"]) { [base] in
      _ = try await text(base + "/one")
    }
    #expect(try folder.urls(in: "tape.yaml") == [base + "/one"])
  }

  @Test("On CI a missing cassette fails only tests that need it, unless the mode none is set")
  func unneededOnCI() async throws {
    let passing = StubTrait.cassette("tape", in: folder.path, failing: [.unused, .unmatched])
    try await run(passing, environment: ["CI": "1"]) { [base] in
      let stub = HTTPStubRequest().match(path: "/stubbed").stub(for: .get, .text("stub"))
      HTTPStubber.current.add(stub: stub)
      let answer = try await text(base + "/stubbed")
      #expect(answer == "stub")
    }
    #expect(server.requestCount == 0)
    let found = try await failures { [folder] in
      let environment = ["CI": "1", "STUBBER_RECORD": "none"]
      try await run(.cassette("tape", in: folder.path), environment: environment) {
        Issue.record("it ran")
      }
    }
    #expect(found.count == 1)
    #expect(found.first?.text.hasPrefix("no cassette \"tape\"; searched:\n") == true)
  }

  @Test("The environment is refused on CI unless it is forced")
  func continuousIntegration() async throws {
    let trait = StubTrait.cassette("tape", in: folder.path)
    var variables = ["STUBBER_RECORD": "all", "CI": "true"]
    let found = try await failures { [variables] in
      try await run(trait, environment: variables) { Issue.record("it ran") }
    }
    #expect(
      found.map(\.text) == [
        "STUBBER_RECORD=all is refused because CI is set; unset it, or set STUBBER_RECORD_ON_CI=1"
      ])
    variables["STUBBER_RECORD_ON_CI"] = "1"
    try await run(trait, environment: variables) { [base] in _ = try await text(base + "/one") }
    #expect(try folder.urls(in: "tape.yaml") == [base + "/one"])
  }
}
