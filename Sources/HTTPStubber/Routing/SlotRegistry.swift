import StubCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

/// Which protocol class belongs to which stubber.
///
/// A slot is never used again. A session names it for as long as the session lives, and the request of
/// an old session must not be answered by the stubs of another test. A class cannot be unmade: each
/// stubber costs about 1 KB and 4 µs for good.
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

  /// A slot that no other stubber has had or gets.
  func makeSlot() -> Slot {
    let number = state.withLock { state in
      defer { state.slotCount += 1 }
      return state.slotCount
    }
    return Slot(number: number)
  }

  /// Has the endpoint answer the requests of its slot, for as long as the endpoint lives.
  func register(_ endpoint: Endpoint) {
    state.withLock { $0.endpoints[endpoint.slot.key] = WeakEndpoint(value: endpoint) }
  }

  /// Has every request of the slot fail with an explanation from now on.
  func retire(_ slot: Slot) { state.withLock { $0.endpoints[slot.key] = nil } }

  /// What answers the requests of a class; `nil` when it is gone.
  func endpoint(for protocolClass: StubURLProtocol.Type) -> Endpoint? {
    state.withLock { $0.endpoints[ObjectIdentifier(protocolClass)]?.value }
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
