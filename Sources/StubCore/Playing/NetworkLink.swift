/// A simulated network link in use; all its senders share its speed, first come, first served.
///
/// Times are absolute, on the host's monotonic clock. A sender that wakes up late loses nothing,
/// because it gets the time that has been unused since its bytes were ready.
package final class NetworkLink: Sendable {
  package enum Direction: Sendable, Hashable {
    case download
    case upload
  }

  package let profile: NetworkProfile
  private let lanes = Lock((download: Lane(), upload: Lane()))

  package init(_ profile: NetworkProfile) { self.profile = profile }

  /// Reserves time for `count` bytes that are ready at `start`.
  ///
  /// - Returns: the time when the last of them has passed; `start` if the link has no limits.
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

  /// Returns the time when data that is ready at `time`, and needs no transfer time, gets through.
  ///
  /// This is the end of the stall if there is one.
  package func endOfStall(at time: Duration) -> Duration {
    profile.stalls?.end(of: .zero, from: time) ?? time
  }

  /// Returns the number of bytes that pass in `seconds`; `nil` if the link has no speed limit.
  ///
  /// The result is from 1 to the size of the largest step.
  package func count(in seconds: Double, _ direction: Direction) -> Int? {
    let most = Double(PlanSteps.largestStep)
    if let speed = speed(direction) { return Int(max(1, min(most, speed * seconds))) }
    return isStalling ? Int(most) : nil
  }

  /// Returns whether the link limits or stalls the bytes in `direction`.
  package func limits(_ direction: Direction) -> Bool { speed(direction) != nil || isStalling }

  private var isStalling: Bool { profile.stalls.map { $0.lasting > .zero } ?? false }

  private func speed(_ direction: Direction) -> Double? {
    (direction == .download ? profile.download : profile.upload)?.bytesPerSecond
  }
}

extension [NetworkLink] {
  /// Returns the number of bytes that pass the slowest of the links in `seconds`; `nil` if no link
  /// limits the speed.
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

/// The time of a link in one direction, without its stalls.
///
/// It is reserved up to `end`, except for the gaps.
private struct Lane: Sendable {
  /// The largest number of gaps that are remembered.
  private static let mostGaps = 64

  /// The end of the reserved time.
  private var end = Duration.zero
  /// The unused times before `end`, oldest first.
  private var gaps: [Range<Duration>] = []

  /// Reserves as much unused time from `start` on as `work` takes.
  ///
  /// - Returns: the end of the reserved time.
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

  /// Returns the end of work that begins at `start` and pauses during stalls.
  package func end(of work: Duration, from start: Duration) -> Duration {
    if work > .zero { return time(after: workingTime(before: start) + work) }
    // Nothing passes during a stall, not even data without a transfer time.
    let period = start.whole(every)
    return start - every * period < working ? start : every * (period + 1)
  }

  /// Returns how much of the time before `time` is without stalls; each period ends with a stall.
  fileprivate func workingTime(before time: Duration) -> Duration {
    let period = time.whole(every)
    return working * period + min(time - every * period, working)
  }

  /// Returns the time before which `work`, a time without stalls, has passed.
  fileprivate func time(after work: Duration) -> Duration {
    var periods = work.whole(working)
    // Work that ends exactly at a stall does not wait for the next period.
    if periods > 0, working * periods == work { periods -= 1 }
    return every * periods + (work - working * periods)
  }
}

extension Duration {
  /// Returns how many times `other`, more than 0, is contained in this duration.
  fileprivate func whole(_ other: Duration) -> Int {
    var count = Int(max(0, min(1e15, (self / other).rounded(.down))))
    // The quotient is rounded, so it may be off by one if it is close to a whole number.
    while count > 0, other * count > self { count -= 1 }
    while other * (count + 1) <= self { count += 1 }
    return count
  }
}

extension ResponsePlan {
  /// Returns the plan with the effects of `links`, in their order.
  package func through(_ links: [NetworkLink], random: SeededRandom) -> ResponsePlan {
    links.reduce(self) { $0.through($1, random: random) }
  }

  /// Returns the plan with the effects of a link: its delay, its shared pace, and the fault of an
  /// outage.
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
