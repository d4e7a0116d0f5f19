import CLibevent

/// Connections that have more to send than one turn allows, first come, first served.
///
/// After some turns the loop looks for other events: a client with a small request waits for some of the others, not
/// for all of them. A connection leaves the queue before it goes.
final class TurnQueue {
  /// How many turns there are before the loop looks for other events.
  static let turnsInARow = 8

  /// With gaps where a connection has left.
  private var waiting: [Unmanaged<Transport>?] = []
  /// How many of these have had their turn.
  private var taken = 0
  /// How many came before these.
  private var passed = 0
  private var event: OpaquePointer?
  /// Whether the next turn is due, or turns are being given.
  private var isUnderWay = false

  init(_ base: OpaquePointer) {
    event = event_new(
      base, -1, 0,
      { _, _, context in
        guard let context else { return }
        Unmanaged<TurnQueue>.fromOpaque(context).takeUnretainedValue().giveTurns()
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Ends the turns; for when the loop goes.
  func close() {
    if let event = event.take() { event_free(event) }
  }

  /// Gives a connection a turn when whatever goes on is over.
  ///
  /// - Returns: its place, by which it can leave.
  func add(_ transport: Transport) -> Int {
    waiting.append(.passUnretained(transport))
    if !isUnderWay, let event {
      isUnderWay = true
      event_active(event, Int32(EV_WRITE), 0)
    }
    return passed + waiting.count - 1
  }

  /// Takes out a connection that has had no turn yet.
  func remove(_ place: Int) { waiting[place - passed] = nil }

  private func giveTurns() {
    for _ in 0..<Self.turnsInARow {
      guard let transport = next() else { break }
      transport.turnCame()
    }
    isUnderWay = !waiting.isEmpty
    // Not as an active event, for which the loop would not look for others.
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
