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

  /// Takes the line for some bytes, and says when the last of them is through.
  ///
  /// That is `now`, a time on the host's monotonic clock, where the line has no limit. Who sends
  /// without a pause gives the end of the turn before as `now`, however late it is by then.
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

  /// How many bytes of a body go out in one turn; `nil` where nothing limits the line.
  ///
  /// Turns are short, so that all who share the line soon get theirs.
  package func turn(_ direction: Direction) -> Int? {
    if let speed = direction == .download ? profile.download : profile.upload {
      return Int(max(1, min(Double(Timeline.largestStep), speed.bytesPerSecond * Self.turnTime)))
    }
    return profile.stalls == nil ? nil : Timeline.largestStep
  }

  /// Seconds of the line's time in one turn.
  private static let turnTime = 0.002

  /// The time at which `work` is done when it is begun at `start` and pauses while the line stalls.
  static func end(
    of work: Duration, from start: Duration, stalls: NetworkProfile.Stalls?
  ) -> Duration {
    guard let stalls, stalls.lasting > .zero else { return start + work }
    // Each period begins with the time in which the line works.
    let working = stalls.every - stalls.lasting
    var period = start.whole(stalls.every)
    var done = start - stalls.every * period
    if done >= working {
      period += 1
      done = .zero
    }
    let total = done + work
    var periods = total.whole(working)
    // Work that ends with the working time need not wait for the next.
    if periods > 0, working * periods == total { periods -= 1 }
    return stalls.every * (period + periods) + (total - working * periods)
  }
}

extension Duration {
  /// How often the other duration, more than 0, fits in this one as a whole.
  fileprivate func whole(_ other: Duration) -> Int {
    var count = Int(max(0, min(1e15, (self / other).rounded(.down))))
    // The quotient is rounded, so that it may be one off where it is nearly whole.
    while count > 0, other * count > self { count -= 1 }
    while other * (count + 1) <= self { count += 1 }
    return count
  }
}

extension NetworkLink: Hashable {
  public static func == (left: NetworkLink, right: NetworkLink) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
