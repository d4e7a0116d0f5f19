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
  /// The farthest byte's distance from its time.
  private(set) var farthest = 0.0
  private var last: Int64 = 0

  init(rate: Double, start: Int64) {
    self.rate = rate
    self.start = start
  }

  /// Takes in a piece that had come by `time`.
  mutating func receive(_ bytes: Int, at time: Int64) {
    guard bytes > 0 else { return }
    let passed = (time - start).milliseconds
    let late = passed - due(count + 1)
    count += bytes
    let early = due(count) - passed
    if firstLateness == nil { firstLateness = late }
    farthest = max(farthest, abs(late), abs(early))
    last = time
  }

  /// Takes in how far a stream was at a time, where single pieces cannot be seen.
  mutating func sample(_ position: Int, at time: Int64) {
    let passed = (time - start).milliseconds
    farthest = max(farthest, abs(passed - due(position)))
    if position > count {
      if firstLateness == nil { firstLateness = passed - due(position) }
      count = position
      last = time
    }
  }

  /// Percent by which the whole stream was faster (or, below 0, slower) than it should be.
  var rateError: Double {
    guard last > start else { return .infinity }
    return (due(count) / (last - start).milliseconds - 1) * 100
  }

  private func due(_ count: Int) -> Double { Double(count) / rate * 1_000 }
}
