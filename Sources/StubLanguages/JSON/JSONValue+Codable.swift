#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension JSONValue {
  /// The value a `JSONEncoder` makes of something, members sorted by name so that it is repeatable.
  ///
  /// - Throws: What the encoder throws, such as `EncodingError` for infinite numbers.
  public init(
    encoding value: some Encodable, with encoder: JSONEncoder = JSONEncoder()
  ) throws {
    if let value = value as? JSONValue {
      self = value
    } else {
      let parsed = try JSONValue(parsing: try encoder.encode(value))
      self = parsed.sortingNames()
    }
  }

  /// Something decoded from this value.
  ///
  /// - Throws: The decoder's `DecodingError`.
  public func decode<Value: Decodable>(
    as type: Value.Type = Value.self, with decoder: JSONDecoder = JSONDecoder()
  ) throws -> Value {
    if let value = self as? Value { return value }
    return try decoder.decode(type, from: data())
  }

  private func sortingNames() -> JSONValue {
    switch self {
    case .array(let elements): return .array(elements.map { $0.sortingNames() })
    case .object(let object):
      let sorted = object.members.sorted { $0.name.precedesByScalars($1.name) }
      return .object(JSONObject(sorted.map { ($0.name, $0.value.sortingNames()) }))
    default: return self
    }
  }
}

extension JSONValue: Codable {
  /// Takes any JSON value from another format's decoder; order and number text are lost on the way.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .number(JSONNumber(value))
    } else if let value = try? container.decode(UInt64.self) {
      self = .number(JSONNumber(text: String(value)))
    } else if let value = try? container.decode(Double.self), value.isFinite {
      self = .number(JSONNumber(value))
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      let members = try container.decode([String: JSONValue].self)
      let sorted = members.sorted { $0.key.precedesByScalars($1.key) }
      self = .object(JSONObject(sorted.map { ($0.key, $0.value) }))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let number):
      if let integer = number.integer {
        try container.encode(integer)
      } else if let integer = UInt64(number.text) {
        try container.encode(integer)
      } else {
        try container.encode(number.double)
      }
    case .string(let text): try container.encode(text)
    case .array(let elements): try container.encode(elements)
    case .object(let object):
      try container.encode([String: JSONValue](object.members) { $1 })
    }
  }
}
