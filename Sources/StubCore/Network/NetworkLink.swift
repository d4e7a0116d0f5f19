import Synchronization

/// A line in use: whoever sends through it shares its speed with all others, first come first served.
///
/// Times are absolute, so that being late once does not make the line slower.
public final class NetworkLink: Sendable {
  public enum Direction: Sendable, Hashable {
    case download
    case upload
  }

  private struct State {
    /// When the line is free again.
    var downloadFree = Duration.zero
    var uploadFree = Duration.zero
  }

  public let profile: NetworkProfile
  private let state = Mutex(State())

  public init(_ profile: NetworkProfile) { self.profile = profile }

  /// Takes the line for some bytes.
  ///
  /// - Parameter now: the time on the host's monotonic clock.
  /// - Returns: when the last of the bytes is through; `now` where the line has no limit.
  package func reserve(_ count: Int, _ direction: Direction, at now: Duration) -> Duration {
    let speed = direction == .download ? profile.download : profile.upload
    let time = Duration.seconds(speed.map { Double(count) / $0.bytesPerSecond } ?? 0)
    return state.withLock { state in
      let free = direction == .download ? state.downloadFree : state.uploadFree
      let end = Self.end(of: time, from: max(now, free), stalls: profile.stalls)
      if direction == .download { state.downloadFree = end } else { state.uploadFree = end }
      return end
    }
  }

  /// The time at which `work` is done when it is begun at `start` and pauses while the line stalls.
  static func end(
    of work: Duration, from start: Duration, stalls: NetworkProfile.Stalls?
  ) -> Duration {
    guard let stalls, stalls.lasting > .zero else { return start + work }
    // Each period begins with the time in which the line works.
    let working = stalls.every - stalls.lasting
    let period = Int((start / stalls.every).rounded(.down))
    let inPeriod = start - stalls.every * period
    let done = min(inPeriod, working)
    let total = done + work
    let periods = Int((total / working).rounded(.up)) - 1
    let whole = max(0, periods)
    return stalls.every * (period + whole) + (total - working * whole)
  }
}

extension NetworkLink: Hashable {
  public static func == (left: NetworkLink, right: NetworkLink) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
