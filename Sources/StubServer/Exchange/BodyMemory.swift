import StubCore

/// The memory limit for the large bodies of all connections of a listener.
///
/// Request bodies count, and responses that are made for one request. Requests beyond the limit
/// wait, first come, first served.
final class BodyMemory: Sendable {
  /// Memory reserved for one body; it is released with this object.
  final class Reservation: Sendable {
    private let memory: BodyMemory

    fileprivate init(_ memory: BodyMemory) { self.memory = memory }

    deinit { memory.end(ObjectIdentifier(self)) }

    /// Grows the reservation to `count` bytes in total.
    ///
    /// If the result is `waiting`, `wake` is called, on any thread, when another call would return
    /// a different result.
    func grow(to count: Int, wake: @escaping @Sendable () -> Void) -> Growth {
      memory.grow(ObjectIdentifier(self), to: count, wake: wake)
    }

    /// Reserves `count` bytes in total, without waiting, for a body that exists already.
    ///
    /// - Returns: `false` if there is no room and other bodies have reserved memory; the
    ///   reservation then stays as it is.
    func cover(_ count: Int) -> Bool { memory.cover(ObjectIdentifier(self), count) }

    /// The reserved bytes.
    var count: Int { memory.state.withLock { $0.held[ObjectIdentifier(self)] ?? 0 } }
  }

  /// The result of asking for more memory.
  enum Growth: Sendable {
    case taken
    case waiting
    /// Waiting bodies hold all the memory, and this body must release its share.
    case refused
  }

  private struct Waiter {
    let id: ObjectIdentifier
    /// The size in bytes that the reservation is to have.
    var count: Int
    let wake: @Sendable () -> Void
  }

  private struct State {
    /// The size of each reservation in bytes, by the identifier of its object.
    var held: [ObjectIdentifier: Int] = [:]
    var taken = 0
    var waiters: [Waiter] = []
    var refused: Set<ObjectIdentifier> = []
  }

  /// The limit in bytes.
  let limit: Int

  /// The error for a body that is larger than the limit.
  var tooLarge: RequestError {
    RequestError(
      413, "the body has more than \(limit) bytes",
      try: "send less, or raise the limit `bodyMemory` (--max-bodies)")
  }

  /// The error for a body that has waited too long for memory.
  var exhausted: RequestError {
    RequestError(
      503, "other bodies take all \(limit) bytes for large bodies",
      try: "send fewer at a time, or raise the limit `bodyMemory` (--max-bodies)")
  }

  /// The error that replaces a response for which there is no memory.
  func noRoom(for count: Int) -> RequestError {
    RequestError(
      503, "the response of \(count) bytes has no room in the \(limit) bytes for large bodies",
      try: "ask for fewer at a time, or raise the limit `bodyMemory` (--max-bodies)")
  }

  private let state = Lock(State())

  init(limit: Int) { self.limit = max(0, limit) }

  /// Returns an empty reservation.
  func reservation() -> Reservation { Reservation(self) }

  private func grow(
    _ id: ObjectIdentifier, to count: Int, wake: @escaping @Sendable () -> Void
  ) -> Growth {
    let (growth, woken): (Growth, [Waiter]) = state.withLock { state in
      let held = state.held[id] ?? 0
      if count <= held { return (.taken, []) }
      if state.refused.contains(id) { return (.refused, []) }
      if let place = state.waiters.firstIndex(where: { $0.id == id }) {
        state.waiters[place].count = max(state.waiters[place].count, count)
      } else if state.waiters.isEmpty, count - held <= limit - state.taken {
        state.taken += count - held
        state.held[id] = count
        return (.taken, [])
      } else {
        state.waiters.append(Waiter(id: id, count: count, wake: wake))
      }
      let woken = settle(&state).filter { $0.id != id }
      if state.held[id] ?? 0 >= count { return (.taken, woken) }
      return (state.refused.contains(id) ? .refused : .waiting, woken)
    }
    for waiter in woken { waiter.wake() }
    return growth
  }

  private func cover(_ id: ObjectIdentifier, _ count: Int) -> Bool {
    state.withLock { state in
      let held = state.held[id] ?? 0
      if count <= held { return true }
      guard count - held <= limit - state.taken || state.taken == held else { return false }
      state.taken += count - held
      state.held[id] = count
      return true
    }
  }

  /// Releases the memory of a reservation.
  private func end(_ id: ObjectIdentifier) {
    let woken = state.withLock { state in
      state.taken -= state.held.removeValue(forKey: id) ?? 0
      state.refused.remove(id)
      state.waiters.removeAll { $0.id == id }
      return settle(&state)
    }
    for waiter in woken { waiter.wake() }
  }

  /// Gives memory to the waiting reservations in their order, as far as it suffices.
  ///
  /// If the waiting reservations hold all the memory, none could ever continue. Then the last of
  /// them that holds memory is refused.
  ///
  /// - Returns: the reservations to wake.
  private func settle(_ state: inout State) -> [Waiter] {
    var told: [Waiter] = []
    while let first = state.waiters.first {
      let held = state.held[first.id] ?? 0
      guard first.count - held <= limit - state.taken else { break }
      state.taken += first.count - held
      state.held[first.id] = first.count
      told.append(state.waiters.removeFirst())
    }
    let waiting = state.waiters.reduce(0) { $0 + (state.held[$1.id] ?? 0) }
    if waiting > 0, waiting == state.taken,
      let last = state.waiters.lastIndex(where: { state.held[$0.id] != nil })
    {
      state.refused.insert(state.waiters[last].id)
      told.append(state.waiters.remove(at: last))
    }
    return told
  }
}
