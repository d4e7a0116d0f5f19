import Synchronization

/// Values that were made lately, by what they were made of, so that those alike are made once.
///
/// The table has a fixed size: a value takes the place of one that was there, which goes on where it
/// is used.
struct RecentTable<Key: Hashable & Sendable, Value: Sendable>: ~Copyable, Sendable {
  private static var slotCount: Int { 256 }

  /// None before the first value comes.
  private let slots = Mutex<[(key: Key, value: Value)?]>([])

  /// The value for a key that is still known, else the one that `make` returns.
  ///
  /// No lock is held while it is made, so that two threads may each make one.
  func value<Failure: Error>(
    for key: Key, make: () throws(Failure) -> Value, keeps: (Value) -> Bool = { _ in true }
  ) throws(Failure) -> Value {
    let place = Int(UInt(bitPattern: key.hashValue) % UInt(Self.slotCount))
    let known = slots.withLock { slots in slots.isEmpty ? nil : slots[place] }
    if let known, known.key == key { return known.value }
    let value = try make()
    guard keeps(value) else { return value }
    slots.withLock { slots in
      if slots.isEmpty { slots = Array(repeating: nil, count: Self.slotCount) }
      slots[place] = (key, value)
    }
    return value
  }
}
