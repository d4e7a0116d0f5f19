/// The times at which the bytes of a body are due, counted from the head.
///
/// Calls must follow the order of the bytes, so that no search is needed even with many chunks.
struct BodyPace: Sendable {
  /// The longest time that one step of an evenly paced body covers.
  ///
  /// A step is sent when its last byte is due, because no byte may be early. So its first byte is
  /// late by up to this time. A byte may be 10 ms late in total, and a busy machine takes up to 5
  /// ms of this.
  static let tick = Duration.milliseconds(2)

  private enum Kind: Sendable {
    case even(secondsPerByte: Double)
    /// The chunks; the `count` of each is the number of bytes from the start of the body to its
    /// end.
    case chunks([ResponseTiming.ScriptedChunk])
  }

  private let kind: Kind
  private let bytesPerStep: Int
  private let count: Int
  /// The time at which a response without a body ends.
  private let emptyTime: Duration
  /// The index of the first chunk that ends after the bytes that were sent at the last step.
  private var chunk = 0

  init(_ pacing: ResponseTiming.Pacing, count: Int) {
    self.count = count
    switch pacing {
    case .atOnce:
      (kind, emptyTime) = (.even(secondsPerByte: 0), .zero)
    case .rate(let bytesPerSecond):
      (kind, emptyTime) = (.even(secondsPerByte: 1 / bytesPerSecond), .zero)
    case .over(let time):
      (kind, emptyTime) = (.even(secondsPerByte: time.seconds / Double(max(1, count))), time)
    case .dribble(let chunks, let time):
      let equal = ResponseTiming.ScriptedChunk.equal(chunks, of: count, over: time)
      (kind, emptyTime) = (.chunks(Self.ends(of: equal)), time)
    case .script(let chunks):
      (kind, emptyTime) = (.chunks(Self.ends(of: chunks)), chunks.last?.at ?? .zero)
    }
    if case .even(let seconds) = kind, seconds > 0 {
      bytesPerStep = Int(max(1, min(Double(PlanSteps.largestStep), Self.tick.seconds / seconds)))
    } else {
      bytesPerStep = PlanSteps.largestStep
    }
  }

  /// Returns the number of bytes in `share` of the body.
  func count(of share: BodyShare) -> Int {
    switch share {
    case .bytes(let count): min(max(0, count), self.count)
    case .percent(let percent): Int(Double(count) * min(max(0, percent), 100) / 100)
    case .time(let time): count(dueBy: time.clampedToDelayRange)
    case .all: count
    }
  }

  /// Returns the number of bytes that are due by the time `time`.
  private func count(dueBy time: Duration) -> Int {
    switch kind {
    case .even(let secondsPerByte):
      secondsPerByte > 0 ? Int(min(Double(count), time.seconds / secondsPerByte)) : count
    case .chunks(let ends): ends.last { $0.at <= time }?.count ?? 0
    }
  }

  /// Returns the range of the next step after the first `sent` bytes; it ends at `end` at the
  /// latest.
  mutating func step(after sent: Int, upTo end: Int) -> Range<Int> {
    var next = min(sent + bytesPerStep, end)
    if case .chunks(let ends) = kind {
      while chunk < ends.count, ends[chunk].count <= sent { chunk += 1 }
      if chunk < ends.count { next = min(next, ends[chunk].count) }
    }
    return sent..<max(next, sent)
  }

  /// Returns the time when all of the first `sent` bytes are due.
  ///
  /// `sent` must not be less than in the last ``step(after:upTo:)``.
  func time(of sent: Int) -> Duration {
    if count == 0 { return emptyTime }
    switch kind {
    case .even(let secondsPerByte): return .seconds(Double(sent) * secondsPerByte)
    case .chunks(let ends):
      if sent == 0 { return .zero }
      return (ends[min(chunk, ends.count)...].first { $0.count >= sent } ?? ends.last)?.at ?? .zero
    }
  }

  /// The time when the body ends, which is later than the last byte if an empty chunk follows.
  var end: Duration {
    guard count > 0, case .chunks(let ends) = kind else { return time(of: count) }
    return ends.last?.at ?? .zero
  }

  private static func ends(
    of chunks: [ResponseTiming.ScriptedChunk]
  ) -> [ResponseTiming.ScriptedChunk] {
    var (time, count) = (Duration.zero, 0)
    return chunks.map { chunk in
      time = max(time, chunk.at)
      count += chunk.count
      return ResponseTiming.ScriptedChunk(at: time, count: count)
    }
  }
}
