package import StubPlatform

/// The time, size and identity of a file, by which changes are detected.
///
/// The identity shows that an editor has written a new file and renamed it over the old one. The
/// time is the inode's change time, which programs cannot set.
package struct FileStamp: Sendable, Hashable {
  /// The resolution, in seconds, of the coarsest file times (on FAT).
  ///
  /// Two changes within this time may have the same time.
  private static let coarsestClock = 2

  private let seconds: Int
  private let nanoseconds: Int
  /// The number of bytes.
  package let size: Int
  private let identity: UInt64

  /// Reads the present stamp of a file; `nil` if there is no such file.
  package init?(path: String) {
    var status = stat()
    // Passing the `String` itself would copy it.
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

  /// The stamp in the form of an entity tag (RFC 9110 §8.8.3).
  var entityTag: String {
    let parts = [seconds, nanoseconds, size].map { String($0, radix: 16) }
    return "\"\(parts.joined(separator: "-"))-\(String(identity, radix: 16))\""
  }

  /// Returns whether the file changed within `moment` before the time `now`, or has just been
  /// emptied.
  package func isMoving(at now: Duration, within moment: Duration) -> Bool {
    now - (.seconds(seconds) + .nanoseconds(nanoseconds)) < moment
      || isJustEmptied(at: Int(now.components.seconds))
  }

  /// Returns whether the file became empty less than two seconds ago.
  ///
  /// Programs often empty a file just before writing to it.
  package func isJustEmptied(at now: Int) -> Bool { size == 0 && now - seconds < 2 }

  /// Returns whether a change after `now`, in seconds since 1970, is certain to change the stamp.
  func isSettled(at now: Int) -> Bool { now - seconds > Self.coarsestClock }
}
