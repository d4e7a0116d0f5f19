import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Turns SIGINT and SIGTERM into something to wait for; a second one ends the process at once.
///
/// There is one for the process, because signal handlers are the process's.
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
    // A program that starts others from a thread of its own may pass on that it blocks signals.
    var stopping = sigset_t()
    sigemptyset(&stopping)
    sigaddset(&stopping, SIGINT)
    sigaddset(&stopping, SIGTERM)
    // A handler may only do what is safe at any point of the program: here atomics, write, _exit.
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
