import StubCore

/// Notices that files were changed, added or removed, by looking at them again and again.
struct FileWatch {
  private let files: @Sendable () -> [String]
  private var known: FileStamps
  private var previous: FileStamps
  /// Milliseconds to wait before the next look: longer where looking takes long.
  private(set) var interval: Int32 = 200

  /// Starts from the files as they are; to be made before they are read, so that no change is lost.
  ///
  /// - Parameter files: the paths to watch, found anew on each look.
  init(files: @escaping @Sendable () -> [String]) {
    self.files = files
    known = FileStamps(of: files())
    previous = known
  }

  /// Whether the files have changed, and have been left alone since the last look.
  ///
  /// Waiting for the second look keeps a file from being read while it is being written.
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
