import Synchronization

/// Lets one test at a time record to a file, and remembers the files that this process has made.
final class RecordingTurns: Sendable {
  private struct File {
    var isTaken = false
    var isRecorded = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  static let shared = RecordingTurns()

  private let files = Mutex<[String: File]>([:])

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

  /// Lets the next test record, and notes whether this one recorded the whole file.
  func giveBack(_ path: String, isRecorded: Bool) {
    let next = files.withLock { files -> CheckedContinuation<Void, Never>? in
      if isRecorded { files[path]?.isRecorded = true }
      guard let file = files[path], !file.waiting.isEmpty else {
        files[path]?.isTaken = false
        return nil
      }
      return files[path]?.waiting.removeFirst()
    }
    next?.resume()
  }

  /// Whether tests of this process recorded the whole file.
  func isRecorded(_ path: String) -> Bool { files.withLock { $0[path]?.isRecorded ?? false } }
}
