import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Journals of recordings")
struct RecordingJournalTests {
  private let folder: TemporaryFolder
  private var file: String { folder.file("tape.yaml") }

  init() throws { folder = try TemporaryFolder() }

  private func interaction(_ path: String, _ body: String = "x") -> Interaction {
    Interaction(
      RecordedRequest(.get, "http://h\(path)"), RecordedResponse(.ok, body: Data(body.utf8)))
  }

  private func urls() throws -> [String] {
    try RuleSet(contentsOf: [file]).cassettes.flatMap(\.requests).map(\.url)
  }

  /// Leaves a journal with these paths, as a recorder does that is killed.
  private func leave(_ paths: [String]) throws {
    let journal = try RecordingJournal(of: file)
    try journal.begin(format: .own)
    for path in paths { _ = try journal.append(interaction(path)) }
  }

  private func recovered(_ mode: RecordMode = .newEpisodes) throws -> Int {
    try RecordingPlan(file: file, .init(mode: mode), environment: [:]).recovered
  }

  @Test("What is left of a recording is added to the cassette when it is used again")
  func recovery() throws {
    try leave(["/1", "/2"])
    #expect(try recovered() == 2)
    #expect(try urls() == ["http://h/1", "http://h/2"])
    try leave(["/3"])
    let plan = try RecordingPlan(file: file, .init(mode: .newEpisodes), environment: [:])
    #expect(plan.played.interactions.count == 3)
    plan.recorder?.discard()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["tape.yaml"])
  }

  @Test(
    "A recording that was to replace the cassette and was cut off leaves what the cassette had",
    arguments: [RecordMode.all, .newEpisodes])
  func replacing(_ next: RecordMode) throws {
    try leave(["/1", "/2"])
    #expect(try recovered() == 2)
    let plan = try RecordingPlan(file: file, .init(mode: .all), environment: [:])
    let recorder = try #require(plan.recorder)
    let new = interaction("/3")
    recorder.begin(new.request.received).finish(new)
    #expect(recorder.progress.saved == 1)
    let journal = URL(filePath: RecordingJournal.path(for: file))
    let left = try Data(contentsOf: journal)
    recorder.discard()
    try left.write(to: journal)
    #expect(try recovered(next) == 1)
    #expect(try urls() == ["http://h/1", "http://h/2", "http://h/3"])
  }

  @Test(
    "Modes that only play the cassette leave it and the journal alone",
    arguments: [RecordMode.none, .once])
  func playing(_ mode: RecordMode) throws {
    try leave(["/1"])
    #expect(try recovered() == 1)
    try leave(["/2"])
    #expect(try recovered(mode) == 0)
    #expect(try urls() == ["http://h/1"])
    #expect(try recovered() == 1)
  }

  @Test("What is left of a recording in the mode once is in the cassette when that is made again")
  func once() throws {
    try leave(["/1"])
    #expect(try recovered(.once) == 1)
    #expect(try urls() == ["http://h/1"])
  }

  @Test("A record that was cut off is left out, wherever the cut is")
  func torn() throws {
    try leave(["/1", "/2"])
    let path = RecordingJournal.path(for: file)
    let whole = try Data(contentsOf: URL(filePath: path))
    for count in 0..<whole.count {
      try whole.prefix(count).write(to: URL(filePath: path))
      let journal = try RecordingJournal(of: file)
      let urls = try journal.remains()?.interactions.map(\.light.request.url) ?? []
      #expect(["http://h/1", "http://h/2"].starts(with: urls))
      #expect(urls.count < 2)
    }
  }

  @Test("A record whose bytes have changed ends the journal")
  func damaged() throws {
    try leave(["/1", "/2"])
    let path = RecordingJournal.path(for: file)
    var text = try String(contentsOfFile: path, encoding: .utf8)
    text = text.replacing("http://h/2", with: "http://h/9")
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    #expect(try RecordingJournal(of: file).remains()?.interactions.count == 1)
  }

  @Test("A journal that cannot be read is set aside, and does not bar recordings")
  func unreadable() throws {
    for name in ["tape.yaml.journal.unreadable", "tape.yaml.journal.unreadable-2"] {
      try leave(["/a\u{1}"])
      let plan = try RecordingPlan(file: file, .init(mode: .newEpisodes), environment: [:])
      plan.recorder?.discard()
      #expect(plan.recovered == 0)
      #expect(plan.unreadable?.severity == .warning)
      #expect(plan.unreadable?.remedy?.text == "it is now \(folder.file(name))")
      #expect(folder.text(of: name)?.contains("http://h/a") == true)
      #expect(folder.text(of: "tape.yaml.journal") == nil)
    }
  }

  @Test("Interactions that the cassette has got are not added again")
  func noted() throws {
    let cassette = Cassette(interactions: [interaction("/1")])
    let bytes = Array(WritableFormat.own.write(cassette).bytes)
    let journal = try RecordingJournal(of: file)
    try journal.begin(format: .own)
    _ = try journal.append(cassette.interactions[0])
    try journal.noteWriting(count: bytes.count, checksum: Data(bytes).checksum())
    journal.close()
    #expect(try RecordingJournal(of: file).remains()?.interactions.count == 1)
    try Data(bytes).write(to: URL(filePath: file))
    #expect(try recovered() == 0)
    #expect(try urls() == ["http://h/1"])
  }

  @Test("A cassette has one recorder at a time, and the other one is named")
  func lock() throws {
    let plan = try RecordingPlan(file: file, .init(mode: .newEpisodes), environment: [:])
    let error = #expect(throws: RecordingError.self) { try RecordingJournal(of: file) }
    #expect(
      error?.description
        == "\(file) is already being recorded by this process; end that recording first, or record "
        + "to another file")
    plan.recorder?.discard()
    _ = try RecordingJournal(of: file)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test("The journal, which only its owner can read, has secrets until the file is made")
  func secrets() async throws {
    let plan = try RecordingPlan(file: file, .init(mode: .once), environment: [:])
    let recorder = try #require(plan.recorder)
    var secret = interaction("/me")
    secret.request.headers["Authorization"] = "Bearer abcdefgh12345678"
    recorder.begin(secret.request.received).finish(secret)
    let text = try #require(folder.text(of: "tape.yaml.journal"))
    #expect(text.contains("abcdefgh12345678"))
    #expect(DurableFile.mode(of: RecordingJournal.path(for: file)) == 0o600)
    try await recorder.finish()
    #expect(folder.text(of: "tape.yaml.journal") == nil)
    #expect(folder.text(of: "tape.yaml")?.contains("abcdefgh12345678") == false)
    #expect(try urls() == ["http://h/me"])
  }
}
