import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Recording to a file that is there")
struct RewritingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func interaction(_ path: String, recordedAt date: Date = Date()) -> Interaction {
    Interaction(
      RecordedRequest(.get, "http://h\(path)"), RecordedResponse(.ok), recordedAt: date)
  }

  private func plan(
    _ file: String, _ configuration: RecordingConfiguration, format: WritableFormat? = nil
  ) throws -> RecordingPlan {
    try RecordingPlan(file: file, format: format, configuration, environment: [:])
  }

  /// A HAR of two entries, the second one on the third line with these members.
  private func har(_ url: String, _ members: String = "") throws -> String {
    let file = folder.file("tape.har")
    let text = """
      {"log": {"pages": [], "entries": [
      {"request": {"method": "GET", "url": "http://h/1"}, "response": {"status": 204}},
      {"request": {"method": "GET", "url": "\(url)"}, "response": {"status": 204}\(members)}
      ]}}

      """
    try Data(text.utf8).write(to: URL(filePath: file))
    return file
  }

  @Test("A file with entries that are not read is not added to, but played")
  func leftOut() throws {
    let file = try har("data:,x")
    let before = try Data(contentsOf: URL(filePath: file))
    let error = #expect(throws: RecordingError.self) { try plan(file, .init(mode: .newEpisodes)) }
    #expect(
      error?.description
        == "cannot add to \(file): entries that are not read would be lost (\(file):3: this entry is "
        + "left out: its URL is not HTTP (data:)); remove them, or record to another file")
    #expect(try Data(contentsOf: URL(filePath: file)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["tape.har"])
    #expect(try plan(file, .init(mode: .none)).played.interactions.count == 1)
  }

  @Test(
    "A file with unread entries keeps them when a killed recorder has left a journal"
  )
  func leftOutOfRemains() throws {
    let file = try har("data:,x")
    let journal = try RecordingJournal(of: file)
    try journal.begin(format: .har)
    _ = try journal.append(interaction("/2"))
    journal.close()
    #expect(throws: RecordingError.self) { try plan(file, .init(mode: .newEpisodes)) }
    #expect(folder.text(of: "tape.har")?.contains("data:,x") == true)
    #expect(folder.text(of: "tape.har.journal")?.contains("http://h/2") == true)
  }

  @Test("What else is not read is warned of when the file is added to")
  func warnings() throws {
    let file = try har("http://h/2", #", "_webSocketMessages": [{"data": "x"}]"#)
    let adding = try plan(file, .init(mode: .newEpisodes))
    adding.recorder?.discard()
    #expect(adding.warnings.sorted.map(\.line) == [3])
    #expect(try plan(file, .init(mode: .none)).warnings.isEmpty)
  }

  @Test(
    "A file keeps its format whatever its extension, if it can be written in that notation",
    arguments: WrittenFormat.cassettes)
  func otherExtensions(format: WrittenFormat) throws {
    let file = folder.file("tape.txt")
    let written = format.type.write(Cassette(interactions: [interaction("/1")]))
    try written.bytes.write(to: URL(filePath: file))
    #expect(try StubCassettes.CassetteFile(path: file).writableFormat().name == format.type.name)
    let adding = try plan(file, .init(mode: .newEpisodes), format: format.type)
    #expect(adding.recorder != nil)
    adding.recorder?.discard()
  }

  @Test("A file that would get another notation, or lose its compression, is not added to")
  func otherNotation() throws {
    let yaml = WritableFormat.vcr.write(Cassette(interactions: [interaction("/1")])).bytes
    let json = """
      {"http_interactions": [{"request": {"method": "get", "uri": "http://h/1"},
        "response": {"status": {"code": 200, "message": "OK"}, "headers": {},
        "body": {"encoding": "UTF-8", "string": ""}}}],
        "recorded_with": "VCR 6.0.0"}
      """
    for (name, bytes) in [("a.zz", yaml), ("a.json", Data(json.utf8))] {
      let file = folder.file(name)
      try bytes.write(to: URL(filePath: file))
      let error = #expect(throws: RecordingError.self) { try plan(file, .init(mode: .newEpisodes)) }
      #expect(
        error?.description
          == "cannot add to \(file): its format, VCR, can only be read; record to another file")
    }
  }

  @Test(
    "A file of stubs, as WireMock's are, says so in all modes that read it",
    arguments: [RecordMode.none, .once, .newEpisodes])
  func stubs(mode: RecordMode) throws {
    let file = folder.file("tape.json")
    let written = WritableFormat.wireMock.write(Cassette(interactions: [interaction("/1")]))
    try written.bytes.write(to: URL(filePath: file))
    let error = #expect(throws: RecordingError.self) { try plan(file, .init(mode: mode)) }
    #expect(
      error?.description
        == "\(file) already exists and has stubs, not recordings; record to another file, or replace "
        + "it with the mode all; stubber serve answers from it")
    let all = try plan(file, .init(mode: .all), format: .wireMock)
    #expect(all.recorder != nil)
    all.recorder?.discard()
  }

  @Test("An expired recording whose responses are the same has not expired any more")
  func sameAfterExpiry() async throws {
    let file = folder.file("tape.yaml")
    let expiry = RecordingConfiguration(expiry: .seconds(3_600))
    for (date, configuration) in [
      (Date(timeIntervalSinceNow: -7_200), RecordingConfiguration()), (Date(), expiry),
    ] {
      let recorder = try #require(try plan(file, configuration).recorder)
      let interaction = interaction("/1", recordedAt: date)
      recorder.begin(interaction.request.received).finish(interaction)
      #expect(try await recorder.finish().isChanged)
    }
    #expect(try plan(file, expiry).recorder == nil)
  }
}
