import StubFiles
import Testing

/// Which tests of this run use each cassette, and what they have played of it together.
///
/// A cassette that a suite, several tests or the cases of one test share is judged when the last of
/// them has ended: an interaction that any of them has played is used.
final class CassetteUses: Sendable {
  private struct File {
    /// The tests that use it, as far as they are known before they run.
    var tests: Set<Test.ID> = []
    /// Those of them that have not ended.
    var open: Set<Test.ID> = []
    var isShared = false
    var isUsed = false
    /// Whether a test of them fails for unused interactions.
    var isJudged = false
    /// Whether a test of them has failed, so that it may have ended early.
    var hasFailed = false
    /// Whether this run has recorded into it.
    var isRecorded = false
    var interactions: [Interaction] = []
    /// How often each interaction was played.
    var plays: [Int] = []
  }

  /// Replaced in tests of this library.
  @TaskLocal static var current = CassetteUses(
    isSelection: CommandLine.arguments.contains { ["--filter", "--skip"].contains($0) })

  /// Whether this run leaves out tests, so that what the others use is not known.
  private let isSelection: Bool
  private let files = Lock<[String: File]>([:])

  init(isSelection: Bool) { self.isSelection = isSelection }

  /// Notes a test that is going to use a cassette.
  ///
  /// A shared cassette may also be used by tests that this run leaves out; a judged one fails the
  /// test for unused interactions.
  func expect(_ test: Test.ID, at path: String, isShared: Bool, isJudged: Bool) {
    files.withLock { files in
      files[path, default: File()].tests.insert(test)
      files[path]?.open.insert(test)
      if isShared { files[path]?.isShared = true }
      if isJudged { files[path]?.isJudged = true }
    }
  }

  /// Whether the cassette is not to be judged by what the test itself has played.
  func judgesLater(_ test: Test.ID?, at path: String) -> Bool {
    files.withLock { files in
      guard let file = files[path] else { return false }
      return file.isRecorded || (test.map { file.tests.contains($0) } ?? false)
    }
  }

  /// Notes for `stubber cassettes` that a test has used a cassette.
  func noteUse(of path: String) {
    let isFirst = files.withLock { files in
      defer { files[path, default: File()].isUsed = true }
      return files[path]?.isUsed != true
    }
    if isFirst { UsedCassettes(StubEnvironment.current)?.note(path) }
  }

  /// Notes that this run has recorded into a cassette, which is then not judged.
  func noteRecording(at path: String) {
    files.withLock { $0[path, default: File()].isRecorded = true }
  }

  /// Notes that a test has failed, and may not have used all that it needs.
  func noteFailure(of test: Test.ID, at path: String) {
    files.withLock { files in
      if files[path]?.tests.contains(test) == true { files[path]?.hasFailed = true }
    }
  }

  /// Adds what one case of an expected test has played.
  func add(_ cassette: InsertedCassette, of test: Test.ID, at path: String, failed: Bool) {
    files.withLock { files in
      guard var file = files[path], file.tests.contains(test) else { return }
      if failed { file.hasFailed = true }
      let interactions = cassette.cassette.interactions
      // Another test may have added to the file.
      if interactions.count > file.plays.count {
        file.plays += Array(repeating: 0, count: interactions.count - file.plays.count)
        file.interactions = interactions
      }
      for number in interactions.indices {
        file.plays[number] += cassette.playCount(ofInteraction: number)
      }
      files[path] = file
    }
  }

  /// Notes that a test has ended with all its cases.
  ///
  /// - Returns: the unused interactions, if it was the last test and they are to be reported.
  func end(_ test: Test.ID, at path: String) -> [Interaction] {
    files.withLock { files in
      guard var file = files[path], file.open.remove(test) != nil else { return [] }
      defer { files[path] = file }
      guard file.open.isEmpty else { return [] }
      let isKnown = !(file.isShared && isSelection)
      let unused =
        file.isJudged && isKnown && !file.hasFailed && !file.isRecorded
        ? zip(file.interactions, file.plays).filter { $0.1 == 0 }.map(\.0) : []
      // The tests may be repeated.
      file.open = file.tests
      file.hasFailed = false
      (file.interactions, file.plays) = ([], [])
      return unused
    }
  }
}
