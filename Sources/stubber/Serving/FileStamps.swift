#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What tells whether files have changed: when each was written, its size and its identity.
///
/// The identity catches editors that write a new file and rename it over the old one.
struct FileStamps: Equatable {
  private struct Stamp: Equatable {
    let seconds: Int
    let nanoseconds: Int
    let size: Int
    let identity: UInt64
  }

  private var stamps: [String: Stamp] = [:]

  /// Files that are not there have no stamp, so that their coming and going is a change.
  init(of paths: [String]) {
    for path in paths {
      var status = stat()
      guard stat(path, &status) == 0 else { continue }
      #if canImport(Darwin)
      let time = status.st_mtimespec
      #else
      let time = status.st_mtim
      #endif
      stamps[path] = Stamp(
        seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec), size: Int(status.st_size),
        identity: UInt64(status.st_ino))
    }
  }
}
