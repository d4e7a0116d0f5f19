import StubCore
import StubFiles
import StubPlatform

/// Reads stub files, but not the parts of files that another program is just writing.
///
/// A program that saves a file in place empties it and then writes it in pieces. A new state of a
/// file is therefore used only if its size and time have not changed for a moment (for an empty
/// file: two seconds). Until then, the earlier state is used.
final class StableFiles: Sendable {
  /// The states of files that can be used, and the files that are being written.
  struct StableState {
    /// The state of each file that is to be used.
    var stamps: FileStamps
    /// The current states of the files that are not being written; a symbolic link has the state of
    /// its target.
    var resting: FileStamps
    /// The files that are being written.
    var unfinished: Set<String> = []
    /// The files that are being written and are in use, but with unknown earlier contents.
    var unknown: Set<String> = []
    /// The files that are being written and were not used before.
    var new: Set<String> = []
    /// The paths of all files that were checked.
    let paths: Set<String>
  }

  private struct State {
    /// The earlier contents of recently changed files, by path, to use in place of the current
    /// contents.
    var instead: [String: [UInt8]] = [:]
    /// The states of files that are to be used.
    var settled = FileStamps([:])
    /// The contents of files that were read since the last ``settle(_:)``, by path.
    ///
    /// They are `nil` for a file that was too long to be kept.
    var read: [String: [UInt8]?] = [:]
    /// The contents of files in use, by path.
    var used: [String: [UInt8]] = [:]
    /// The number of bytes in ``read`` and ``used``.
    var count = 0
    /// The paths of the files that are in use.
    var files: Set<String> = []
    /// The states of the files at the last reading.
    var stamps = FileStamps([:])

    /// Forgets the files that were read, except the files in use.
    mutating func forgetRead() {
      read = [:]
      count = used.values.reduce(0) { $0 + $1.count }
    }
  }

  /// The time for which a file must not change before it is read.
  private static let rest = Duration.milliseconds(100)
  /// The largest number of bytes of all files that are kept for use while a file is being written.
  private static let mostKept = 8 << 20
  /// The largest number of files that are held open at the same time.
  private static let mostHeld = 64

  private let state = Lock(State())
  private let now: @Sendable () -> Duration
  private let pause: @Sendable () -> Void

  /// Creates a reader of files.
  ///
  /// - Parameters:
  ///   - now: A function that returns the time since 1970.
  ///   - pause: A function that waits as long as a file must not change.
  init(
    now: @escaping @Sendable () -> Duration = StableFiles.systemTime,
    pause: @escaping @Sendable () -> Void = { usleep(100_000) }
  ) {
    (self.now, self.pause) = (now, pause)
  }

  @Sendable private static func systemTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The states of the files at the last reading.
  var stamps: FileStamps { state.withLock { $0.stamps } }

  /// The function that reads stub files; for files that are being written, it returns the earlier
  /// contents.
  var reading: FileSource {
    FileSource { [self] path in
      state.withLock { $0.settled[path] } ?? FileStamp(path: path)
    } _: { [self] path, limit in
      Result { () throws(FileProblem) in try read(path, atMost: limit) }
    }
  }

  private func read(_ path: String, atMost limit: Int) throws(FileProblem) -> [UInt8] {
    let bytes: [UInt8]
    if let known = state.withLock({ $0.instead[path] }) {
      bytes = known
    } else {
      bytes = try DurableFile.read(path, atMost: limit)
    }
    guard bytes.count <= limit else { throw FileProblem(code: FileProblem.tooLong) }
    state.withLock { state in
      let isKept = bytes.count <= Self.mostKept - state.count
      state.read.updateValue(isKept ? bytes : nil, forKey: path)
      if isKept { state.count += bytes.count }
    }
    return bytes
  }

  /// Decides for each file whether its current or its earlier state is used.
  ///
  /// If a file has just changed or is missing, this method pauses first.
  func settle(_ paths: [String]) -> StableState {
    let stamps = FileStamps(of: paths)
    var settled = StableState(stamps: stamps, resting: stamps, paths: Set(paths))
    let start = now()
    let moving = paths.filter { stamps[$0]?.isMoving(at: start, within: Self.rest) ?? false }
    var instead: [String: [UInt8]] = [:]
    // A file in use that is missing may be about to be replaced.
    if !moving.isEmpty || !state.withLock({ $0.files }).isSubset(of: paths) {
      let files = moving.enumerated().map {
        ChangingFile(path: $1, isHeld: $0 < Self.mostHeld)
      }
      pause()
      let time = now()
      for file in files {
        settled.resting[file.path] = nil
        switch file.contents(at: time) {
        case .whole(let bytes, let stamp):
          instead[file.path] = bytes
          settled.stamps[file.path] = stamp
        case .unfinished: settled.unfinished.insert(file.path)
        // The error is reported when the file is read.
        case .unreadable: break
        }
      }
    }
    let (used, files, before) = state.withLock { ($0.used, $0.files, $0.stamps) }
    for path in settled.unfinished {
      settled.stamps[path] = before[path]
      if let bytes = used[path] {
        instead[path] = bytes
      } else if files.contains(path) {
        settled.unknown.insert(path)
      } else {
        settled.new.insert(path)
      }
    }
    state.withLock { [instead, stamps = settled.stamps] state in
      (state.instead, state.settled) = (instead, stamps)
      state.forgetRead()
    }
    return settled
  }

  /// Notes the states of the files that were read, and the paths of the files in use; with `nil`,
  /// these stay the same.
  func note(_ stamps: FileStamps, inUse files: [String]?) {
    state.withLock { state in
      state.stamps = stamps
      if let files {
        state.files = Set(files)
        for (path, bytes) in state.read { state.used[path] = bytes }
        let (read, settled) = (state.read, state.settled)
        state.used = state.used.filter { read[$0.key] != nil || settled[$0.key] != nil }
        // Earlier contents are needed only when another file changes,
        // so not if there is only one file.
        if state.used.count < 2 { state.used = [:] }
      }
      state.instead = [:]
      state.forgetRead()
    }
  }
}

/// A file that has just changed.
///
/// Most such files are kept open, so that the same file is read even if another one replaces it.
private final class ChangingFile {
  enum Contents {
    case whole([UInt8], FileStamp)
    case unfinished
    case unreadable
  }

  let path: String
  private var descriptor: Int32
  private let before: stat?

  init(path: String, isHeld: Bool) {
    self.path = path
    descriptor = ChangingFile.opened(path)
    before = ChangingFile.status(descriptor)
    if !isHeld { shut() }
  }

  deinit { shut() }

  private static func opened(_ path: String) -> Int32 {
    open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  }

  private func shut() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  private static func status(_ descriptor: Int32) -> stat? {
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else { return nil }
    return status
  }

  /// Reads the contents.
  ///
  /// They are unfinished if the file was changed after this object was created, or was just
  /// emptied.
  func contents(at now: Duration) -> Contents {
    if descriptor < 0 { descriptor = ChangingFile.opened(path) }
    defer { shut() }
    let limit = RuleContext.usualFileSizeLimit
    guard let before,
      let bytes = try? DurableFile.read(
        from: descriptor, ofAnyKind: false, atMost: limit)
    else { return .unreadable }
    guard let after = ChangingFile.status(descriptor), after.hasContents(of: before) else {
      return .unfinished
    }
    let stamp = FileStamp(after)
    return stamp.isJustEmptied(at: Int(now.components.seconds)) ? .unfinished : .whole(bytes, stamp)
  }
}

extension stat {
  /// Returns whether size and time of change are the same as those of `other`; moving a file does
  /// not change them.
  fileprivate func hasContents(of other: stat) -> Bool {
    #if canImport(Darwin)
    let (time, otherTime) = (st_mtimespec, other.st_mtimespec)
    #else
    let (time, otherTime) = (st_mtim, other.st_mtim)
    #endif
    return st_size == other.st_size && time.tv_sec == otherTime.tv_sec
      && time.tv_nsec == otherTime.tv_nsec
  }
}
