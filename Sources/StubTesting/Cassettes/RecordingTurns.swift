import StubCassettes

/// Lets only one test at a time record to a file, and remembers which files this process has
/// recorded.
final class RecordingTurns: Sendable {
  private struct File {
    var isTaken = false
    var isRecorded = false
    var tests: Set<String> = []
    var waiting: [Waiter] = []
  }

  private struct Waiter {
    let number: Int
    let test: String
    /// The files to which the code around the waiting code is recording.
    let held: Set<String>
    let continuation: CheckedContinuation<Void, any Error>
  }

  static let shared = RecordingTurns()

  private let files = Lock<[String: File]>([:])
  private let lastNumber = AtomicInt(0)

  /// Waits until no other test records to the file, and then reserves it for `test`.
  ///
  /// `held` contains the files to which surrounding code is recording.
  ///
  /// - Throws: `RecordingError` if two tests would wait for each other, and `CancellationError` if
  ///   the test is cancelled while it waits.
  func take(_ path: String, by test: String, holding held: Set<String> = []) async throws {
    let number = lastNumber.add(1)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let waiter = Waiter(number: number, test: test, held: held, continuation: continuation)
        if let result = take(path, or: waiter) { continuation.resume(with: result) }
      }
    } onCancel: {
      let waiter = files.withLock { files -> Waiter? in
        guard let place = files[path]?.waiting.firstIndex(where: { $0.number == number }) else {
          return nil
        }
        return files[path]?.waiting.remove(at: place)
      }
      waiter?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Reserves the file if it is free; otherwise queues the waiter.
  ///
  /// - Returns: `nil` if the waiter has to wait.
  private func take(_ path: String, or waiter: Waiter) -> Result<Void, any Error>? {
    files.withLock { files in
      guard files[path]?.isTaken == true else {
        files[path, default: File()].isTaken = true
        return .success(())
      }
      if Task.isCancelled { return .failure(CancellationError()) }
      if let waits = Self.waits(from: path, to: waiter.held, in: files), let last = waits.last {
        let wait = Wait(test: waiter.test, records: last.needs, needs: path)
        return .failure(RecordingError([wait] + waits))
      }
      files[path]?.waiting.append(waiter)
      return nil
    }
  }

  /// Returns a chain of waiting tests that leads from the file at `path` to one of `ends`; `nil` if
  /// there is none.
  ///
  /// Each test of the chain is recording to one file and waits for another, which is the file of
  /// the next test. The search always ends, because tests never wait in a circle.
  private static func waits(
    from path: String, to ends: Set<String>, in files: [String: File]
  ) -> [Wait]? {
    for (next, file) in files {
      for waiter in file.waiting where waiter.held.contains(path) {
        let wait = Wait(test: waiter.test, records: path, needs: next)
        if ends.contains(next) { return [wait] }
        if let more = waits(from: next, to: ends, in: files) { return [wait] + more }
      }
    }
    return nil
  }

  /// Releases the file for the next test, and notes what has been recorded: the whole file if
  /// `isRecorded` is set, and the interactions of `test` if it is not `nil`.
  func giveBack(_ path: String, isRecorded: Bool, by test: String? = nil) {
    let next = files.withLock { files -> Waiter? in
      if isRecorded { files[path]?.isRecorded = true }
      if let test { files[path]?.tests.insert(test) }
      guard let file = files[path], !file.waiting.isEmpty else {
        files[path]?.isTaken = false
        return nil
      }
      return files[path]?.waiting.removeFirst()
    }
    next?.continuation.resume()
  }

  /// Returns a test's share of a file: its name, and the tests of this process that have already
  /// recorded to the file.
  func share(of test: String?, in path: String) -> RecordingShare {
    files.withLock { files in
      let tests = files[path]?.tests ?? []
      return RecordingShare(
        test: test, recordedTests: tests,
        isRepeated: test.map(tests.contains) ?? files[path]?.isRecorded ?? false)
    }
  }

  /// Returns whether tests of this process recorded the whole file.
  func isRecorded(_ path: String) -> Bool { files.withLock { $0[path]?.isRecorded ?? false } }
}

/// A test that is recording to one file while it waits for another.
private struct Wait {
  let test: String
  let records: String
  let needs: String
}

extension RecordingError {
  fileprivate init(_ circle: [Wait]) {
    let waits = circle.map { "\($0.test) records \($0.records) and needs \($0.needs)" }
    self.init(
      "these tests would wait for each other without end: \(waits.joined(separator: "; ")). "
        + "Use the cassettes in the same order in all tests, or put the tests into a suite with "
        + ".serialized")
  }
}
