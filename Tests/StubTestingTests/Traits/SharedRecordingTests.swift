import Foundation
import TestSupport
import Testing

@testable import StubTesting

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Recordings of a whole run") struct SharedRecordingTests {
  private let server: RealServer
  private let folder: TemporaryFolder
  private var base: String { "http://127.0.0.1:\(server.port)" }

  init() throws {
    server = try RealServer()
    folder = try TemporaryFolder()
  }

  @Test("A test that records again keeps what other tests have recorded into the same cassette")
  func part() async throws {
    let trait = StubTrait.cassette("tape", in: folder.path, record: .all)
    try await run(trait) { [base] in _ = try await text(base + "/old") }
    let own = try #require(folder.text(of: "tape.yaml"))
    let name = try #require(own.split(separator: "\n").last { $0.contains(" test: ") })
    let other = """
        - request: { method: GET, url: "http://recorded.test/other" }
          response: { status: 200 }
          test: Other/test

      """
    try (own + other).write(toFile: folder.file("tape.yaml"), atomically: true, encoding: .utf8)
    // Another run of the tests knows nothing of this one.
    let copy = try TemporaryFolder()
    try FileManager.default.copyItem(
      atPath: folder.file("tape.yaml"), toPath: copy.file("tape.yaml"))
    let lines = Lines()
    let again = StubTrait.cassette("tape", in: copy.path, record: .all)
    try await run(again, recordedFiles: RecordedFiles { lines.append($0) }) { [base] in
      _ = try await text(base + "/new")
    }
    let urls = Set(try copy.urls(in: "tape.yaml"))
    #expect(urls == ["http://recorded.test/other", base + "/new"])
    #expect(copy.text(of: "tape.yaml")?.contains(name) == true)
    #expect(lines.all == ["recorded 1 interaction in \(copy.file("tape.yaml"))"])
  }

  @Test("The order of what cases record does not depend on which is first")
  func order() async throws {
    for path in ["/b", "/c", "/a"] {
      try await run(.cassette("tape", in: folder.path)) { [base] in
        _ = try await text(base + path)
      }
    }
    #expect(try folder.urls(in: "tape.yaml") == ["/a", "/b", "/c"].map { base + $0 })
  }

  @Test("A task that is resumed in the last line of a test is recorded")
  func lastLine() async throws {
    try await run(.cassette("tape", in: folder.path)) { [base] in
      let url = try #require(URL(string: base + "/late"))
      HTTPStubber.current.session.dataTask(with: url).resume()
    }
    #expect(try folder.urls(in: "tape.yaml") == [base + "/late"])
  }

  @Test("The end of a run names what was recorded, and what to commit")
  func told() throws {
    let lines = Lines()
    let files = RecordedFiles { lines.append($0) }
    files.printFilesToCommit()
    #expect(lines.all == [])
    let file = folder.file("it's.yaml")
    try Data().write(to: URL(filePath: file))
    var summary = RecordingSummary(file: file)
    files.note(summary)
    #expect(lines.all == [])
    (summary.recorded, summary.isChanged) = (2, true)
    files.note(summary)
    files.printFilesToCommit()
    let word = file.replacing("'", with: #"'\''"#)
    #expect(
      lines.all == [
        "recorded 2 interactions in \(file)",
        "This run has recorded a cassette. Look for secrets, then commit:\n  git add '\(word)'",
      ])
    try FileManager.default.removeItem(atPath: file)
    files.printFilesToCommit()
    #expect(lines.all.count == 2)
  }

  @Test("The cassettes that tests use are noted")
  func used() async throws {
    let log = folder.file("used.txt")
    try folder.write("tape.yaml", paths: "/one")
    try await run(
      .cassette("tape", in: folder.path, record: .none),
      environment: ["STUBBER_USED_CASSETTES": log]
    ) {}
    let uses = UsedCassettes(file: log).lastUses()
    #expect(uses?.keys.map { $0.hasSuffix("/tape.yaml") } == [true])
    let listed = ListedCassette.all(in: [folder.path], uses: uses ?? [:])
    #expect(listed.map(\.interactions) == [1])
    #expect(listed.first?.lastUse != nil)
  }
}
