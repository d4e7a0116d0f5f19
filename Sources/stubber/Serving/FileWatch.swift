import StubCore
import StubPlatform

/// Notices changed, added and removed files by polling.
struct FileWatch {
  private let files: @Sendable () -> [String]
  /// Returns the other files that the stub files refer to, each with its state when it was read.
  var referredFiles: @Sendable () -> [String: FileStamp?] = { [:] }
  /// The changes that this program makes itself.
  let ownChanges = OwnChanges()
  private var known: FileStamps
  private var previous: FileStamps
  /// The time when an unreported change was first seen; `nil` if there is none.
  private var changedSince: ContinuousClock.Instant?
  private let patience: Duration
  /// The time until the next poll in milliseconds, which is longer if polling takes long.
  private(set) var interval: Int32 = 200

  /// Starts from the current state of the files.
  ///
  /// Create the watch before you read the files, or it may miss a change.
  ///
  /// - Parameters:
  ///   - patience: How long a change stays unreported while files keep changing.
  ///   - files: Returns the paths to watch; called at each poll.
  init(patience: Duration = .milliseconds(400), files: @escaping @Sendable () -> [String]) {
    self.files = files
    self.patience = patience
    known = FileStamps(of: files())
    previous = known
  }

  /// Whether the files have changed and then stayed the same for one poll,
  /// or keep changing for too long.
  ///
  /// Waiting for one more poll avoids reading a file while it is being written.
  mutating func hasSettledChange() -> Bool {
    let start = ContinuousClock.now
    // This comes first, so that files that are written from here on still count as open.
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

/// The stamps of several files; a stamp changes when its file changes.
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

  /// Returns the stamps of both; for a path in both, the stamp of `other` is used.
  func merging(_ other: FileStamps) -> FileStamps {
    FileStamps(stamps.merging(other.stamps) { $1 })
  }
}

/// The changes that the program makes to files, which its watch ignores.
final class OwnChanges: Sendable {
  private struct State {
    /// Files that are being written.
    var open: Set<String> = []
    /// The files that were written, each with its state afterwards; `nil` for a removed file.
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

  /// Returns the changes completed since the last call, and the files that are being changed.
  func take() -> (done: [String: FileStamp?], open: Set<String>) {
    state.withLock { state in
      defer { state.done = [:] }
      return (state.done, state.open)
    }
  }
}
