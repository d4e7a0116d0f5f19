import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Lets the process wait for SIGINT, SIGTERM and SIGHUP; a second signal ends it at once.
///
/// There is only one, because a process has only one set of signal handlers.
enum StopSignals {
  private static let count = Atomic(0)
  private static let writingEnd = Atomic<Int32>(-1)
  private static let readingEnd = Atomic<Int32>(-1)

  /// Takes over these signals; a file that gets too large is an error of the one that writes it.
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
    sigaddset(&stopping, SIGHUP)
    signal(SIGXFSZ, SIG_IGN)
    // A signal handler may only call async-signal-safe functions: here atomics, write and _exit.
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnoredByParent(number) {
      signal(number) { number in
        if StopSignals.count.add(1, ordering: .relaxed).oldValue > 0 { _exit(128 + number) }
        var byte: UInt8 = 0
        _ = write(StopSignals.writingEnd.load(ordering: .relaxed), &byte, 1)
      }
    }
    pthread_sigmask(SIG_UNBLOCK, &stopping, nil)
  }

  /// Whether the parent process wants the signal ignored, as `nohup` does.
  private static func isIgnoredByParent(_ number: Int32) -> Bool {
    var action = sigaction()
    guard number == SIGHUP, sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
    let handler = action.__sigaction_u.__sa_handler
    #else
    let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
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
