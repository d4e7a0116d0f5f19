/// The source of time for in-process responses: real by default, advanced by hand in tests.
public protocol StubClock: Sendable {
  /// Time since some fixed moment of this clock.
  var now: Duration { get }

  /// Runs `work` once when `time` has come, at once when it has passed; on any thread.
  func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void)
}
