import StubPlatform

/// A regular file that is the body of a response.
struct BodyFile {
  let size: Int
  let type: HTTPContentType
  let stamp: FileStamp
  /// The time of the last change, in seconds since 1970.
  let modified: Int

  /// Reads the properties of a file.
  ///
  /// - Throws: `ResponderError` if the file cannot be used. Clients see its text, which contains no
  ///   absolute path.
  init(_ path: String) throws(ResponderError) {
    let shown = FileFolder.shown(path)
    guard !path.utf8.contains(0) else {
      throw ResponderError("the name of the body file \(shown.quoted) contains NUL; remove it")
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else {
        throw ResponderError(
          "cannot read the body file \(shown): \(String(cString: strerror(errno)))")
      }
      throw ResponderError(
        "no such body file \(shown); its path is relative to the rule file or the working directory"
      )
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ResponderError(
        "the body file \(shown) is not a regular file")
    }
    size = Int(status.st_size)
    stamp = FileStamp(status)
    #if canImport(Darwin)
    modified = Int(status.st_mtimespec.tv_sec)
    #else
    modified = Int(status.st_mtim.tv_sec)
    #endif
    let name = path.split(separator: "/").last ?? ""
    let dot = name.lastIndex(of: ".")
    type = HTTPContentType(fileExtension: dot.map { String(name[name.index(after: $0)...]) } ?? "")
  }
}

/// A cache for the plan of a small body file, which is valid until the file changes.
final class FilePlan: Sendable {
  private struct CachedPlan {
    let file: CachedFile
    let plan: ResponsePlan
  }

  private let path: String
  private let kept = Lock<CachedPlan?>(nil)
  /// A function that returns the time in seconds since 1970.
  private let now: @Sendable () -> Int

  init(_ path: String, now: @escaping @Sendable () -> Int = { time(nil) }) {
    self.path = path
    self.now = now
  }

  /// Returns the kept plan for the present contents of the file; if there is none, makes and keeps
  /// one.
  ///
  /// - Returns: `nil` if the contents of the file are not kept.
  /// - Throws: `ResponderError` if the file cannot be used.
  func plan(make: (CachedFile) throws -> ResponsePlan) throws -> ResponsePlan? {
    if let kept = kept.withLock({ $0 }), kept.file.isCurrent { return kept.plan }
    guard let file = try CachedFile.current(path, at: now()) else { return nil }
    do {
      let plan = try make(file).kept()
      kept.withLock { $0 = CachedPlan(file: file, plan: plan) }
      return plan
    } catch is CachedFile.Changed {
      return nil
    }
  }
}

/// The bytes of a small body file at one time, which all stubs that answer with the file share.
final class CachedFile: Sendable {
  /// An entry of the table, which does not itself keep its file in memory.
  private final class Entry: Sendable {
    weak let file: CachedFile?
    let identity: ObjectIdentifier

    init(_ file: CachedFile) {
      self.file = file
      identity = ObjectIdentifier(file)
    }
  }

  private struct Table {
    var entries: [ScalarText: Entry] = [:]
    /// The total size of all kept files, in bytes.
    var count = 0
  }

  /// The largest size of a kept file in bytes; a larger file is read while it is sent.
  static let largest = 32 * 1_024
  /// The largest total size of all kept files in bytes.
  private static let budget = 128 * 1_024 * 1_024
  private static let table = Lock(Table())

  let stamp: FileStamp
  let bytes: Data
  private let path: String

  private init(_ path: String, _ stamp: FileStamp, _ bytes: Data) {
    (self.path, self.stamp, self.bytes) = (path, stamp, bytes)
  }

  deinit {
    let (path, count, identity) = (ScalarText(path), bytes.count, ObjectIdentifier(self))
    Self.table.withLock { table in
      table.count -= count
      if table.entries[path]?.identity == identity { table.entries[path] = nil }
    }
  }

  /// Returns the file with its present contents, which are read if they are not kept.
  ///
  /// `now` is in seconds since 1970.
  ///
  /// - Returns: `nil` if the file is large, has changed very recently, or would exceed the total
  ///   size.
  /// - Throws: `ResponderError` if the file cannot be used.
  static func current(_ path: String, at now: Int) throws -> CachedFile? {
    let file = try BodyFile(path)
    // Only the lookup is under the lock, because releasing a file there would take the lock again.
    let known = table.withLock { $0.entries[ScalarText(path)]?.file }
    if let known, known.stamp == file.stamp { return known }
    guard file.size <= largest, file.stamp.isSettled(at: now), hasRoom(for: file.size),
      let reader = try? BodyReader(.file(path: path, offset: 0, count: file.size)),
      let bytes = try? reader.read(0..<file.size), FileStamp(path: path) == file.stamp
    else { return nil }
    let new = CachedFile(path, file.stamp, bytes)
    table.withLock { table in
      table.count += bytes.count
      table.entries[ScalarText(path)] = Entry(new)
    }
    return new
  }

  /// Whether the file is unchanged.
  ///
  /// Every request checks this, so that a change takes effect at once.
  var isCurrent: Bool { FileStamp(path: path) == stamp }

  /// The error for a file that has changed while a plan was made.
  struct Changed: Error {}

  /// Returns the plan with the bytes of this file as its body.
  ///
  /// - Throws: `Changed` if the file has changed, so that the plan may not belong to these bytes.
  func filling(_ plan: ResponsePlan) throws -> ResponsePlan {
    guard FileStamp(path: path) == stamp else { throw Changed() }
    var plan = plan
    plan.body = .data(bytes)
    return plan
  }

  private static func hasRoom(for count: Int) -> Bool {
    table.withLock { $0.count + count <= budget }
  }
}
