import StubFiles

/// Lets one test at a time record to a file, and remembers the files that this process has made.
final class RecordingTurns: Sendable {
  private struct File {
    var isTaken = false
    var isRecorded = false
    var tests: Set<String> = []
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  static let shared = RecordingTurns()

  private let files = Lock<[String: File]>([:])

  /// Waits until no other test records to the file.
  func take(_ path: String) async {
    await withCheckedContinuation { continuation in
      let isFree = files.withLock { files in
        if files[path]?.isTaken == true {
          files[path]?.waiting.append(continuation)
          return false
        }
        files[path, default: File()].isTaken = true
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  /// Lets the next test record, and notes whether this one recorded the whole file, or its part.
  func giveBack(_ path: String, isRecorded: Bool, by test: String? = nil) {
    let next = files.withLock { files -> CheckedContinuation<Void, Never>? in
      if isRecorded { files[path]?.isRecorded = true }
      if let test { files[path]?.tests.insert(test) }
      guard let file = files[path], !file.waiting.isEmpty else {
        files[path]?.isTaken = false
        return nil
      }
      return files[path]?.waiting.removeFirst()
    }
    next?.resume()
  }

  /// The part of a test in a file that others have recorded into before in this process.
  func share(of test: String?, in path: String) -> RecordingShare {
    files.withLock { files in
      let tests = files[path]?.tests ?? []
      return RecordingShare(
        test: test, recordedTests: tests,
        isRepeated: test.map(tests.contains) ?? files[path]?.isRecorded ?? false)
    }
  }

  /// Whether tests of this process recorded the whole file.
  func isRecorded(_ path: String) -> Bool { files.withLock { $0[path]?.isRecorded ?? false } }
}
