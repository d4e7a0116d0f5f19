import StubCore
import StubFiles
import StubPlatform

/// Reads stub files as they were before a program began to write them.
///
/// A program that saves a file in place empties it and writes it in pieces. So a file counts when its size and
/// time have been still for a moment, and an empty one after two seconds; before that it counts as it was.
final class WholeFiles: Sendable {
  /// What files count as, and which of them cannot be said.
  struct Settled {
    /// The files, each as it counts.
    var stamps: FileStamps
    /// The files that rest, as they are where their paths lead.
    var resting: FileStamps
    /// Files that are being written.
    var unfinished: Set<String> = []
    /// Those of them of which nothing was read before: what they had then is not known.
    var unknown: Set<String> = []
    /// Those of them that are new.
    var new: Set<String> = []
    /// All files that were looked at.
    let paths: Set<String>
  }

  private struct State {
    /// What is read in the place of files that have just changed.
    var instead: [String: [UInt8]] = [:]
    /// What has been read since the last ``settle(_:)``.
    var read: [String: [UInt8]] = [:]
    /// The bytes of that.
    var readCount = 0
    /// What was in use last.
    var used: [String: [UInt8]] = [:]
    /// The files that are in use.
    var files: Set<String> = []
    /// The files as they counted last.
    var stamps = FileStamps([:])
  }

  /// How long a file has to be still.
  private static let rest = Duration.milliseconds(100)
  /// The most bytes that are kept of files, in case one of them is being written when another has changed.
  private static let mostKept = 8 << 20
  /// The most files that are held open together.
  private static let mostHeld = 64

  private let state = Lock(State())
  private let now: @Sendable () -> Duration
  private let pause: @Sendable () -> Void

  /// - Parameters:
  ///   - now: the time since 1970.
  ///   - pause: waits for as long as a file has to be still.
  init(
    now: @escaping @Sendable () -> Duration = WholeFiles.systemTime,
    pause: @escaping @Sendable () -> Void = { usleep(100_000) }
  ) {
    (self.now, self.pause) = (now, pause)
  }

  @Sendable private static func systemTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The files as they counted when they were last read.
  var stamps: FileStamps { state.withLock { $0.stamps } }

  /// How stub files are read.
  var reading: FileReading {
    FileReading { [self] path, limit in
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
      guard bytes.count <= Self.mostKept - state.readCount else { return }
      state.readCount += bytes.count
      state.read[path] = bytes
    }
    return bytes
  }

  /// Finds out what the files count as, for which it pauses if one has just changed.
  func settle(_ paths: [String]) -> Settled {
    let stamps = FileStamps(of: paths)
    var settled = Settled(stamps: stamps, resting: stamps, paths: Set(paths))
    let start = now()
    let moving = paths.filter { stamps[$0]?.isMoving(at: start, within: Self.rest) ?? false }
    var instead: [String: [UInt8]] = [:]
    // A file that is gone may be about to come again.
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
        // Reading it says what is wrong.
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
    state.withLock { [instead] in ($0.instead, $0.read, $0.readCount) = (instead, [:], 0) }
    return settled
  }

  /// Notes that files have been read that counted so, and those that are in use; `nil` for the same as before.
  func note(_ stamps: FileStamps, inUse files: [String]?) {
    state.withLock { state in
      state.stamps = stamps
      if let files {
        state.files = Set(files)
        // A single file that is being written holds up no other.
        state.used = state.read.count > 1 ? state.read : [:]
      }
      (state.read, state.readCount, state.instead) = ([:], 0, [:])
    }
  }
}

/// A file that has just changed; while it is held open, another in its place changes nothing.
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

  /// What is in it if it has not changed since, and has not just been emptied.
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
  /// Whether nothing was written since; a file that was replaced in its folder is still the same.
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
