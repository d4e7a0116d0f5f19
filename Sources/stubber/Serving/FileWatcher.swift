import StubCore
import StubPlatform

/// Notices by polling that files were changed, added or removed.
struct FileWatcher {
  private let files: @Sendable () -> [String]
  /// A function that returns the other files to which the stub files refer, each with its state
  /// when it was read.
  var referredFiles: @Sendable () -> [String: FileStamp?] = { [:] }
  /// The changes to files that this program makes itself.
  let ownChanges = OwnChanges()
  private var known: FileStamps
  private var previous: FileStamps
  /// The time at which a change was first seen that is not yet reported; `nil` if there is none.
  private var changedSince: ContinuousClock.Instant?
  private let patience: Duration
  /// The time until the next poll in milliseconds; slow polls make it longer.
  private(set) var interval: Int32 = 200

  /// Creates a watch that starts from the current state of the files.
  ///
  /// Create the watch before you read the files; otherwise it can miss a change.
  ///
  /// - Parameters:
  ///   - patience: The time after which a change is reported although files keep changing.
  ///   - files: A function that returns the paths to watch; it is called for each poll.
  init(patience: Duration = .milliseconds(400), files: @escaping @Sendable () -> [String]) {
    self.files = files
    self.patience = patience
    known = FileStamps(of: files())
    previous = known
  }

  /// Returns whether the files have changed and are complete.
  ///
  /// To avoid reading a file while it is being written, a change counts only if the files are the
  /// same at the next poll, or if they keep changing for longer than `patience`.
  mutating func detectSettledChange() -> Bool {
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

/// The stamps of several files.
///
/// A stamp changes when its file changes.
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

  /// Returns the stamps of both; if a path is in both, the stamp in `other` is used.
  func merging(_ other: FileStamps) -> FileStamps {
    FileStamps(stamps.merging(other.stamps) { $1 })
  }
}

/// The changes that this program makes to files, which its watch ignores.
final class OwnChanges: Sendable {
  private struct State {
    /// The paths of the files that are being written.
    var open: Set<String> = []
    /// The paths of the files that were written, each with the state after it; `nil` for a removed
    /// file.
    var done: [String: FileStamp?] = [:]
  }

  private let state = Lock(State())

  /// Notes that the program is about to change a file or, if `isOver`, that it has changed it.
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

  /// Returns the changes that were completed since the last call, and the files that are being
  /// changed.
  func take() -> (done: [String: FileStamp?], open: Set<String>) {
    state.withLock { state in
      defer { state.done = [:] }
      return (state.done, state.open)
    }
  }
}
