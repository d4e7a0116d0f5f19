import StubCore

extension RecordedTiming {
  /// Makes the pieces as many bytes as a decoded body has, each with the same part of it.
  mutating func spread(over count: Int) {
    let total = chunks.reduce(0) { $0 + $1.count }
    guard total > 0, total != count else { return }
    var (sum, end) = (0, 0)
    for index in chunks.indices {
      sum += chunks[index].count
      let next = Int((Double(sum) / Double(total) * Double(count)).rounded())
      chunks[index].count = next - end
      end = next
    }
    chunks.removeAll { $0.count == 0 }
  }
}
