#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#else
package import Darwin
#endif

/// Detects changes of a file by time, size and identity.
///
/// The identity catches editors that write a new file and rename it over the old one; the time is
/// that of the file's entry, which no program can set back.
package struct FileStamp: Sendable, Hashable {
  /// Times that are less apart can read the same; FAT has the coarsest clock.
  private static let coarsestClock = 2

  private let seconds: Int
  private let nanoseconds: Int
  private let size: Int
  private let identity: UInt64

  /// The stamp of the file as it is now; `nil` when it is not there.
  package init?(path: String) {
    var status = stat()
    // Passed as it is, a text would be copied.
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  package init(_ status: stat) {
    #if canImport(Darwin)
    let time = status.st_ctimespec
    #else
    let time = status.st_ctim
    #endif
    seconds = Int(time.tv_sec)
    nanoseconds = Int(time.tv_nsec)
    size = Int(status.st_size)
    identity = UInt64(status.st_ino)
  }

  /// The stamp as an entity tag (RFC 9110 §8.8.3).
  var entityTag: String {
    let parts = [seconds, nanoseconds, size].map { String($0, radix: 16) }
    return "\"\(parts.joined(separator: "-"))-\(String(identity, radix: 16))\""
  }

  /// Whether the file was changed less than a moment before that time since 1970, or has just been emptied.
  package func isMoving(at now: Duration, within moment: Duration) -> Bool {
    now - (.seconds(seconds) + .nanoseconds(nanoseconds)) < moment
      || isJustEmptied(at: Int(now.components.seconds))
  }

  /// Whether the file is empty for less than two seconds: programs that write a file often empty it first.
  package func isJustEmptied(at now: Int) -> Bool { size == 0 && now - seconds < 2 }

  /// Whether a change after this moment, in seconds since 1970, gives another stamp for sure.
  func isSettled(at now: Int) -> Bool { now - seconds > Self.coarsestClock }
}
