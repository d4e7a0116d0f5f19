import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Recordings that are cut off at any moment")
struct InterruptedRecordingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let bodies: [Data?] = [
    nil, Data(), Data("x".utf8), Data("record 1 1 1 1\nhiding 2 3\n- request:".utf8),
    Data([0, 0xFF, 0x0A, 0xC3]),
    Data(#"{"password": "s3cr3t-Zq81", "email": "ann@a.example"}"#.utf8),
    Data(repeating: UInt8(ascii: "a"), count: 1_500_000),
  ]

  /// Every body as that of a request and of a response, and exchanges that failed before and in it.
  private static var exchanges: [Interaction] {
    var exchanges: [Interaction] = []
    for (number, body) in bodies.enumerated() {
      let url = "http://h/\(number)"
      exchanges.append(
        Interaction(RecordedRequest(.post, url, body: body), RecordedResponse(.ok)))
      var response = RecordedResponse(.created, body: body ?? Data())
      response.headers = ["Content-Type": "application/json", "X": "\u{E9}: #"]
      exchanges.append(Interaction(RecordedRequest(.get, url + "/got"), response))
      exchanges.append(
        Interaction(
          RecordedRequest(.put, url + "/both", body: body), response,
          failure: RecordedFailure(code: -1005)))
    }
    exchanges.append(
      Interaction(RecordedRequest(.get, "http://h/none"), failure: RecordedFailure(code: -1004)))
    return exchanges
  }

  private func recorder(
    _ name: String, _ configuration: RecordingConfiguration = .init(mode: .all),
    writesAtEndOnly: Bool = false
  ) throws -> CassetteRecorder {
    try #require(
      try RecordingPlan(
        file: folder.file(name), configuration, environment: [:], writesAtEndOnly: writesAtEndOnly
      ).recorder)
  }

  /// Leaves the journal of a recorder under another name, as if the recorder had been killed now.
  private func leave(_ name: String, as other: String, process: String? = nil) throws {
    var bytes = try Data(contentsOf: URL(filePath: folder.file("\(name).journal")))
    if let process, let end = bytes.firstIndex(of: 0x0A) {
      bytes.replaceSubrange(..<end, with: Data("journal 2 \(process) stubber".utf8))
    }
    try bytes.write(to: URL(filePath: folder.file("\(other).journal")))
  }

  @Test("What a client has the end of is in the journal, whatever its bodies")
  func acknowledged() throws {
    let recorder = try recorder("tape.yaml")
    for (number, exchange) in Self.exchanges.enumerated() {
      recorder.begin(exchange.request.received).finish(exchange)
      #expect(recorder.progress.saved == number + 1)
      if number % 5 == 0 {
        try leave("tape.yaml", as: "cut-\(number).yaml")
        let plan = try RecordingPlan(
          file: folder.file("cut-\(number).yaml"), .init(mode: .newEpisodes), environment: [:])
        plan.recorder?.discard()
        #expect(plan.recovered == number + 1)
      }
    }
    try leave("tape.yaml", as: "cut.yaml")
    _ = try recorder.waitAndFinish()
    try self.recorder("cut.yaml", .init(mode: .newEpisodes)).discard()
    #expect(try cassette("cut.yaml") == cassette("tape.yaml"))
  }

  private func cassette(_ name: String) throws -> [Interaction] {
    let read = try StubCassettes.CassetteFile(path: folder.file(name)).read()
    return try #require(read).interactions.map { interaction in
      var interaction = interaction
      interaction.origin = nil
      return interaction
    }
  }

  @Test(
    "The file is the same whether exchanges are in a journal or in memory",
    arguments: [false, true], ["yaml", "json", "har"])
  func same(hidesSecrets: Bool, ending: String) throws {
    var configuration = RecordingConfiguration(
      mode: .all, filters: [.jsonKeys("email")], redactsSecrets: hidesSecrets)
    configuration.format = ending == "har" ? .har : .stubber
    for (name, inMemory) in [("one.\(ending)", true), ("two.\(ending)", false)] {
      let recorder = try recorder(name, configuration, writesAtEndOnly: inMemory)
      for exchange in Self.exchanges {
        recorder.begin(exchange.request.received).finish(exchange)
      }
      _ = try recorder.waitAndFinish()
    }
    let (one, two) = (folder.text(of: "one.\(ending)"), folder.text(of: "two.\(ending)"))
    let read = try StubCassettes.CassetteFile(path: folder.file("two.\(ending)")).read()
    #expect(read?.interactions.count == Self.exchanges.count)
    #expect(one?.replacing("one.\(ending).bodies", with: "two.\(ending).bodies") == two)
    #expect(one?.contains("s3cr3t-Zq81") == !hidesSecrets)
    #expect(one?.contains("ann@a.example") == false)
  }

  @Test("Placeholders are numbered in the order of requests, however long responses take")
  func order() throws {
    func exchange(_ number: Int) -> Interaction {
      Interaction(
        RecordedRequest(.get, "http://h/\(number)", headers: ["X-Api-Key": "key-\(number)-Zq81x"]),
        RecordedResponse(.ok))
    }
    let recorder = try recorder("tape.yaml")
    let tickets = (1...5).map { recorder.begin(exchange($0).request.received) }
    for number in [3, 1, 5, 2, 4] { tickets[number - 1].finish(exchange(number)) }
    _ = try recorder.waitAndFinish()
    let keys = try cassette("tape.yaml").map { $0.request.headers["X-Api-Key"] }
    #expect(keys == (1...5).map { "REDACTED-xapikey-\($0)" })
  }

  @Test("What a killed recorder was told to hide is hidden by the next one, too")
  func hiding() throws {
    let hiding = RecordingConfiguration(
      mode: .all, filters: [.jsonKeys("email"), .secrets("waldo"), .headers("X", replacedBy: "y")])
    let recorder = try recorder("tape.yaml", hiding)
    var exchange = Interaction(
      RecordedRequest(.get, "http://h/waldo", headers: ["X": "private"]),
      RecordedResponse(
        .ok, body: Data(#"{"email": "ann@a.example", "password": "s3cr3t-Zq81"}"#.utf8)))
    exchange.response?.headers["Content-Type"] = "application/json"
    recorder.begin(exchange.request.received).finish(exchange)
    try leave("tape.yaml", as: "cut.yaml")
    recorder.discard()
    try self.recorder("cut.yaml", .init(mode: .newEpisodes)).discard()
    let text = try #require(folder.text(of: "cut.yaml"))
    for secret in ["ann@a", "s3cr3t", "waldo", "private"] { #expect(!text.contains(secret)) }
    #expect(text.contains("X: y"))
    #expect(folder.text(of: "cut.yaml.journal") == nil)
  }

  @Test("A journal that does not say what to hide is set aside, as secrets would get into the file")
  func unknownSecrets() throws {
    let recorder = try recorder("tape.yaml")
    let exchange = Self.exchanges[1]
    recorder.begin(exchange.request.received).finish(exchange)
    let parts = try Data(contentsOf: URL(filePath: folder.file("tape.yaml.journal"))).split(
      separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
    recorder.discard()
    let count = try #require(
      Int(String(decoding: parts[1], as: UTF8.self).split(separator: " ")[1]))
    let names = Data("[]".utf8)
    let hiding = Data("\nhiding \(names.count) \(names.checksum())\n".utf8)
    let journal = folder.file("cut.yaml.journal")
    try (parts[0] + hiding + names + parts[2].dropFirst(count)).write(to: URL(filePath: journal))
    let plan = try RecordingPlan(
      file: folder.file("cut.yaml"), .init(mode: .newEpisodes), environment: [:])
    plan.recorder?.discard()
    #expect(plan.recovered == 0)
    #expect(
      plan.unreadable?.message.contains("cannot be read (what it has to hide is not known)") == true
    )
    #expect(folder.text(of: "cut.yaml") == nil)
  }

  @Test("Who reads a recording that was cut off is told how to get the rest")
  func told() throws {
    let recorder = try recorder("tape.yaml")
    let exchange = Self.exchanges[1]
    recorder.begin(exchange.request.received).finish(exchange)
    // No process has such a number.
    for name in ["cut.yaml", "none.yaml"] { try leave("tape.yaml", as: name, process: "999999999") }
    _ = try recorder.waitAndFinish()
    let (cut, none) = (folder.file("cut.yaml"), folder.file("none.yaml"))
    try FileManager.default.copyItem(atPath: folder.file("tape.yaml"), toPath: cut)
    #expect(
      RuleSet(reading: [cut]).diagnostics.sorted.map(\.message) == [
        "a recording into this file was cut off; record to it again to add what is in "
          + "\(cut).journal, or remove that file"
      ])
    #expect(RuleSet(reading: [folder.file("tape.yaml")]).diagnostics.isEmpty)
    let rest =
      "a recording was cut off: record to \(none) again to add what is in \(none).journal, or remove "
      + "that file"
    #expect(RuleSet(reading: [none]).diagnostics.sorted.map(\.message) == ["no such file; \(rest)"])
    let error = #expect(throws: RecordingError.self) {
      try RecordingPlan(file: none, .init(mode: RecordMode.none), environment: [:])
    }
    #expect(error?.description == "no recording at \(none); \(rest)")
  }

  @Test(
    "Numbers of a damaged journal never crash", arguments: ["record", "hiding", "written", "x"])
  func numbers(word: String) throws {
    let numbers = ["0", "-1", "7", "9223372036854775807", "-9223372036854775808", "-", "1e9", ""]
    for one in numbers {
      for two in numbers {
        for line in ["\(one) \(two)", "\(one) \(two) \(one) \(two)", "\(two) \(one) 0 0", one] {
          let text = "journal 2 1 stubber\n\(word) \(line)\nabcdefghijkl\n"
          try Data(text.utf8).write(to: URL(filePath: folder.file("tape.yaml.journal")))
          let journal = try RecordingJournal(of: folder.file("tape.yaml"))
          _ = try? journal.remains()
        }
      }
    }
  }
}
