import StubCore

/// The faults of a listener with what has been counted of each since it was set.
struct FaultsInForce: Sendable {
  private(set) var faults: ListenerFaults
  private var connection: OccurrenceCounter?
  private var tls: [OccurrenceCounter]

  /// Counts from the time `now` on.
  init(_ faults: ListenerFaults, at now: Duration) {
    self.faults = faults
    connection = faults.connection.map { OccurrenceCounter($0.occurrence, start: now) }
    tls = faults.tls.map { OccurrenceCounter($0.occurrence, start: now) }
  }

  /// Takes other faults; a part that stays the same goes on counting.
  mutating func set(_ new: ListenerFaults, at now: Duration) {
    let old = self
    self = FaultsInForce(new, at: now)
    if new.connection == old.faults.connection { connection = old.connection }
    if new.tls == old.faults.tls { tls = old.tls }
  }

  /// Whether connections are refused, and until when if that is known.
  func refusal(at now: Duration) -> (isOn: Bool, end: Duration?) {
    guard faults.connection?.fault == .refuse, let connection, connection.isActive(at: now) else {
      return (false, nil)
    }
    return (true, connection.end)
  }

  mutating func nextConnectionFault(at now: Duration, _ random: SeededRandom) -> ConnectionFault? {
    guard let rule = faults.connection, rule.fault != .refuse,
      connection?.meetsNext(at: now, random: random) == true
    else { return nil }
    return rule.fault
  }

  mutating func nextTLSFault(
    _ serverName: String?, at now: Duration, _ random: SeededRandom
  ) -> TLSFault? {
    for (place, rule) in faults.tls.enumerated() where rule.isAbout(serverName: serverName) {
      if tls[place].meetsNext(at: now, random: random) { return rule.fault }
    }
    return nil
  }
}
