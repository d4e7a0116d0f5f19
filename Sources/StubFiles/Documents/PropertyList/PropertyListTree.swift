import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Any value of a property list.
enum PropertyListTree: Codable {
  case dictionary([(key: String, value: PropertyListTree)])
  case array([PropertyListTree])
  case string(String)
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case data(Data)
  case date(Date)

  /// How many more values may be read: in binary, one may stand in many places, even inside itself.
  final class Budget: Sendable {
    private let left: Mutex<Int>

    init(_ count: Int) { left = Mutex(count) }

    /// Whether there is room for one more value, which there then no longer is.
    func take() -> Bool {
      left.withLock { left in
        left -= 1
        return left >= 0
      }
    }
  }

  /// Where a decoder finds the ``Budget``.
  static var budgetKey: CodingUserInfoKey {
    // Any text makes a key; the type leaves that open.
    CodingUserInfoKey(rawValue: "budget").unsafelyUnwrapped
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ key: String) { stringValue = key }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let budget = decoder.userInfo[Self.budgetKey] as? Budget
    guard decoder.codingPath.count <= DocumentLimits.depth, budget?.take() ?? true else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "too many values"))
    }
    if let container = try? decoder.container(keyedBy: Key.self) {
      self = .dictionary(
        try container.allKeys.map {
          ($0.stringValue, try container.decode(PropertyListTree.self, forKey: $0))
        })
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [PropertyListTree] = []
      while !container.isAtEnd { elements.append(try container.decode(PropertyListTree.self)) }
      self = .array(elements)
    } else {
      self = try Self.single(in: decoder.singleValueContainer())
    }
  }

  private static func single(
    in container: any SingleValueDecodingContainer
  ) throws -> PropertyListTree {
    if let value = try? container.decode(Bool.self) { return .boolean(value) }
    if let value = try? container.decode(Int64.self) { return .integer(value) }
    if let value = try? container.decode(Double.self) { return .real(value) }
    if let value = try? container.decode(Date.self) { return .date(value) }
    if let value = try? container.decode(Data.self) { return .data(value) }
    return .string(try container.decode(String.self))
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .dictionary(let members):
      var container = encoder.container(keyedBy: Key.self)
      for (key, value) in members { try container.encode(value, forKey: Key(key)) }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .string(let value): try Self.encode(value, to: encoder)
    case .boolean(let value): try Self.encode(value, to: encoder)
    case .integer(let value): try Self.encode(value, to: encoder)
    case .real(let value): try Self.encode(value, to: encoder)
    case .data(let value): try Self.encode(value, to: encoder)
    case .date(let value): try Self.encode(value, to: encoder)
    }
  }

  private static func encode(_ value: some Encodable, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
