import StubPlatform

/// Lets the process wait for SIGINT, SIGTERM or SIGHUP.
///
/// A second signal ends the process at once. All members are static, because a process has only one
/// set of signal handlers.
enum StopSignals {
  /// The two ends of a pipe; `nil` if the process has no free descriptors for it.
  ///
  /// The first signal writes a byte into the pipe, which is never read.
  private static let ends: (reading: Int32, writing: Int32)? = {
    var ends: [Int32] = [-1, -1]
    return pipe(&ends) == 0 ? (reading: ends[0], writing: ends[1]) : nil
  }()

  /// Installs the signal handlers.
  ///
  /// SIGXFSZ is ignored, so that a write beyond the limit for file sizes fails with an error.
  static func install() {
    guard ends != nil else { return }
    // The process may have inherited blocked signals from its parent.
    var stopping = sigset_t()
    sigemptyset(&stopping)
    sigaddset(&stopping, SIGINT)
    sigaddset(&stopping, SIGTERM)
    sigaddset(&stopping, SIGHUP)
    signal(SIGXFSZ, SIG_IGN)
    // A signal handler may only call async-signal-safe functions: here poll, write and _exit.
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnoredByParent(number) {
      signal(number) { number in
        if StopSignals.hasSignal(within: 0) { _exit(128 + number) }
        var byte: UInt8 = 0
        if let ends = StopSignals.ends { _ = write(ends.writing, &byte, 1) }
      }
    }
    pthread_sigmask(SIG_UNBLOCK, &stopping, nil)
  }

  /// Ends the wait of the process, as SIGTERM does.
  static func raise() { kill(getpid(), SIGTERM) }

  /// Returns whether the parent process has set the signal to be ignored, as `nohup` does.
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

  /// Blocks the thread until a signal arrives, for at most `milliseconds`.
  ///
  /// - Returns: whether a signal has arrived.
  static func wait(milliseconds: Int32) -> Bool {
    // A signal that arrives on this thread interrupts the first call.
    hasSignal(within: milliseconds) || hasSignal(within: 0)
  }

  private static func hasSignal(within milliseconds: Int32) -> Bool {
    guard let ends else { return false }
    var descriptor = pollfd(fd: ends.reading, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, milliseconds) > 0
  }
}
