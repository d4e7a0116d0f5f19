/// The entries of the journal within its limits; the oldest are evicted first.
///
/// The entries are in a ring buffer. Each new entry evicts only as many old entries as needed, so
/// no request has to evict thousands.
struct EntryRing {
  private struct Slot {
    var entry: JournalEntry
    var size: Int
  }

  private var slots: [Slot?] = []
  /// The index of the slot of the oldest entry.
  private var start = 0
  /// The number of the oldest entry; numbers are consecutive.
  private var firstID = 0
  private var count = 0
  private var bytes = 0

  var all: [JournalEntry] { (0..<count).compactMap { slots[place($0)]?.entry } }

  /// Returns the index of the slot of the entry that comes `offset` entries after the oldest one.
  private func place(_ offset: Int) -> Int { (start + offset) % slots.count }

  /// Adds an entry with the number `id`, and evicts the oldest entries to make room.
  ///
  /// If the entry is larger than the limit, its slot stays empty.
  mutating func append(
    _ entry: consuming JournalEntry, id: Int, size: Int, within limits: Journal.Limits
  ) {
    guard limits.count > 0 else { return }
    let isKept = size <= limits.bytes
    if isKept { bytes += size }
    while count > 0, count >= limits.count || bytes > limits.bytes { dropOldest() }
    if count == slots.count { grow(to: min(limits.count, max(8, count * 2))) }
    if count == 0 { firstID = id }
    entry.id = id
    slots[place(count)] = isKept ? Slot(entry: entry, size: size) : nil
    count += 1
  }

  private mutating func dropOldest() {
    bytes -= slots[start].take()?.size ?? 0
    start = place(1)
    count -= 1
    firstID += 1
  }

  private mutating func grow(to size: Int) {
    if start > 0 {
      slots = Array(slots[start...] + slots[..<start])
      start = 0
    }
    slots.reserveCapacity(size)
    while slots.count < size { slots.append(nil) }
  }

  mutating func change(_ id: Int, adding size: Int = 0, _ change: (inout JournalEntry) -> Void) {
    guard (firstID..<firstID + count).contains(id) else { return }
    let place = place(id - firstID)
    guard slots[place] != nil else { return }
    bytes += size
    slots[place]?.size += size
    slots[place]?.entry.apply(change)
  }

  subscript(id: Int) -> JournalEntry? { slot(id)?.entry }

  /// Returns the size in bytes of the entry with number `id`; 0 if it is not kept.
  func size(of id: Int) -> Int { slot(id)?.size ?? 0 }

  private func slot(_ id: Int) -> Slot? {
    (firstID..<firstID + count).contains(id) ? slots[place(id - firstID)] : nil
  }

  func entries(from id: Int, limit: Int) -> [JournalEntry] {
    var entries: [JournalEntry] = []
    for offset in max(0, id - firstID)..<max(count, id - firstID, 0) where entries.count < limit {
      if let entry = slots[place(offset)]?.entry { entries.append(entry) }
    }
    return entries
  }

  /// Returns the entries with numbers below `id`, newest first, at most `limit`.
  func entries(before id: Int, limit: Int) -> [JournalEntry] {
    var entries: [JournalEntry] = []
    var offset = min(count, id - firstID)
    while offset > 0, entries.count < limit {
      offset -= 1
      if let entry = slots[place(offset)]?.entry { entries.append(entry) }
    }
    return entries
  }

  /// Removes the entries with these numbers, whose slots stay empty.
  mutating func remove(_ ids: Set<Int>) {
    for id in ids where (firstID..<firstID + count).contains(id) {
      bytes -= slots[place(id - firstID)].take()?.size ?? 0
    }
  }
}

extension JournalEntry {
  fileprivate mutating func apply(_ change: (inout Self) -> Void) { change(&self) }
}
