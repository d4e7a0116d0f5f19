#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A body file that stays open as long as anybody holds it.
package final class OpenFile: Sendable {
  package let path: String
  package let descriptor: Int32

  /// - Throws: `BodyReadError` when the file cannot be opened, or is a pipe or a device.
  package init(_ path: String) throws(BodyReadError) {
    self.path = path
    // Without waiting for somebody who writes into a pipe.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw lastError }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw lastError }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw BodyReadError(path: path, reason: "it is no regular file")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Bytes that the file has now.
  ///
  /// - Throws: `BodyReadError` when the system does not say.
  func count() throws(BodyReadError) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw lastError }
    return Int(status.st_size)
  }

  /// Fills the room with what is in the file from `offset` on.
  ///
  /// - Throws: `BodyReadError` when the file has become shorter or cannot be read.
  package func read(
    from offset: Int, into room: UnsafeMutableRawBufferPointer
  ) throws(BodyReadError) {
    var done = 0
    while done < room.count {
      let got = pread(
        descriptor, room.baseAddress?.advanced(by: done), room.count - done, off_t(offset + done))
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw lastError }
      guard got > 0 else { throw becameShorter }
      done += got
    }
  }

  /// What is wrong with a file that has become shorter.
  package var becameShorter: BodyReadError {
    BodyReadError(path: path, reason: "the file became shorter")
  }

  private var lastError: BodyReadError {
    BodyReadError(path: path, reason: String(cString: strerror(errno)))
  }
}

/// A stretch of an open file, which a host can have the system send.
package struct FilePart: Sendable {
  package let file: OpenFile
  /// Bytes of the file.
  package var range: Range<Int>

  package init(file: OpenFile, range: Range<Int>) {
    self.file = file
    self.range = range
  }
}

/// A body file that could not be read while the response was being sent.
public struct BodyReadError: DescribedError, Sendable, Hashable {
  /// The path as the stub has it.
  public let path: String
  /// What the system says, such as `No such file or directory`.
  public let reason: String

  public var description: String {
    "cannot read the body file \(path): \(reason)"
  }
}
