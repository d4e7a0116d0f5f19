import Synchronization

/// Which protocol class belongs to which stubber.
///
/// A class cannot be unmade, so slots are used again. A stubber that is gone goes on answering for
/// a while: a session does not keep its stubber alive, and the optimizer may end the life of a
/// variable right after its last use, which is often the line that made the session.
final class SlotRegistry: Sendable {
  private struct State {
    var routes: [ObjectIdentifier: Route] = [:]
    /// The slots whose stubbers are gone, the one given back first at the front.
    var returned: [Slot] = []
    var made = 0
  }

  static let shared = SlotRegistry()

  /// How many stubbers that are gone still answer.
  private let lingering: Int
  /// How many slots lie fallow before the oldest is used again.
  private let fallow: Int
  private let state = Mutex(State())

  init(lingering: Int = 128, fallow: Int = 1_024) {
    self.lingering = lingering
    self.fallow = fallow
  }

  /// Gives a protocol class to a route.
  func assign(_ route: Route) -> Slot {
    state.withLock { state in
      let slot: Slot
      if state.returned.count > fallow {
        slot = state.returned.removeFirst()
      } else {
        slot = Slot(number: state.made)
        state.made += 1
      }
      state.routes[slot.key] = route
      return slot
    }
  }

  /// Takes a class back; it answers for a while and then fails every request with an explanation.
  func giveBack(_ slot: Slot) {
    state.withLock { state in
      state.returned.append(slot)
      let expired = state.returned.count - lingering - 1
      if expired >= 0 { state.routes[state.returned[expired].key] = nil }
    }
  }

  /// What answers the requests of a class; `nil` when its stubber is gone.
  func route(for protocolClass: StubURLProtocol.Type) -> Route? {
    state.withLock { $0.routes[ObjectIdentifier(protocolClass)] }
  }
}
