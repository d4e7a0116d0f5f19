#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

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
