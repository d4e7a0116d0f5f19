import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("What is written is read again under its name")
struct CassetteNameTests {
  private static let names = [
    "a.yaml", "a.yml", "a.json", "a.jsonc", "a.har", "a.plist", "a.txt", "a", "a.b/c.JSON", "a.zz",
    "a.zhar",
  ]
  private static let bodies = [
    "plain", "1.10", "true", "{\"a\":1}", "ä\u{1F600}\r\n: - #", "\0\u{1}", "",
  ]

  private var cassette: Cassette {
    Cassette(
      name: "007", recorder: WritableFormat.recorder,
      interactions: Self.bodies.enumerated().map { number, body in
        var fields: HTTPHeaders = ["Content-Type": "text/plain; charset=utf-8", "X-Number": "1.10"]
        fields.append("X-Number", "null")
        return Interaction(
          RecordedRequest(
            .post, "http://h/\(number)?a=1", httpVersion: "1.1", headers: fields,
            body: Data(body.utf8)),
          RecordedResponse(.created, headers: fields, body: Data(body.utf8)),
          recordedAt: Date(timeIntervalSince1970: 1_700_000_000),
          timing: RecordedTiming(wait: .milliseconds(3)))
      })
  }

  @Test(
    "Converted, or refused with a name that will do",
    arguments: WritableFormat.withTools.map(\.name),
    names)
  func converted(format name: String, file: String) throws {
    let format = try #require(WritableFormat.named(name, among: WritableFormat.withTools))
    let folder = try TemporaryFolder(["a.b/x": ""])
    let path = folder.file(file)
    do throws(RecordingError) {
      _ = try StubCassettes.CassetteFile(path: path).write(cassette, as: format)
    } catch {
      #expect(error.description.contains("use a name that ends in .\(format.fileExtensions[0])"))
      #expect(folder.text(of: file) == nil)
      return
    }
    let rules = RuleSet(reading: [path], context: RuleContext(formats: .all))
    #expect(!rules.diagnostics.hasErrors, "\(rules.diagnostics)")
    // WireMock's are read as the stubs that they are.
    if format.name == "wiremock" { return #expect(rules.stubs.count == Self.bodies.count) }
    let read = rules.cassettes.flatMap(\.cassette.interactions)
    #expect(read.map { $0.response?.body } == Self.bodies.map { Data($0.utf8) })
    if name == WritableFormat.own.name {
      #expect(read.map { $0.timing } == cassette.interactions.map { $0.timing })
      #expect(
        read.map { $0.response?.headers } == cassette.interactions.map { $0.response?.headers })
      let isJSON = (try? JSONValue(parsing: folder.text(of: file) ?? "")) != nil
      #expect(isJSON == ["a.json", "a.jsonc", "a.har", "a.b/c.JSON", "a.zhar"].contains(file))
    }
  }

  @Test(
    "Recorded, added to, and gone on with after a recorder was ended by force", arguments: names)
  func recorded(file: String) async throws {
    let folder = try TemporaryFolder(["a.b/x": ""])
    let path = folder.file(file)
    var configuration = RecordingConfiguration(mode: .newEpisodes)
    configuration.format = .stubber
    guard (try? WritableFormat.own.fitting(name: path)) != nil else {
      #expect(throws: RecordingError.self) {
        try RecordingPlan(file: path, configuration, environment: [:])
      }
      return
    }
    for (count, exchange) in cassette.interactions.enumerated() {
      let plan = try RecordingPlan(file: path, configuration, environment: [:])
      #expect(plan.played.interactions.count == count)
      let recorder = try #require(plan.recorder)
      recorder.begin(exchange.request.received).finish(exchange)
      try await recorder.finish()
    }
    let rules = RuleSet(reading: [path], context: RuleContext(formats: .all))
    #expect(!rules.diagnostics.hasErrors, "\(rules.diagnostics)")
    #expect(rules.cassettes.first?.requests.count == Self.bodies.count)
  }

  @Test("A recording whose name several formats have names the setting that tells which")
  func ambiguous() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: RecordingError.self) {
      try RecordingPlan(
        file: folder.file("a.json"), RecordingConfiguration(mode: .once), environment: [:])
    }
    #expect(
      error?.description.contains(
        "set the format (in Swift RecordingConfiguration.format, such as .") == true)
  }
}
