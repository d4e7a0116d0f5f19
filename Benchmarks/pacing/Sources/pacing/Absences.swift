/// When a processor was away: it did not run although something was to.
///
/// The host of a virtual machine runs something else then. Times are those of `Clock`.
struct Absences {
  /// In order, none of which touches another.
  private var spans: [Range<Int64>] = []

  /// Takes in spans in any order, those that overlap as one.
  init(_ spans: [Range<Int64>] = []) {
    for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.spans.last, span.lowerBound <= last.upperBound {
        self.spans[self.spans.count - 1] =
          last.lowerBound..<max(last.upperBound, span.upperBound)
      } else {
        self.spans.append(span)
      }
    }
  }

  /// How much of the time from one moment to another a processor was away.
  func overlap(_ start: Int64, _ end: Int64) -> Int64 {
    spans.reduce(0) { sum, span in
      sum + max(0, min(span.upperBound, end) - max(span.lowerBound, start))
    }
  }

  /// Milliseconds of all of them together.
  var total: Double { spans.reduce(0) { $0 + $1.upperBound - $1.lowerBound }.milliseconds }
}
