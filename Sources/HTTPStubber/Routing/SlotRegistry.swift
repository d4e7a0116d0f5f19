import StubCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

/// The registry of the stubbers' endpoints by their protocol classes.
///
/// A slot (a class with its number) is never reused. A session refers to it as long as the session
/// exists, and the stubs of a later test must not answer requests of an old session. Classes cannot
/// be removed, so each stubber takes about 1 KB for ever, and 4 µs to create.
final class SlotRegistry: Sendable {
  private struct State {
    var endpoints: [ObjectIdentifier: WeakEndpoint] = [:]
    var slotCount = 0
  }

  private struct WeakEndpoint {
    weak var value: Endpoint?
  }

  static let shared = SlotRegistry()

  private let state = Lock(State())

  /// Returns a slot that no other stubber has or will have.
  func makeSlot() -> Slot {
    let number = state.withLock { state in
      defer { state.slotCount += 1 }
      return state.slotCount
    }
    return Slot(number: number)
  }

  /// Makes the endpoint answer the requests of its slot as long as the endpoint exists.
  func register(_ endpoint: Endpoint) {
    state.withLock { $0.endpoints[endpoint.slot.key] = WeakEndpoint(value: endpoint) }
  }

  /// Makes every later request of the slot fail with an explanation.
  func retire(_ slot: Slot) { state.withLock { $0.endpoints[slot.key] = nil } }

  /// Returns the endpoint for a class; `nil` if it no longer exists.
  func endpoint(for protocolClass: StubURLProtocol.Type) -> Endpoint? {
    state.withLock { $0.endpoints[ObjectIdentifier(protocolClass)]?.value }
  }
}

/// A number that is written as a type, in binary digits, so that each number has a class of its
/// own.
///
/// The loading system identifies protocols only by class. A generic class is a different class for
/// each type argument, and Swift creates such classes at run time. So any number of stubbers can
/// each have a class.
protocol SlotNumber {}

enum End: SlotNumber {}
enum Zero<Rest: SlotNumber>: SlotNumber {}
enum One<Rest: SlotNumber>: SlotNumber {}

/// The protocol class for one number.
final class SlotProtocol<Number: SlotNumber>: StubURLProtocol {}

extension SlotNumber {
  fileprivate static var withZero: any SlotNumber.Type { Zero<Self>.self }
  fileprivate static var withOne: any SlotNumber.Type { One<Self>.self }
  fileprivate static var protocolClass: StubURLProtocol.Type { SlotProtocol<Self>.self }
}

/// The protocol class of one stubber.
struct Slot: Sendable {
  let number: Int
  let protocolClass: StubURLProtocol.Type

  /// Creates the slot with the number `number`, 0 or more; the same number always gives the same
  /// class.
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
