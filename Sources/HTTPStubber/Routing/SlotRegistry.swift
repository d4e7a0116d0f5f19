import StubCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

/// Maps protocol classes to stubbers.
///
/// A slot is never reused. A session refers to it as long as the session exists, and requests of an
/// old session must not be answered by the stubs of another test. Classes cannot be removed, so
/// each stubber permanently takes about 1 KB, and 4 µs to create.
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

  /// Returns a slot that no other stubber uses, now or later.
  func makeSlot() -> Slot {
    let number = state.withLock { state in
      defer { state.slotCount += 1 }
      return state.slotCount
    }
    return Slot(number: number)
  }

  /// Makes the endpoint answer the requests of its slot, as long as the endpoint exists.
  func register(_ endpoint: Endpoint) {
    state.withLock { $0.endpoints[endpoint.slot.key] = WeakEndpoint(value: endpoint) }
  }

  /// Makes every later request of the slot fail with an explanation.
  func retire(_ slot: Slot) { state.withLock { $0.endpoints[slot.key] = nil } }

  /// Returns the endpoint for a class; `nil` if it is gone.
  func endpoint(for protocolClass: StubURLProtocol.Type) -> Endpoint? {
    state.withLock { $0.endpoints[ObjectIdentifier(protocolClass)]?.value }
  }
}

/// A number written as a type in binary digits, so that each number has its own class.
///
/// The URL loading system only knows protocols by class. A generic class is a different class for
/// each argument, and Swift creates it at run time. So any number of stubbers can have their own
/// class.
protocol SlotNumber {}

enum End: SlotNumber {}
enum Zero<Rest: SlotNumber>: SlotNumber {}
enum One<Rest: SlotNumber>: SlotNumber {}

/// The protocol class for a number.
final class SlotProtocol<Number: SlotNumber>: StubURLProtocol {}

extension SlotNumber {
  fileprivate static var withZero: any SlotNumber.Type { Zero<Self>.self }
  fileprivate static var withOne: any SlotNumber.Type { One<Self>.self }
  fileprivate static var protocolClass: StubURLProtocol.Type { SlotProtocol<Self>.self }
}

/// A protocol class for one stubber.
struct Slot: Sendable {
  let number: Int
  let protocolClass: StubURLProtocol.Type

  /// Creates the slot with that number, 0 or more; the same number gives the same class.
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
