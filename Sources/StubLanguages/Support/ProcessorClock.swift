#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The processor time of a thread, which goes on only while the thread runs: what a limit on work goes by, so
/// that a busy machine does not change what comes of it.
enum ProcessorClock {
  /// What this thread has taken since it began.
  static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
