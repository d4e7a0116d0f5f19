import StubCore

/// Notices changed, added and removed files by polling.
struct FileWatch {
  private let files: @Sendable () -> [String]
  private var known: FileStamps
  private var previous: FileStamps
  /// Milliseconds until the next poll: longer if polling takes long.
  private(set) var interval: Int32 = 200

  /// Starts from the current state of the files; create it before you read them, or a change is lost.
  ///
  /// - Parameter files: returns the paths to watch, on each poll.
  init(files: @escaping @Sendable () -> [String]) {
    self.files = files
    known = FileStamps(of: files())
    previous = known
  }

  /// Whether the files have changed, but not since the last poll.
  ///
  /// Waiting for the second poll avoids reading a file while it is being written.
  mutating func hasSettledChange() -> Bool {
    let start = ContinuousClock.now
    let current = FileStamps(of: files())
    let cost = ContinuousClock.now - start
    interval = Int32(min(max(.milliseconds(200), cost * 20), .seconds(5)) / .milliseconds(1))
    defer { previous = current }
    guard current != known, current == previous else { return false }
    known = current
    return true
  }
}

/// The stamps of some files, which differ after any change of one of them.
private struct FileStamps: Equatable {
  private var stamps: [String: FileStamp] = [:]

  /// A missing file has no stamp, so that its creation and removal are changes.
  init(of paths: [String]) {
    for path in paths { stamps[path] = FileStamp(path: path) }
  }
}
