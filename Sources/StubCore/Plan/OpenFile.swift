import StubPlatform

/// A body file that is open as long as responses refer to it.
///
/// All responses with the same file share it, so a thousand slow clients need only one descriptor.
package final class OpenFile: Sendable {
  /// The identity of a file, together with its path, which may later belong to another file.
  private struct Name: Hashable {
    let path: String
    let device: UInt64
    let node: UInt64

    init(_ path: String, _ status: stat) {
      self.path = path
      device = UInt64(truncatingIfNeeded: status.st_dev)
      node = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }

  private struct Weak { weak var file: OpenFile? }

  private static let openFiles = Lock<[Name: Weak]>([:])

  package let path: String
  package let descriptor: Int32
  private let name: Name

  /// Returns the file that is now at the path, which may be open already.
  ///
  /// - Throws: `BodyReadError` if the file cannot be opened, or is a pipe or a device.
  package static func shared(_ path: String) throws(BodyReadError) -> OpenFile {
    var status = stat()
    if stat(path, &status) == 0 {
      let name = Name(path, status)
      if let file = openFiles.withLock({ $0[name]?.file }) { return file }
    }
    let made = try OpenFile(path)
    return openFiles.withLock { files in
      if let other = files[made.name]?.file { return other }
      files[made.name] = Weak(file: made)
      return made
    }
  }

  /// Opens a file.
  ///
  /// - Throws: `BodyReadError` if the file cannot be opened, or is a pipe or a device.
  private init(_ path: String) throws(BodyReadError) {
    self.path = path
    // The file is opened nonblocking, because opening a pipe would otherwise wait for a writer.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    var status = stat()
    var problem: FileProblem?
    if descriptor < 0 || fstat(descriptor, &status) != 0 {
      problem = .last
    } else if !DescriptorLimit.current.admits(descriptor) {
      problem = FileProblem(code: EMFILE)
    }
    name = Name(path, status)
    if let problem {
      throw BodyReadError(
        path: path, reason: "\(problem)", isTransient: problem.code == EMFILE)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw BodyReadError(path: path, reason: "it is no regular file")
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    Self.openFiles.withLock { files in
      if let weak = files[name], weak.file == nil { files[name] = nil }
    }
  }

  /// Returns the current size of the file in bytes.
  ///
  /// - Throws: `BodyReadError` if the size cannot be read.
  func count() throws(BodyReadError) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw lastError }
    return Int(status.st_size)
  }

  /// Fills the buffer with the bytes of the file from `offset` on.
  ///
  /// - Throws: `BodyReadError` if the file has become shorter or cannot be read.
  package func read(
    from offset: Int, into room: UnsafeMutableRawBufferPointer
  ) throws(BodyReadError) {
    var done = 0
    while done < room.count {
      let got = pread(
        descriptor, room.baseAddress?.advanced(by: done), room.count - done, off_t(offset + done))
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw lastError }
      guard got > 0 else { throw truncationError }
      done += got
    }
  }

  /// The error for a file that is shorter than it was.
  package var truncationError: BodyReadError {
    BodyReadError(path: path, reason: "the file became shorter")
  }

  private var lastError: BodyReadError {
    BodyReadError(path: path, reason: String(cString: strerror(errno)))
  }
}

/// A range of an open file, which the system can send without copying it into the process.
package struct FilePart: Sendable {
  package let file: OpenFile
  /// The range of the bytes in the file.
  package var range: Range<Int>

  package init(file: OpenFile, range: Range<Int>) {
    self.file = file
    self.range = range
  }
}

/// The error for a body file that could not be read while the response was sent.
package struct BodyReadError: DescribedError, Sendable, Hashable {
  /// The path as written in the stub.
  package let path: String
  /// The reason, such as `no such file or folder`.
  package let reason: String
  /// Whether reading may succeed later, when other files have been closed.
  package var isTransient = false

  package var description: String {
    "cannot read the body file \(path): \(reason)"
  }
}
