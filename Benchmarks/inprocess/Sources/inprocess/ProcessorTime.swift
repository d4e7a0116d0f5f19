#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What the operating system counts for this process.
enum ProcessorTime {
  /// Seconds that processors were busy for all threads of this process, user and system.
  static var now: Double {
    var usage = rusage()
    #if canImport(Glibc)
    getrusage(RUSAGE_SELF.rawValue, &usage)
    #else
    getrusage(RUSAGE_SELF, &usage)
    #endif
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
  }
}
