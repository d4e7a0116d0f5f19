/// How the bytes of one stream lie beside the line on which they should come.
///
/// Byte `n` is due `n / rate` seconds after the request was sent. A piece that comes at once is
/// judged twice: its first byte may be late, its last byte early. All times in milliseconds.
struct LineTrace {
  /// Bytes per second.
  let rate: Double
  /// When the request was sent, on `Clock`.
  let start: Int64
  private(set) var count = 0
  private(set) var firstLateness: Double?
  /// The farthest that a byte was before its time.
  private var earliness = 0.0
  /// From when a late byte was due to when it came, on `Clock`.
  private var late: [(due: Int64, came: Int64)] = []
  private var last: Int64 = 0

  init(rate: Double, start: Int64) {
    self.rate = rate
    self.start = start
  }

  /// Takes in a piece that had come by `time`.
  mutating func receive(_ bytes: Int, at time: Int64) {
    guard bytes > 0 else { return }
    let first = due(count + 1)
    count += bytes
    if firstLateness == nil { firstLateness = (time - first).milliseconds }
    judge(due: first, came: time)
    judge(due: due(count), came: time)
    last = time
  }

  /// Takes in how far a stream was at a time, where single pieces cannot be seen.
  mutating func sample(_ position: Int, at time: Int64) {
    let due = due(position)
    judge(due: due, came: time)
    if position > count {
      if firstLateness == nil { firstLateness = (time - due).milliseconds }
      count = position
      last = time
    }
  }

  /// The farthest byte's distance from its time, less the time for which a processor was away
  /// between that and its coming.
  func distance(less absences: Absences = Absences()) -> Double {
    late.reduce(earliness) { farthest, byte in
      max(farthest, (byte.came - byte.due - absences.overlap(byte.due, byte.came)).milliseconds)
    }
  }

  /// Percent by which the whole stream was faster (or, below 0, slower) than it should be.
  var rateError: Double {
    guard last > start else { return .infinity }
    return (Double(due(count) - start) / Double(last - start) - 1) * 100
  }

  private mutating func judge(due: Int64, came: Int64) {
    if came > due {
      late.append((due, came))
    } else {
      earliness = max(earliness, (due - came).milliseconds)
    }
  }

  /// On `Clock`.
  private func due(_ count: Int) -> Int64 {
    start + Int64(Double(count) / rate * 1_000_000_000)
  }
}
