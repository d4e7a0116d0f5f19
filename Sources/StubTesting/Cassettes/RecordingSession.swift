import Foundation
import StubCassettes
import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// The cassette of a running test, which is played and, if the mode says so, recorded.
struct RecordingSession: Sendable {
  let cassette: InsertedCassette
  let path: String
  /// The path of the file to record; `nil` if nothing is recorded.
  let recordedPath: String?
  private let savesWhenFailed: Bool
  private let timeout: Duration
  /// The name of the test; `nil` if the cassette has its default path, which no other test uses.
  private let test: String?
  /// The recorder that notes requests for a missing cassette; `nil` if the cassette exists or will
  /// be recorded.
  let need: MissingCassetteNeed?

  /// Finds the cassette, and waits while another test is recording to the same file.
  ///
  /// If a cassette is missing only because the default mode on CI is `none`, the session plays an
  /// empty cassette instead.
  ///
  /// If several tests, or several cases of one test, record to the same file, each adds only the
  /// interactions that the earlier ones in this process have not recorded. `held` contains the
  /// paths to which surrounding code is recording.
  ///
  /// - Throws: an error that says why the cassette cannot be used.
  init(
    _ options: CassetteOptions, at place: TestPlace, holding held: Set<String>
  ) async throws {
    let name = options.name ?? place.name
    var configuration = options.effectiveRecording
    let mode = configuration.explicitMode
    configuration.mode = try RecordEnvironment.mode(mode, in: StubEnvironment.current)
    let found = CassettePath(name, in: options.folder, of: options.bundle, nextTo: place.file)
    path = found.path
    savesWhenFailed = options.savesWhenFailed ?? false
    timeout = options.timeout ?? .seconds(10)
    test = options.name == nil ? nil : place.testName
    guard found.exists || configuration.mode != .none else {
      let missing = MissingCassette(
        name, searched: found.searched,
        remedy: RecordEnvironment.remedy(for: mode, in: StubEnvironment.current))
      guard RecordEnvironment.isDisabledByCI(mode, in: StubEnvironment.current) else {
        throw missing
      }
      // A test that sends no requests leaves no file even when it records, so only a request shows
      // that the cassette is needed.
      cassette = InsertedCassette(Cassette(), configuration: options.configuration)
      recordedPath = nil
      need = MissingCassetteNeed(of: missing, configuration)
      return
    }
    need = nil
    if held.contains(found.path) { throw CassetteInUse(path: found.path) }
    let turns = RecordingTurns.shared
    try await turns.take(found.path, by: place.testName ?? place.name, holding: held)
    do {
      let share = turns.share(of: test, in: found.path)
      let isPart = test != nil && configuration.mode == .all
      if ![.none, .live].contains(configuration.mode), !isPart, turns.isRecorded(found.path) {
        configuration.mode = .newEpisodes
      }
      // The environment was already read above.
      let plan = try RecordingPlan(
        file: found.path, configuration, environment: [:], share: share, writesAtEndOnly: true)
      cassette = InsertedCassette(plan, configuration: options.configuration)
    } catch {
      turns.giveBack(found.path, isRecorded: false)
      throw error
    }
    SharedUses.current.noteUse(of: found.path)
    recordedPath = cassette.recorder == nil ? nil : found.path
    if recordedPath == nil { turns.giveBack(found.path, isRecorded: false) }
  }

  /// A note that the interactions of a failed test were not written; `nil` if there are no
  /// interactions, or if they are written even if a test fails.
  var failureNote: String? {
    guard let recordedPath, !savesWhenFailed, let interactions = cassette.recorder?.recorded,
      !interactions.isEmpty
    else { return nil }
    var servers: [String] = []
    for interaction in interactions {
      let url = RequestURL(interaction.request.url)
      let server = "\(url.scheme ?? "http")://\(url.authority ?? "")"
      if !servers.contains(server) { servers.append(server) }
    }
    let failures = interactions.compactMap { interaction in
      interaction.failure.map { failure in
        "\n  \(interaction.request.method) \(interaction.request.url) failed: "
          + (failure.message ?? "\(failure.domain) \(failure.code)")
      }
    }
    return "the test failed while it was recording \(recordedPath) from "
      + "\(servers.joined(separator: ", ")); nothing was written" + failures.joined()
  }

  /// Discards the recording, and then lets the next test record to the file.
  func abandon() {
    cassette.recorder?.discard()
    if let recordedPath { RecordingTurns.shared.giveBack(recordedPath, isRecorded: false) }
  }

  /// Waits until all tasks of the session have ended, so that their requests are recorded, but not
  /// longer than the timeout.
  func waitForTasks(of session: URLSession) async {
    let end = ContinuousClock.now + timeout
    while ContinuousClock.now < end, await isLoading(session) {
      try? await Task.sleep(for: .milliseconds(5))
    }
  }

  private func isLoading(_ session: URLSession) async -> Bool {
    await withCheckedContinuation { continuation in
      session.getAllTasks { tasks in
        continuation.resume(returning: tasks.contains { $0.state == .running })
      }
    }
  }

  /// Waits for open requests, and then writes the recording.
  ///
  /// If the test has failed and `savesWhenFailed` is not set, the recording is discarded.
  ///
  /// - Returns: the problems, one sentence each.
  func end(failed: Bool) async -> [String] {
    guard let recorder = cassette.recorder, let recordedPath else {
      return [need?.problem].compactMap { $0?.description }
    }
    if failed, !savesWhenFailed {
      let problem = recorder.expiryProblem
      abandon()
      return problem.map { [$0.description] } ?? []
    }
    var problems: [String] = []
    var isWhollyNew = false
    var recordingTest: String?
    do {
      let folder = URL(filePath: recordedPath).deletingLastPathComponent()
      if recorder.recordedCount > 0 || recorder.outstandingCount > 0 {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      }
      let summary = try await recorder.finish(within: timeout)
      RecordedFiles.current.note(summary)
      if summary.recorded > 0 { recordingTest = test }
      if summary.recorded > 0 { SharedUses.current.noteRecording(at: recordedPath) }
      isWhollyNew = summary.recorded > 0 && summary.kept == 0
      if !summary.outstanding.isEmpty {
        problems = [
          "not recorded in \(recordedPath), still open after \(timeout): "
            + "\(summary.outstanding.joined(separator: ", ")); await these requests in the test, or "
            + "give the cassette a longer timeout"
        ]
      }
    } catch {
      problems = ["\(error)"]
    }
    RecordingTurns.shared.giveBack(recordedPath, isRecorded: isWhollyNew, by: recordingTest)
    return problems
  }
}

/// The environment variables that this library reads.
enum StubEnvironment {
  /// Variables that replace the variables of the process, in tests of this library.
  @TaskLocal static var replacement: [String: String]?

  static var current: [String: String] { replacement ?? ProcessInfo.processInfo.environment }
}

/// The error if a test needs a cassette to which surrounding code is still recording.
struct CassetteInUse: Error, CustomStringConvertible {
  let path: String

  var description: String {
    "the cassette \(path) is already being recorded around this code; use only one of the two, or "
      + "another name"
  }
}

/// Prints the cassettes that a test run records: each one when it is written, and all of them when
/// the process exits.
final class RecordedFiles: Sendable {
  /// The instance for this process; tests of this library replace it.
  @TaskLocal static var current = RecordedFiles(isOfProcess: true) { text in
    // If writing fails, there is no way to report it.
    try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
  }

  private let isOfProcess: Bool
  private let tell: @Sendable (String) -> Void
  /// The number of recorded interactions, by path.
  private let files = Lock<[String: Int]>([:])

  init(isOfProcess: Bool = false, tell: @escaping @Sendable (String) -> Void) {
    self.isOfProcess = isOfProcess
    self.tell = tell
  }

  /// Notes the result of a recording, and prints the path of the file if it has changed.
  func note(_ summary: RecordingSummary) {
    guard summary.isChanged else { return }
    let isFirst = files.withLock { files in
      defer { files[summary.file, default: 0] += summary.recorded }
      return files.isEmpty
    }
    let noun = summary.recorded == 1 ? "interaction" : "interactions"
    tell("recorded \(summary.recorded) \(noun) in \(summary.file)")
    if isFirst, isOfProcess { atexit { RecordedFiles.current.printFilesToCommit() } }
  }

  /// Prints the list of the files to commit.
  func printFilesToCommit() {
    // Some files may have been deleted since.
    let files = files.withLock { Array($0.keys) }.sorted().filter(FileManager.default.fileExists)
    guard !files.isEmpty else { return }
    let paths = files.flatMap { path in
      [path, "\(path).bodies"].filter { FileManager.default.fileExists(atPath: $0) }
    }
    let count = files.count == 1 ? "a cassette" : "\(files.count) cassettes"
    let words = paths.map(ShellWord.quoted).joined(separator: " ")
    tell("This run has recorded \(count). Look for secrets, then commit:\n  git add \(words)")
  }
}
