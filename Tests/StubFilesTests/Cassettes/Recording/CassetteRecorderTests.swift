import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Cassette recorders")
final class CassetteRecorderTests {
  private let folder = NSTemporaryDirectory() + "recorder-\(UUID().uuidString)"
  private var file: String { "\(folder)/tape.yaml" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func exchange(_ url: String, _ body: String = "x", date: String = "") -> Interaction {
    Interaction(
      RecordedRequest(.get, url, httpVersion: "1.1"),
      RecordedResponse(
        .ok, headers: date.isEmpty ? HTTPHeaders() : ["Date": date], body: Data(body.utf8)),
      recordedAt: Date(), timing: RecordedTiming(wait: .zero))
  }

  /// What comes of recording some exchanges.
  @discardableResult
  private func record(
    _ exchanges: [Interaction], _ configuration: RecordingConfiguration = .init(),
    environment: [String: String] = [:]
  ) async throws -> RecordingSummary? {
    let plan = try RecordingPlan(file: file, configuration, environment: environment)
    for exchange in exchanges {
      let isBefore = configuration.mode == .all && !configuration.onlyUnmatched
      guard let recorder = plan.recorder,
        recorder.wants(exchange.request.received, beforeStubs: isBefore)
      else { continue }
      recorder.begin(exchange.request.received).finish(exchange)
    }
    return try await plan.recorder?.finish()
  }

  private var urls: [String]? {
    try? RuleSet(contentsOf: [file]).cassettes.first?.requests.map(\.url)
  }

  @Test("The mode decides what a recording adds and replaces")
  func modes() async throws {
    try await record([exchange("http://h/1")])
    #expect(urls == ["http://h/1"])
    #expect(try await record([exchange("http://h/2")]) == nil)
    #expect(try await record([exchange("http://h/2")], .init(mode: .none)) == nil)
    try await record([exchange("http://h/2")], .init(mode: .newEpisodes))
    #expect(urls == ["http://h/1", "http://h/2"])
    try await record([exchange("http://h/3")], .init(mode: .all))
    #expect(urls == ["http://h/3"])
  }

  @Test("A recording that says the same is not written again, whatever the time")
  func unchanged() async throws {
    let first = try await record([exchange("http://h/1", date: "today")])
    #expect(first?.isChanged == true)
    let before = try Data(contentsOf: URL(filePath: file))
    let same = try await record(
      [exchange("http://h/1", date: "tomorrow")], .init(mode: .all))
    #expect(same?.isChanged == false)
    #expect(try Data(contentsOf: URL(filePath: file)) == before)
    let other = try await record([exchange("http://h/1", "y")], .init(mode: .all))
    #expect(other?.isChanged == true)
  }

  @Test("Saving again without a new interaction leaves the file alone")
  func savedOnce() async throws {
    let plan = try RecordingPlan(file: file, .init(), environment: [:])
    let recorder = try #require(plan.recorder)
    let exchange = exchange("http://h/1")
    recorder.begin(exchange.request.received).finish(exchange)
    try await recorder.finish()
    let edited = Data("# edited since\n".utf8)
    try edited.write(to: URL(filePath: file))
    #expect(try await recorder.finish().isChanged)
    #expect(try Data(contentsOf: URL(filePath: file)) == edited)
  }

  @Test("Nothing recorded leaves the file alone, in the mode all too")
  func nothing() async throws {
    try await record([exchange("http://h/1")])
    let summary = try await record([], .init(mode: .all))
    #expect(summary?.isChanged == false)
    #expect(urls == ["http://h/1"])
  }

  @Test("An expired recording is recorded again")
  func expiry() async throws {
    var old = exchange("http://h/1")
    old.recordedAt = Date(timeIntervalSinceNow: -7_200)
    try await record([old])
    #expect(try await record([exchange("http://h/2")], .init(expiry: .seconds(10_000))) == nil)
    try await record([exchange("http://h/2")], .init(expiry: .seconds(3_600)))
    #expect(urls == ["http://h/2"])
  }

  /// A recording that is two hours old, of a server on a port that nothing listens on.
  private func recordLongAgo() async throws {
    var old = exchange("http://127.0.0.1:9/1")
    old.recordedAt = Date(timeIntervalSinceNow: -7_200)
    try await record([old])
  }

  @Test("An expired recording whose server does not answer stays, with an error that says so")
  func expiredWithoutServer() async throws {
    try await recordLongAgo()
    let failed = Interaction(
      RecordedRequest(.get, "http://127.0.0.1:9/2"), failure: RecordedFailure(code: -1004))
    let error = await #expect(throws: RecordingError.self) {
      try await record([failed], .init(expiry: .seconds(3_600)))
    }
    #expect(error?.description.hasPrefix("\(file) has expired (recorded 2") == true)
    #expect(error?.description.contains("its server did not answer; the file is unchanged") == true)
    #expect(urls == ["http://127.0.0.1:9/1"])
  }

  @Test("An expired recording is played if that is wanted and its server takes no connection")
  func playsExpired() async throws {
    try await recordLongAgo()
    var configuration = RecordingConfiguration(expiry: .seconds(3_600))
    configuration.playsExpired = true
    let plan = try RecordingPlan(file: file, configuration, environment: [:])
    #expect(plan.recorder == nil)
    #expect(plan.played.interactions.count == 1)
    #expect(plan.expiredSince != nil)
  }

  @Test("Tests that share a cassette have their parts in the order of their names")
  func shares() async throws {
    var tests: Set<String> = []
    for test in ["B", "A", "C"] {
      let share = RecordingShare(test: test, recordedTests: tests)
      let plan = try RecordingPlan(
        file: file, .init(mode: .all), environment: [:], share: share, writesAtEndOnly: true)
      for number in [2, 1] {
        let exchange = exchange("http://h/\(test)\(number)")
        plan.recorder?.begin(exchange.request.received).finish(exchange)
      }
      try await plan.recorder?.finish()
      tests.insert(test)
    }
    #expect(
      urls == ["A2", "A1", "B2", "B1", "C2", "C1"].map { "http://h/\($0)" })
  }

  @Test("The environment overrides the mode, but not on CI unless forced")
  func environment() async throws {
    try await record([exchange("http://h/1")])
    let playing = ["STUBBER_RECORD": "none"]
    try await record([exchange("http://h/2")], .init(mode: .all), environment: playing)
    #expect(urls == ["http://h/1"])
    let adding = ["STUBBER_RECORD": "new_episodes"]
    #expect(try RecordEnvironment.mode(.once, in: adding) == .newEpisodes)
    let playingOnCI = ["STUBBER_RECORD": "none", "CI": "true"]
    #expect(try RecordEnvironment.mode(.once, in: playingOnCI) == .none)
    let forced = ["STUBBER_RECORD": "all", "CI": "true", "STUBBER_RECORD_ON_CI": "1"]
    #expect(try RecordEnvironment.mode(.once, in: forced) == .all)
    let refused = #expect(throws: RecordingError.self) {
      try RecordEnvironment.mode(.once, in: ["STUBBER_RECORD": "all", "CI": "true"])
    }
    #expect(
      refused?.description
        == "STUBBER_RECORD=all is refused because CI is set; unset it, or set STUBBER_RECORD_ON_CI=1"
    )
    #expect(try RecordEnvironment.mode(nil, in: ["CI": "true"]) == .none)
    #expect(try RecordEnvironment.mode(nil, in: ["CI": "false"]) == .once)
    #expect(try RecordEnvironment.mode(.once, in: ["CI": "true"]) == .once)
    #expect(try RecordEnvironment.mode(nil, in: forced) == .all)
    let unknown = #expect(throws: RecordingError.self) {
      try RecordEnvironment.mode(.once, in: ["STUBBER_RECORD": "al"])
    }
    #expect(
      unknown?.description
        == "STUBBER_RECORD=al is not a mode; use none, once, newEpisodes, all, live, or unset it")
  }

  @Test("50,000 requests are recorded, and each one is reported")
  func many() throws {
    let recorder = CassetteRecorder(
      file: file, mode: .all, configuration: .init(), writesAtEndOnly: true)
    let told = AtomicInt(0)
    recorder.onInteraction = { _ in told.add(1) }
    let exchange = exchange("http://h/1")
    for _ in 0..<50_000 { recorder.begin(exchange.request.received).finish(exchange) }
    #expect(recorder.recordedCount == 50_000)
    #expect(told.load() == 50_000)
    recorder.discard()
  }

  @Test("A recording that is missing where nothing may be recorded is an error")
  func missing() async {
    let error = await #expect(throws: RecordingError.self) {
      try await record([], .init(mode: .none))
    }
    #expect(
      error?.description == "no recording at \(file); record it with the mode once")
  }

  @Test("On CI a missing recording is an error that says so, unless the code sets a mode")
  func missingOnCI() async throws {
    let error = await #expect(throws: RecordingError.self) {
      try await record([exchange("http://h/1")], environment: ["CI": "1"])
    }
    #expect(
      error?.description
        == "no recording at \(file); nothing is recorded because CI is set; record it elsewhere and "
        + "commit it, or set a mode")
    try await record([exchange("http://h/1")], .init(mode: .once), environment: ["CI": "1"])
    #expect(urls == ["http://h/1"])
  }

  @Test("Of several paths, each lets its requests in")
  func severalPaths() async throws {
    let configuration = RecordingConfiguration(filters: [.paths(under: ["/a", "/b"])])
    try await record(
      [exchange("http://h/a/1"), exchange("http://h/b"), exchange("http://h/c")], configuration)
    #expect(urls == ["http://h/a/1", "http://h/b"])
  }

  @Test("Filters keep requests out, change them and drop them")
  func filters() async throws {
    let configuration = RecordingConfiguration(filters: [
      .hosts("h", "*.example.com"), .paths(under: "/api"),
      .request { $0.url.contains("drop") ? nil : $0 },
      .response { response, _ in
        var response = response
        response.headers["X"] = "added"
        return response
      },
      .responseBody { _ in Data("changed".utf8) },
    ])
    let summary = try await record(
      [
        exchange("http://h/api/1"), exchange("http://h/api/drop"), exchange("http://h/apis"),
        exchange("http://other/api"), exchange("http://a.example.com/api"),
      ], configuration)
    #expect(urls == ["http://h/api/1", "http://a.example.com/api"])
    #expect(summary?.dropped == 1)
    let interaction = try RuleSet(contentsOf: [file]).cassettes.first?.cassette.interactions.first
    #expect(interaction?.response?.body == Data("changed".utf8))
    #expect(interaction?.response?.headers["X"] == "added")
  }

  @Test("An unused ticket reports that the client gave up")
  func unusedTicket() async throws {
    let plan = try RecordingPlan(file: file, .init(), environment: [:])
    _ = plan.recorder?.begin(ReceivedRequest(.get, "http://h/"))
    let summary = try await plan.recorder?.finish()
    #expect(summary?.outstanding == [])
    #expect(summary?.recorded == 0)
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test("A file that cannot be written is an error before the first request")
  func unwritable() {
    let path = "\(folder)/missing/tape.yaml"
    let error = #expect(throws: RecordingError.self) {
      try RecordingPlan(file: path, .init(), environment: [:])
    }
    #expect(
      error?.description
        == "cannot write \(path): no such folder \(folder)/missing; create it")
  }

  @Test("Secrets that a recording holds are found by the check, with their line")
  func check() throws {
    let text = """
      cassette: 1
      interactions:
        - request:
            method: GET
            url: http://h/
          response: { status: 200 }
        - request:
            method: GET
            url: http://h/me
            headers:
              - Authorization: Bearer abcdefgh12345
              - Cookie: theme=dark
          response:
            status: 200
            body: '{"token": "REDACTED-token-1"}'
      """
    try Data(text.utf8).write(to: URL(filePath: file))
    #expect(
      RuleCheck(of: [file]).secrets.sorted.map(\.description) == [
        "\(file):7:3: warning: this looks like a secret in the request GET /me: header Authorization; "
          + "record it again with secrets hidden, or use a made-up value"
      ])
  }
}
