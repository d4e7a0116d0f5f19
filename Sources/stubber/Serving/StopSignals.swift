import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Lets the process wait for SIGINT and SIGTERM; a second signal ends it at once.
///
/// There is only one, because a process has only one set of signal handlers.
enum StopSignals {
  private static let count = Atomic(0)
  private static let writingEnd = Atomic<Int32>(-1)
  private static let readingEnd = Atomic<Int32>(-1)

  /// Takes over both signals.
  static func install() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    readingEnd.store(ends[0], ordering: .relaxed)
    writingEnd.store(ends[1], ordering: .relaxed)
    // The parent process may have blocked the signals, which is inherited.
    var stopping = sigset_t()
    sigemptyset(&stopping)
    sigaddset(&stopping, SIGINT)
    sigaddset(&stopping, SIGTERM)
    // A signal handler may only call async-signal-safe functions: here atomics, write and _exit.
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        if StopSignals.count.add(1, ordering: .relaxed).oldValue > 0 { _exit(128 + number) }
        var byte: UInt8 = 0
        _ = write(StopSignals.writingEnd.load(ordering: .relaxed), &byte, 1)
      }
    }
    pthread_sigmask(SIG_UNBLOCK, &stopping, nil)
  }

  /// Blocks the thread until a signal comes, or for that long.
  ///
  /// - Returns: whether a signal has come.
  static func wait(milliseconds: Int32) -> Bool {
    if count.load(ordering: .relaxed) > 0 { return true }
    var descriptor = pollfd(
      fd: readingEnd.load(ordering: .relaxed), events: Int16(POLLIN), revents: 0)
    _ = poll(&descriptor, 1, milliseconds)
    return count.load(ordering: .relaxed) > 0
  }
}
