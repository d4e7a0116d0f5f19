#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What tells whether a file has changed: when it was written, its size and its identity.
///
/// The identity catches editors that write a new file and rename it over the old one.
package struct FileStamp: Sendable, Hashable {
  private let seconds: Int
  private let nanoseconds: Int
  private let size: Int
  private let identity: UInt64

  /// The stamp of the file as it is now; `nil` when it is not there.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    seconds = Int(time.tv_sec)
    nanoseconds = Int(time.tv_nsec)
    size = Int(status.st_size)
    identity = UInt64(status.st_ino)
  }
}
