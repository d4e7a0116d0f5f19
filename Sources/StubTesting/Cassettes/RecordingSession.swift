import Foundation
import StubFiles

/// A test's cassette while the test runs: played, and recorded if need be.
struct RecordingSession: Sendable {
  let cassette: InsertedCassette
  /// The file that is recorded into; `nil` when nothing is recorded.
  let recordedPath: String?
  private let savesWhenFailed: Bool
  private let timeout: Duration

  /// Finds the cassette; waits for its turn where another test is recording into the same file.
  ///
  /// When tests, or the cases of one test, share a file that is recorded, each adds what those
  /// before it in this process have not recorded. `isHeld` tells whether code around this one
  /// records into a file.
  ///
  /// - Throws: What keeps the cassette from being used.
  init(
    _ options: CassetteOptions, at place: TestPlace, isHeld: (String) -> Bool
  ) async throws {
    let name = options.name ?? place.name
    var configuration = options.effectiveRecording
    configuration.mode = try RecordEnvironment.mode(configuration.mode, in: StubEnvironment.current)
    let found = CassettePath(name, in: options.folder, nextTo: place.file)
    guard found.exists || configuration.mode != .none else {
      throw MissingCassette(name, searched: found.searched)
    }
    if isHeld(found.path) { throw CassetteInUse(path: found.path) }
    let turns = RecordingTurns.shared
    await turns.take(found.path)
    do {
      if configuration.mode != .none, turns.isRecorded(found.path) {
        configuration.mode = .newEpisodes
      }
      // The environment has had its say.
      let plan = try RecordingPlan(
        file: found.path, configuration, environment: [:], writesAtEndOnly: true)
      cassette = InsertedCassette(plan, configuration: options.configuration)
    } catch {
      turns.giveBack(found.path, isRecorded: false)
      throw error
    }
    recordedPath = cassette.recorder == nil ? nil : found.path
    savesWhenFailed = options.savesWhenFailed ?? false
    timeout = options.timeout ?? .seconds(10)
    if recordedPath == nil { turns.giveBack(found.path, isRecorded: false) }
  }

  /// Writes nothing.
  func abandon() {
    cassette.recorder?.discard()
    if let recordedPath { RecordingTurns.shared.giveBack(recordedPath, isRecorded: false) }
  }

  /// Waits for requests under way and writes what was recorded, unless the test has failed.
  ///
  /// - Returns: what is wrong with it.
  func end(failed: Bool) async -> [String] {
    guard let recorder = cassette.recorder, let recordedPath else { return [] }
    if failed, !savesWhenFailed {
      abandon()
      return []
    }
    var problems: [String] = []
    var isWhollyNew = false
    do {
      let folder = URL(filePath: recordedPath).deletingLastPathComponent()
      if recorder.recordedCount > 0 || recorder.outstandingCount > 0 {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      }
      let summary = try await recorder.finish(within: timeout)
      isWhollyNew = summary.recorded > 0 && summary.kept == 0
      if !summary.outstanding.isEmpty {
        problems = [
          "expected all requests to end within \(timeout), found these under way, which "
            + "\(recordedPath) is without: \(summary.outstanding.joined(separator: ", ")); await "
            + "them in the test, or give the cassette a longer timeout"
        ]
      }
    } catch {
      problems = ["\(error)"]
    }
    RecordingTurns.shared.giveBack(recordedPath, isRecorded: isWhollyNew)
    return problems
  }
}

/// The environment variables that count.
enum StubEnvironment {
  /// What tests of this library set instead of the process's own.
  @TaskLocal static var replacement: [String: String]?

  static var current: [String: String] { replacement ?? ProcessInfo.processInfo.environment }
}

/// A cassette that code inside a test wants to use while the test records it.
struct CassetteInUse: Error, CustomStringConvertible {
  let path: String

  var description: String {
    "expected a cassette that nothing around this code records, found \(path); use one of the two "
      + "only, or another name"
  }
}
