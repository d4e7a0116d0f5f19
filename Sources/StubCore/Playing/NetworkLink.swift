/// A network link in use: all that send through it share its speed, first come first served.
///
/// Times are on the host's monotonic clock and absolute, so that a sender that wakes up late does
/// not make the link slower: it gets the time that has passed unused since its bytes were ready.
package final class NetworkLink: Sendable {
  package enum Direction: Sendable, Hashable {
    case download
    case upload
  }

  package let profile: NetworkProfile
  private let lanes = Lock((download: Lane(), upload: Lane()))

  package init(_ profile: NetworkProfile) { self.profile = profile }

  /// Takes the link for some bytes that are ready at `start`, and returns when the last of them is
  /// through: `start` where nothing limits the link.
  package func reserve(_ count: Int, _ direction: Direction, from start: Duration) -> Duration {
    let work = speed(direction).map { Duration.seconds(Double(count) / $0) } ?? .zero
    guard work > .zero else { return endOfStall(at: start) }
    let begin = profile.stalls?.workingTime(before: start) ?? start
    let end = lanes.withLock { lanes in
      switch direction {
      case .download: lanes.download.take(work, from: begin)
      case .upload: lanes.upload.take(work, from: begin)
      }
    }
    return profile.stalls?.time(after: end) ?? end
  }

  /// When something that takes no time gets through, which is ready at `time`.
  package func endOfStall(at time: Duration) -> Duration {
    profile.stalls?.end(of: .zero, from: time) ?? time
  }

  /// How many bytes go through in that many seconds, from 1 to a step's most; `nil` where nothing
  /// limits the link.
  package func count(in seconds: Double, _ direction: Direction) -> Int? {
    let most = Double(PlanSteps.largestStep)
    if let speed = speed(direction) { return Int(max(1, min(most, speed * seconds))) }
    return isStalling ? Int(most) : nil
  }

  /// Whether it holds up bytes in that direction at all.
  package func limits(_ direction: Direction) -> Bool { speed(direction) != nil || isStalling }

  private var isStalling: Bool { profile.stalls.map { $0.lasting > .zero } ?? false }

  private func speed(_ direction: Direction) -> Double? {
    (direction == .download ? profile.download : profile.upload)?.bytesPerSecond
  }
}

extension [NetworkLink] {
  /// How many bytes go through the slowest of the links in that many seconds; `nil` where nothing
  /// limits them.
  package func slot(_ direction: NetworkLink.Direction, seconds: Double = LinkPacer.slotTime)
    -> Int?
  {
    compactMap { $0.count(in: seconds, direction) }.min()
  }
}

extension NetworkLink: Hashable {
  package static func == (left: NetworkLink, right: NetworkLink) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The time of a link in one direction, not counting stalls: what is taken and what was left unused.
private struct Lane: Sendable {
  /// The most unused times that are remembered.
  private static let mostGaps = 64

  /// When the last of what is taken ends.
  private var end = Duration.zero
  /// Unused times before that, oldest first.
  private var gaps: [Range<Duration>] = []

  /// Takes the first unused time from `start` on; returns when it ends.
  mutating func take(_ work: Duration, from start: Duration) -> Duration {
    var left = work
    var index = gaps.firstIndex { $0.upperBound > start } ?? gaps.endIndex
    while index < gaps.endIndex {
      let gap = gaps[index]
      let begin = max(gap.lowerBound, start)
      let last = min(begin + left, gap.upperBound)
      left -= last - begin
      let rest = [gap.lowerBound..<begin, last..<gap.upperBound].filter { !$0.isEmpty }
      gaps.replaceSubrange(index...index, with: rest)
      if left == .zero { return last }
      index += rest.count
    }
    let begin = max(start, end)
    if begin > end { gaps.append(end..<begin) }
    if gaps.count > Self.mostGaps { gaps.removeFirst(gaps.count - Self.mostGaps) }
    end = begin + left
    return end
  }
}

extension NetworkProfile.Stalls {
  private var working: Duration { every - lasting }

  /// When `work` is done that begins at `start` and pauses during stalls.
  package func end(of work: Duration, from start: Duration) -> Duration {
    if work > .zero { return time(after: workingTime(before: start) + work) }
    // Nothing moves during a stall, not even what takes no time.
    let period = start.whole(every)
    return start - every * period < working ? start : every * (period + 1)
  }

  /// The part of the time before `time` without stalls; each period ends with its stall.
  fileprivate func workingTime(before time: Duration) -> Duration {
    let period = time.whole(every)
    return working * period + min(time - every * period, working)
  }

  /// The first time before which there is so much working time.
  fileprivate func time(after work: Duration) -> Duration {
    var periods = work.whole(working)
    // Work that ends with the working time need not wait for the next.
    if periods > 0, working * periods == work { periods -= 1 }
    return every * periods + (work - working * periods)
  }
}

extension Duration {
  /// How often the other duration, more than 0, fits into this one as a whole.
  fileprivate func whole(_ other: Duration) -> Int {
    var count = Int(max(0, min(1e15, (self / other).rounded(.down))))
    // The quotient is rounded, so it may be off by one if it is nearly whole.
    while count > 0, other * count > self { count -= 1 }
    while other * (count + 1) <= self { count += 1 }
    return count
  }
}

extension ResponsePlan {
  /// The plan as it goes through links, one after the other.
  package func through(_ links: [NetworkLink], random: SeededRandom) -> ResponsePlan {
    links.reduce(self) { $0.through($1, random: random) }
  }

  /// The plan as it goes through a link: later, shared with other responses, or not at all.
  package func through(_ link: NetworkLink, random: SeededRandom) -> ResponsePlan {
    let profile = link.profile
    var plan = self
    plan.timing.beforeHead += profile.latency
    if profile.jitter > .zero { plan.timing.beforeHead += profile.jitter * random.fraction() }
    if let outage = profile.outage { plan = plan.with(outage) }
    plan.links.append(link)
    return plan
  }
}
