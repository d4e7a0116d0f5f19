package import StubCore
import StubPlatform

/// The source of the bytes of stub files: the file system, or a replacement.
package struct FileSource: Sendable {
  /// Returns the state of a file, which changes with its bytes; `nil` for a missing file.
  package let stamp: @Sendable (_ path: String) -> FileStamp?
  /// Returns the bytes of the file at a path; fails for a file with more bytes than the limit.
  package let bytes: @Sendable (_ path: String, _ limit: Int) -> Result<[UInt8], FileProblem>

  package init(
    stamp: @escaping @Sendable (_ path: String) -> FileStamp? = { FileStamp(path: $0) },
    _ bytes: @escaping @Sendable (_ path: String, _ limit: Int) -> Result<[UInt8], FileProblem>
  ) {
    (self.stamp, self.bytes) = (stamp, bytes)
  }

  /// The file system as the source.
  package static let files = FileSource { path, limit in
    Result { () throws(FileProblem) in try DurableFile.read(path, atMost: limit) }
  }
}

/// The kind of an entry of the file system.
package enum FileKind {
  case file
  case folder
  case other
  case missing

  /// Finds the kind of the entry at `path`, after following links.
  package init(of path: String) {
    // Foundation would also look up the names of the owner and the group.
    var status = stat()
    guard stat(path, &status) == 0 else {
      self = .missing
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    default: self = .other
    }
  }
}
