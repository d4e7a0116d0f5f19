package import StubPlatform

/// Detects changes of a file by time, size and identity.
///
/// The identity detects editors that write a new file and rename it over the old one. The time is
/// that of the inode, which programs cannot set.
package struct FileStamp: Sendable, Hashable {
  /// The number of seconds within which two changes may have the same time; FAT is the coarsest.
  private static let coarsestClock = 2

  private let seconds: Int
  private let nanoseconds: Int
  private let size: Int
  private let identity: UInt64

  /// Reads the current stamp of the file; `nil` if there is no such file.
  package init?(path: String) {
    var status = stat()
    // A `String` argument would be copied.
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

  /// Returns whether the file was changed less than `moment` before that time, or has just been
  /// emptied.
  package func isMoving(at now: Duration, within moment: Duration) -> Bool {
    now - (.seconds(seconds) + .nanoseconds(nanoseconds)) < moment
      || isJustEmptied(at: Int(now.components.seconds))
  }

  /// Returns whether the file became empty less than two seconds ago: programs often empty a file
  /// before writing.
  package func isJustEmptied(at now: Int) -> Bool { size == 0 && now - seconds < 2 }

  /// Returns whether a change after this time, in seconds since 1970, certainly changes the stamp.
  func isSettled(at now: Int) -> Bool { now - seconds > Self.coarsestClock }
}
