import Dispatch

/// Real time, kept by the operating system's monotonic clock.
public struct SystemClock: StubClock {
  public init() {}

  public var now: Duration { .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds)) }

  public func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) {
    // Less than what the number can hold, for times that never come.
    let nanoseconds = UInt64(Swift.min(Swift.max(0, time.seconds * 1e9), 9e18))
    DispatchQueue.global(qos: .userInitiated).asyncAfter(
      deadline: DispatchTime(uptimeNanoseconds: nanoseconds), execute: work)
  }
}
