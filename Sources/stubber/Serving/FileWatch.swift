import StubCore
import StubPlatform

/// Notices changed, added and removed files by polling.
struct FileWatch {
  private let files: @Sendable () -> [String]
  /// Files that the others refer to, as they were when they were read.
  var referredFiles: @Sendable () -> [String: FileStamp?] = { [:] }
  /// What the program itself changes.
  let ownChanges = OwnChanges()
  private var known: FileStamps
  private var previous: FileStamps
  /// When a change was seen that has not been reported; `nil` for none.
  private var changedSince: ContinuousClock.Instant?
  private let patience: Duration
  /// Milliseconds until the next poll: longer if polling takes long.
  private(set) var interval: Int32 = 200

  /// Starts from the current state of the files; create it before you read them, or a change is lost.
  ///
  /// - Parameters:
  ///   - patience: how long files that change all the time may keep a change from being reported.
  ///   - files: returns the paths to watch, on each poll.
  init(patience: Duration = .milliseconds(400), files: @escaping @Sendable () -> [String]) {
    self.files = files
    self.patience = patience
    known = FileStamps(of: files())
    previous = known
  }

  /// Whether the files have changed, but not since the last poll, or have changed for too long.
  ///
  /// Waiting for the second poll avoids reading a file while it is being written.
  mutating func hasSettledChange() -> Bool {
    let start = ContinuousClock.now
    // Asked before the files are looked at, so that what is written since then counts as open.
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

/// The stamps of some files, which differ after any change of one of them.
struct FileStamps: Equatable {
  /// By path; `nil` for a file that is missing, such as the target of a link.
  private var stamps: [String: FileStamp?]

  /// The stamp of a file; what is set to `nil` is not looked at.
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

  /// The files.
  var paths: [String] { Array(stamps.keys) }

  init(_ stamps: [String: FileStamp?]) { self.stamps = stamps }

  /// The stamps of files as they are now.
  init(of paths: [String]) {
    self.init([:])
    for path in paths { stamps.updateValue(FileStamp(path: path), forKey: path) }
  }

  /// Both together; those of the other where both have one.
  func merging(_ other: FileStamps) -> FileStamps {
    FileStamps(stamps.merging(other.stamps) { $1 })
  }
}

/// Files that the program itself changes, which are no news for its watch.
final class OwnChanges: Sendable {
  private struct State {
    /// Files that are being written.
    var open: Set<String> = []
    /// Files that were written, as they are then; `nil` for a file that was removed.
    var done: [String: FileStamp?] = [:]
  }

  private let state = Lock(State())

  /// Notes that a file is about to be changed, or that it has been.
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

  /// What was changed since the last call, and the files that are being changed.
  func take() -> (done: [String: FileStamp?], open: Set<String>) {
    state.withLock { state in
      defer { state.done = [:] }
      return (state.done, state.open)
    }
  }
}
