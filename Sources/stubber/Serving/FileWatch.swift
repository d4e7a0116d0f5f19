import StubCore
import StubPlatform

/// Notices changed, added and removed files by polling.
struct FileWatch {
  private let files: @Sendable () -> [String]
  /// Returns the files to which the watched files refer, with their state when they were read.
  var referredFiles: @Sendable () -> [String: FileStamp?] = { [:] }
  /// The changes made by this program itself.
  let ownChanges = OwnChanges()
  private var known: FileStamps
  private var previous: FileStamps
  /// When an unreported change was seen; `nil` if there is none.
  private var changedSince: ContinuousClock.Instant?
  private let patience: Duration
  /// Milliseconds until the next poll: longer if polling takes long.
  private(set) var interval: Int32 = 200

  /// Starts from the current state of the files.
  ///
  /// Create it before you read them, or a change may be lost.
  ///
  /// - Parameters:
  ///   - patience: how long a change stays unreported while files keep changing.
  ///   - files: returns the paths to watch, on each poll.
  init(patience: Duration = .milliseconds(400), files: @escaping @Sendable () -> [String]) {
    self.files = files
    self.patience = patience
    known = FileStamps(of: files())
    previous = known
  }

  /// Whether the files have changed and then stayed the same for one poll, or keep changing for too long.
  ///
  /// Waiting for the second poll avoids reading a file while it is being written.
  mutating func hasSettledChange() -> Bool {
    let start = ContinuousClock.now
    // Taken before the files are examined, so that files written since then count as open.
    let own = ownChanges.take()
    var current = FileStamps(of: files())
    for (path, stamp) in own.done where stamp == nil || current[path] != nil { known[path] = stamp }
    for path in own.open { current[path] = known[path] }
    let referred = referredFiles()
    let read = known.merging(FileStamps(referred))
    let found = current.merging(FileStamps(of: Array(referred.keys)))
    let cost = ContinuousClock.now - start
    interval = Int32(min(max(.milliseconds(200), cost * 20), .seconds(5)) / .milliseconds(1))
    defer { previous = found }
    guard found != read else {
      changedSince = nil
      return false
    }
    let since = changedSince ?? start
    changedSince = since
    guard found == previous || ContinuousClock.now - since >= patience else { return false }
    changedSince = nil
    known = current
    return true
  }
}

/// The stamps of several files; they differ after any change of a file.
struct FileStamps: Equatable {
  /// The stamps by path; `nil` for a missing file, such as the target of a broken link.
  private var stamps: [String: FileStamp?]

  /// The stamp of a file; setting it to `nil` removes the path.
  subscript(path: String) -> FileStamp? {
    get { stamps[path] ?? nil }
    set {
      if let newValue {
        stamps.updateValue(newValue, forKey: path)
      } else {
        stamps.removeValue(forKey: path)
      }
    }
  }

  /// The paths of the files.
  var paths: [String] { Array(stamps.keys) }

  init(_ stamps: [String: FileStamp?]) { self.stamps = stamps }

  /// Reads the current stamps of files.
  init(of paths: [String]) {
    self.init([:])
    for path in paths { stamps.updateValue(FileStamp(path: path), forKey: path) }
  }

  /// Returns the stamps of both; if both have a path, the other's stamp is used.
  func merging(_ other: FileStamps) -> FileStamps {
    FileStamps(stamps.merging(other.stamps) { $1 })
  }
}

/// Files that the program itself changes, so that its watch ignores these changes.
final class OwnChanges: Sendable {
  private struct State {
    /// Files that are being written.
    var open: Set<String> = []
    /// Files that were written, with their state afterwards; `nil` for a removed file.
    var done: [String: FileStamp?] = [:]
  }

  private let state = Lock(State())

  /// Notes that a file is about to be changed, or that the change is over.
  func note(_ path: String, isOver: Bool) {
    let stamp = isOver ? FileStamp(path: path) : nil
    state.withLock { state in
      if isOver {
        state.open.remove(path)
        state.done[path] = .some(stamp)
      } else {
        state.open.insert(path)
      }
    }
  }

  /// Returns the changes since the last call, and the files that are being changed.
  func take() -> (done: [String: FileStamp?], open: Set<String>) {
    state.withLock { state in
      defer { state.done = [:] }
      return (state.done, state.open)
    }
  }
}
