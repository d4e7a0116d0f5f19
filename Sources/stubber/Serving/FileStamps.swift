import StubCore

/// What tells whether any of some files has changed.
struct FileStamps: Equatable {
  private var stamps: [String: FileStamp] = [:]

  /// Files that are not there have no stamp, so that their coming and going is a change.
  init(of paths: [String]) {
    for path in paths { stamps[path] = FileStamp(path: path) }
  }
}
