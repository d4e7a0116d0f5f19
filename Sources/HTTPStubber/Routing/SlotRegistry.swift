import StubCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

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
  private let state = Lock(State())

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

/// A number spelled as a type in binary digits, so that each number gives a class of its own.
///
/// The URL loading system knows protocols by class only. A generic class is a new class for each
/// argument, and Swift makes it at run time: any number of stubbers can have one each.
protocol SlotNumber {}

enum End: SlotNumber {}
enum Zero<Rest: SlotNumber>: SlotNumber {}
enum One<Rest: SlotNumber>: SlotNumber {}

/// The protocol class with a number.
final class SlotProtocol<Number: SlotNumber>: StubURLProtocol {}

extension SlotNumber {
  fileprivate static var withZero: any SlotNumber.Type { Zero<Self>.self }
  fileprivate static var withOne: any SlotNumber.Type { One<Self>.self }
  fileprivate static var protocolClass: StubURLProtocol.Type { SlotProtocol<Self>.self }
}

/// One of the protocol classes that can be handed out.
struct Slot: Sendable {
  let number: Int
  let protocolClass: StubURLProtocol.Type

  /// The slot with that number, 0 or more; the same number gives the same class.
  init(number: Int) {
    self.number = number
    var type: any SlotNumber.Type = End.self
    var rest = number
    while rest > 0 {
      type = rest & 1 == 1 ? type.withOne : type.withZero
      rest >>= 1
    }
    protocolClass = type.protocolClass
  }

  var key: ObjectIdentifier { ObjectIdentifier(protocolClass) }
}

/// What answers the requests of a stubber; it outlives the stubber while requests are in flight.
final class Endpoint: Sendable {
  let stubs: StubSet
  let clock: any StubClock
  private let backing = Lock<URLSession?>(nil)

  /// What loads requests for real; `nil` for a session of each one's own.
  var backingSession: URLSession? {
    get { backing.withLock { $0 } }
    set { backing.withLock { $0 = newValue } }
  }

  init(stubs: StubSet, clock: any StubClock) {
    self.stubs = stubs
    self.clock = clock
  }

  /// Tells the stubber's `onWarning` handler.
  func warn(_ text: String) { stubs.hooks.problem(text) }
}

/// The way from a protocol class to what answers its requests.
final class Route: Sendable {
  let endpoint: Endpoint
  private let open: AtomicBool

  init(to endpoint: Endpoint, isOpen: Bool = true) {
    self.endpoint = endpoint
    open = AtomicBool(isOpen)
  }

  /// Whether requests take this way; a closed one leaves them to the network.
  var isOpen: Bool {
    get { open.load() }
    set { open.store(newValue) }
  }
}
