/// Values by hashes that are spread well, each beside its hash: what is looked up is near together.
///
/// Open addressing with linear probing; of two values with one hash there can only be one.
struct HashTable<Value: Sendable>: Sendable {
  private struct Slot: Sendable {
    var hash: UInt64 = 0
    var value: Value?
  }

  /// None, or at least four, of which at most three in four have a value.
  private var slots: [Slot] = []
  /// How many slots there are.
  ///
  /// They know it too, but that is one more place in memory, which is in no cache if there are many
  /// tables.
  private var size = 0
  private var count = 0

  subscript(hash: UInt64) -> Value? {
    if size == 0 { return nil }
    return slots.withUnsafeBufferPointer { slots in
      var place = start(hash)
      while slots[place].value != nil {
        if slots[place].hash == hash { return slots[place].value }
        place = next(place)
      }
      return nil
    }
  }

  /// The value in its place; a missing one is `initial`, and is kept.
  subscript(hash: UInt64, default initial: @autoclosure () -> Value) -> Value {
    get { self[hash] ?? initial() }
    _modify {
      let place = place(of: hash) ?? insert(hash, initial())
      // Taken out meanwhile, so that it is not copied when it is changed.
      var value = slots[place].value.take() ?? initial()
      defer { slots[place].value = value }
      yield &value
    }
  }

  mutating func remove(_ hash: UInt64) {
    guard var gap = place(of: hash) else { return }
    count -= 1
    slots[gap].value = nil
    // Those behind it that could not have its place move up, so that they are found.
    var place = next(gap)
    while slots[place].value != nil {
      let wanted = start(slots[place].hash)
      if distance(wanted, place) >= distance(gap, place) {
        slots.swapAt(gap, place)
        gap = place
      }
      place = next(place)
    }
  }

  /// Which slot has the hash; `nil` when none has.
  func place(of hash: UInt64) -> Int? {
    if size == 0 { return nil }
    var place = start(hash)
    while slots[place].value != nil {
      if slots[place].hash == hash { return place }
      place = next(place)
    }
    return nil
  }

  /// Adds a value for a hash that has none; returns its place.
  private mutating func insert(_ hash: UInt64, _ value: Value) -> Int {
    if (count + 1) * 4 > size * 3 { grow() }
    count += 1
    return put(Slot(hash: hash, value: value))
  }

  private mutating func put(_ slot: Slot) -> Int {
    var place = start(slot.hash)
    while slots[place].value != nil { place = next(place) }
    slots[place] = slot
    return place
  }

  private mutating func grow() {
    var old: [Slot] = []
    swap(&old, &slots)
    // By half, as tables of many stubs are most of what they take beside themselves.
    size = max(4, old.count + old.count / 2)
    slots = Array(repeating: Slot(), count: size)
    for place in old.indices {
      // Taken out, as a copy would be counted and let go of.
      if let value = old[place].value.take() { _ = put(Slot(hash: old[place].hash, value: value)) }
    }
  }

  /// As far along the slots as the lower half of the hash is along the numbers of its size.
  func start(_ hash: UInt64) -> Int {
    Int(((hash & 0xFFFF_FFFF) &* UInt64(size)) >> 32)
  }

  private func next(_ place: Int) -> Int { place + 1 == size ? 0 : place + 1 }

  /// How many steps lead from one place to another.
  func distance(_ from: Int, _ to: Int) -> Int {
    to < from ? to - from + size : to - from
  }
}
