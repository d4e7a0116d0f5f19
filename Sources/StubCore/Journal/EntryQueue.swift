import CPrefetch

/// An entry as it is kept: only who reads the journal puts it together.
struct KeptEntry: Sendable {
  let id: Int
  let request: JournaledRequest
  let fate: JournaledFate
  var ending: ResponseEnding?

  var entry: JournalEntry {
    JournalEntry(id: id, request: request.request, fate: fate, ending: ending)
  }
}

/// Journal entries within limits, first in, first out.
///
/// A ring: what is dropped goes at once, so that no request ever pays for a thousand others.
struct EntryQueue: Sendable {
  private struct Slot {
    var entry: KeptEntry
    let size: Int
    /// Where the parts of the entry are in memory.
    let addresses: (request: UInt, fate: UInt)

    init(_ entry: consuming KeptEntry, size: Int) {
      self.size = size
      addresses = (entry.request.address, entry.fate.address)
      self.entry = entry
    }
  }

  private var slots: [Slot?] = []
  /// The place of the oldest entry.
  private var start = 0
  private var count = 0
  private var bytes = 0
  /// The number of the oldest entry; those of the others follow it.
  private var firstID = 0

  var all: [KeptEntry] {
    (0..<count).compactMap { slots[place($0)]?.entry }
  }

  /// Where the entry is kept that has this many before it.
  private func place(_ offset: Int) -> Int {
    let place = start + offset
    return place < slots.count ? place : place - slots.count
  }

  mutating func append(_ entry: consuming KeptEntry, size: Int, within limits: Journal.Limits) {
    guard limits.count > 0, size <= limits.bytes else {
      self = EntryQueue()
      return
    }
    bytes += size
    while count > 0, count >= limits.count || bytes > limits.bytes {
      dropOldest()
      fetchOldest()
    }
    if count == slots.count { grow(to: min(limits.count, max(64, count * 2))) }
    if count == 0 { firstID = entry.id }
    let place = place(count)
    slots[place] = Slot(entry, size: size)
    count += 1
  }

  private mutating func dropOldest() {
    // Taken out, as a copy would count what it refers to, which is long out of the cache.
    bytes -= slots[start].take()?.size ?? 0
    start = place(1)
    count -= 1
    firstID += 1
  }

  /// Has the memory fetched of what is dropped next, which has long left the cache, so that the
  /// requests that drop it need not wait for it: all of the next entry, the slot of the one behind.
  private func fetchOldest() {
    guard count > 1, let addresses = slots[start]?.addresses else { return }
    slots.withUnsafeBytes { slots in
      // At both ends, as it is on two cache lines.
      let next = UInt(bitPattern: slots.baseAddress) + UInt(place(1) * MemoryLayout<Slot?>.stride)
      stubPrefetch(next)
      stubPrefetch(next + UInt(MemoryLayout<Slot?>.size - 1))
    }
    stubPrefetch(addresses.request)
    stubPrefetch(addresses.fate)
  }

  private mutating func grow(to size: Int) {
    var grown = Array(slots[start...] + slots[..<start])
    grown.append(contentsOf: repeatElement(nil, count: size - grown.count))
    slots = grown
    start = 0
  }

  mutating func finish(_ id: Int, _ ending: ResponseEnding) {
    let offset = id - firstID
    guard offset >= 0, offset < count else { return }
    slots[place(offset)]?.entry.ending = ending
  }
}
