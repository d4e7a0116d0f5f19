/// Journal entries within limits, first in, first out.
struct EntryQueue: Sendable {
  private var slots: [(entry: JournalEntry, size: Int)] = []
  /// The place of the oldest entry; the slots before it are spent.
  private var start = 0
  private var bytes = 0

  var all: [JournalEntry] { slots[start...].map(\.entry) }

  mutating func append(_ entry: JournalEntry, size: Int, within limits: Journal.Limits) {
    slots.append((entry, size))
    bytes += size
    while start < slots.count, slots.count - start > limits.count || bytes > limits.bytes {
      bytes -= slots[start].size
      start += 1
    }
    // Entries are only moved when as many are spent, so an append stays cheap on average.
    if start > 64, start > slots.count / 2 {
      slots.removeFirst(start)
      start = 0
    }
  }

  mutating func finish(_ id: Int, _ ending: ResponseEnding) {
    guard let oldest = slots.indices.contains(start) ? slots[start].entry.id : nil else { return }
    let place = start + id - oldest
    guard slots.indices.contains(place), slots[place].entry.id == id else { return }
    slots[place].entry.ending = ending
  }
}
