import StubCore

/// The memory that the large bodies of all connections of a listener may take together: of requests, and of
/// responses that are made for one request.
///
/// Who asks for more than there is waits for its turn, first come, first served.
final class BodyMemory: Sendable {
  /// Memory for one body, which is free again when nothing needs the body any more.
  final class Reservation: Sendable {
    private let memory: BodyMemory

    fileprivate init(_ memory: BodyMemory) { self.memory = memory }

    deinit { memory.end(ObjectIdentifier(self)) }

    /// Asks for so many bytes in all.
    ///
    /// While they are waited for, `wake` is called, on any thread, as soon as asking again gives another result.
    func grow(to count: Int, wake: @escaping @Sendable () -> Void) -> Growth {
      memory.grow(ObjectIdentifier(self), to: count, wake: wake)
    }

    /// Takes so many bytes in all for what is already made, if there is room, or if no other has any.
    ///
    /// - Returns: whether it has them.
    func cover(_ count: Int) -> Bool { memory.cover(ObjectIdentifier(self), count) }

    /// The bytes that it has.
    var count: Int { memory.state.withLock { $0.held[ObjectIdentifier(self)] ?? 0 } }
  }

  /// What comes of asking for more.
  enum Growth: Sendable {
    case taken
    case waiting
    /// All memory is held by bodies that wait for more, and this one has to make room for the others.
    case refused
  }

  private struct Waiter {
    let id: ObjectIdentifier
    /// What it wants in all.
    var count: Int
    let wake: @Sendable () -> Void
  }

  private struct State {
    /// What each reservation has.
    var held: [ObjectIdentifier: Int] = [:]
    var taken = 0
    var waiters: [Waiter] = []
    var refused: Set<ObjectIdentifier> = []
  }

  /// In bytes.
  let limit: Int

  /// The error for a body that is larger than all of it.
  var tooLarge: RequestError {
    RequestError(
      413, expected: "a body of at most \(limit) bytes", found: "more",
      try: "send less, or raise the limit `bodyMemory` (--max-bodies)")
  }

  /// The error for a body that has waited too long for its turn.
  var exhausted: RequestError {
    RequestError(
      503, expected: "room for one more body in the \(limit) bytes for large bodies",
      found: "that they are taken",
      try: "send fewer at a time, or raise the limit `bodyMemory` (--max-bodies)")
  }

  /// The error in place of a response that finds no room.
  func noRoom(for count: Int) -> RequestError {
    RequestError(
      503, expected: "room for a response of \(count) bytes in the \(limit) bytes for large bodies",
      found: "that they are taken",
      try: "ask for fewer at a time and read them, or raise the limit `bodyMemory` (--max-bodies)")
  }

  private let state = Lock(State())

  init(limit: Int) { self.limit = max(0, limit) }

  /// Nothing, to begin with.
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

  /// Gives back what a reservation has.
  private func end(_ id: ObjectIdentifier) {
    let woken = state.withLock { state in
      state.taken -= state.held.removeValue(forKey: id) ?? 0
      state.refused.remove(id)
      state.waiters.removeAll { $0.id == id }
      return settle(&state)
    }
    for waiter in woken { waiter.wake() }
  }

  /// Serves those who wait in their order; when all memory is held by them, so that none would ever be served,
  /// the last of those who hold any is refused.
  ///
  /// - Returns: those who are to be told.
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
