import CLibevent

/// A queue of connections with output, which take turns to send: first come, first served.
///
/// After some turns, the loop handles other events. So a client with a small request waits for a
/// few connections, not for all of them. A connection must leave the queue before it is released.
final class TurnQueue {
  /// The number of turns before the loop handles other events.
  static let turnsInARow = 8

  /// The waiting connections, with `nil` in the place of a removed one.
  private var waiting: [Unmanaged<Transport>?] = []
  /// The number of connections at the front of `waiting` that have had their turn.
  private var taken = 0
  /// The number of entries that were removed from the front of `waiting`.
  private var passed = 0
  private var event: OpaquePointer?
  /// Whether the next turn is scheduled, or turns are running.
  private var isUnderWay = false

  init(_ base: OpaquePointer) {
    event = event_new(
      base, -1, 0,
      { _, _, context in
        guard let context else { return }
        Unmanaged<TurnQueue>.fromOpaque(context).takeUnretainedValue().giveTurns()
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Frees the event because the loop ends; no connection gets a turn after that.
  func close() {
    if let event = event.take() { event_free(event) }
  }

  /// Adds a connection, which gets its turn after the current work.
  ///
  /// - Returns: the position in the queue, for `remove`.
  func add(_ transport: Transport) -> Int {
    waiting.append(.passUnretained(transport))
    if !isUnderWay, let event {
      isUnderWay = true
      event_active(event, Int32(EV_WRITE), 0)
    }
    return passed + waiting.count - 1
  }

  /// Removes the connection at `place`, which has not had its turn yet.
  func remove(_ place: Int) { waiting[place - passed] = nil }

  private func giveTurns() {
    for _ in 0..<Self.turnsInARow {
      guard let transport = next() else { break }
      transport.takeTurn()
    }
    isUnderWay = !waiting.isEmpty
    // A timer makes libevent look for events of sockets first; `event_active` would not.
    if isUnderWay { event_add_after(event, 0, 0) }
  }

  private func next() -> Transport? {
    defer { forgetTaken() }
    while taken < waiting.count {
      defer { taken += 1 }
      if let transport = waiting[taken] { return transport.takeUnretainedValue() }
    }
    return nil
  }

  private func forgetTaken() {
    guard taken == waiting.count || taken > 1_024 && taken > waiting.count / 2 else { return }
    waiting.removeFirst(taken)
    passed += taken
    taken = 0
  }
}
