import Foundation
import StubCore
import StubFiles

/// Tells which cassettes a test run has recorded: each at once, and all of them at its end.
final class RecordedFiles: Sendable {
  /// Replaced in tests of this library.
  @TaskLocal static var current = RecordedFiles(isOfProcess: true) { text in
    // An error of standard error cannot be reported anywhere.
    try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
  }

  private let isOfProcess: Bool
  private let tell: @Sendable (String) -> Void
  /// How many interactions were recorded, by path.
  private let files = Lock<[String: Int]>([:])

  init(isOfProcess: Bool = false, tell: @escaping @Sendable (String) -> Void) {
    self.isOfProcess = isOfProcess
    self.tell = tell
  }

  /// Notes what came of one recording.
  func note(_ summary: RecordingSummary) {
    guard summary.isChanged else { return }
    let isFirst = files.withLock { files in
      defer { files[summary.file, default: 0] += summary.recorded }
      return files.isEmpty
    }
    let noun = summary.recorded == 1 ? "interaction" : "interactions"
    tell("recorded \(summary.recorded) \(noun) in \(summary.file)")
    if isFirst, isOfProcess { atexit { RecordedFiles.current.tellAll() } }
  }

  /// Says what to commit.
  func tellAll() {
    // Some may have been removed again.
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
