import StubCore

/// The memory that the large request bodies of all connections of a listener may take together.
///
/// Who asks for more than there is waits for its turn, first come, first served.
final class BodyMemory: Sendable {
  /// Memory for one body, which is free again when nothing needs the body any more.
  final class Reservation: Sendable {
    private let memory: BodyMemory
    private let state = Lock((count: 0, wanted: 0))

    fileprivate init(_ memory: BodyMemory) { self.memory = memory }

    deinit {
      let (count, wanted) = state.withLock { ($0.count, $0.wanted) }
      if wanted > count { memory.withdraw(self) }
      memory.free(count)
    }

    /// Asks for so many bytes in all.
    ///
    /// - Returns: whether they are there now; if not, `wake` is called, on any thread, when they are.
    func grow(to count: Int, wake: @escaping @Sendable () -> Void) -> Bool {
      let missing: Int? = state.withLock { state in
        if count <= state.count { return nil }
        if count <= state.wanted { return 0 }
        state.wanted = count
        return count - state.count
      }
      guard let missing, missing > 0 else { return missing == nil }
      return memory.take(missing, for: self, wake: wake)
    }

    fileprivate func add(_ count: Int) { state.withLock { $0.count += count } }
  }

  private struct Waiter {
    weak var reservation: Reservation?
    let id: ObjectIdentifier
    var count: Int
    let wake: @Sendable () -> Void
  }

  private struct State {
    var taken = 0
    var waiters: [Waiter] = []
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

  private let state = Lock(State())

  init(limit: Int) { self.limit = max(0, limit) }

  /// Nothing, to begin with.
  func reservation() -> Reservation { Reservation(self) }

  private func take(
    _ count: Int, for reservation: Reservation, wake: @escaping @Sendable () -> Void
  ) -> Bool {
    let isThere = state.withLock { state in
      if state.waiters.isEmpty, count <= limit - state.taken {
        state.taken += count
        return true
      }
      let id = ObjectIdentifier(reservation)
      if let place = state.waiters.firstIndex(where: { $0.id == id }) {
        state.waiters[place].count = count
      } else {
        state.waiters.append(
          Waiter(reservation: reservation, id: id, count: count, wake: wake))
      }
      return false
    }
    if isThere { reservation.add(count) }
    return isThere
  }

  private func withdraw(_ reservation: Reservation) {
    let id = ObjectIdentifier(reservation)
    state.withLock { $0.waiters.removeAll { $0.id == id } }
    free(0)
  }

  /// Gives back memory, to those who wait for it in their order.
  private func free(_ count: Int) {
    let served = state.withLock { state in
      state.taken -= count
      var served: [Waiter] = []
      while let first = state.waiters.first, first.count <= limit - state.taken {
        state.taken += first.count
        served.append(state.waiters.removeFirst())
      }
      return served
    }
    for waiter in served {
      guard let reservation = waiter.reservation else {
        free(waiter.count)
        continue
      }
      reservation.add(waiter.count)
      waiter.wake()
    }
  }
}
