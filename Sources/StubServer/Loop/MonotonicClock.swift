#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The clocks of an event loop.
enum MonotonicClock {
  private static let origin = SuspendingClock.now

  /// Time since some fixed moment; never set back.
  static var now: Duration { SuspendingClock.now - origin }

  /// Seconds since 1970, by the calendar.
  static var secondsSince1970: Int { time(nil) }
}
