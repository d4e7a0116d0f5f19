package import StubPlatform

/// A JSON value (RFC 8259) that keeps the order of object members and the text of numbers.
///
/// Numbers are compared by value, objects without order, and strings by Unicode scalars: a composed
/// `é` is not equal to a decomposed one (RFC 8259 §8.3).
public enum JSONValue: Sendable, Hashable {
  /// The literal `null`, which is different from a missing value.
  case null
  /// One of the literals `true` and `false`.
  case bool(Bool)
  /// A number as it was written, so that large integers keep all digits.
  case number(JSONNumber)
  /// A text, without quotes and escapes.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Members, which keep their order.
  case object(JSONObject)

  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameScalars(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
  public init(floatLiteral value: Double) { self = .number(JSONNumber(value)) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}

extension JSONValue {
  /// The value of the member with this name; `nil` if this is not an object or has no such member.
  public subscript(name: String) -> JSONValue? { object?[name] }

  /// The element at an index; `nil` if this is not an array or has fewer elements.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The text of a string; `nil` for all other values, even numbers.
  public var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The number; `nil` for all other values, even texts of digits.
  public var number: JSONNumber? {
    guard case .number(let number) = self else { return nil }
    return number
  }

  /// The truth value; `nil` for all other values, even 0 and 1.
  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The elements; `nil` for all other values.
  public var array: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The members; `nil` for all other values.
  public var object: JSONObject? {
    guard case .object(let object) = self else { return nil }
    return object
  }

  /// Whether the value is `null`.
  package var isNull: Bool { self == .null }

  /// The kind of value for messages, such as `string`.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

extension JSONValue {
  /// Reads a JSON text (RFC 8259) in UTF-8; a byte order mark at the start is skipped.
  ///
  /// If a name is repeated in an object, the last member counts. Arrays and objects can be nested
  /// 512 levels deep. An escape of half a surrogate pair (`"\ud800"`) is an error, because Unicode
  /// text cannot contain it.
  ///
  /// - Throws: `JSONSyntaxError` with line, column and reason.
  package init(parsing bytes: some Sequence<UInt8>) throws(JSONSyntaxError) {
    let parse = { (bytes: UnsafeBufferPointer<UInt8>) in
      Result { () throws(JSONSyntaxError) in try JSONValue(parsing: bytes) }
    }
    let result =
      bytes.withContiguousStorageIfAvailable(parse)
      ?? Array(bytes).withUnsafeBufferPointer(parse)
    self = try result.get()
  }

  private init(parsing bytes: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var scanner = JSONScanner(
      bytes, from: bytes.starts(with: mark) ? mark.count : 0,
      .strict(foldingRuns: JSONTokenReader.run))
    do throws(JSONProblem) {
      try scanner.scan()
    } catch {
      throw JSONSyntaxError(error, in: bytes)
    }
    self = scanner.tokens.withUnsafeBufferPointer { tokens in
      var reader = JSONTokenReader(tokens: tokens, bytes: bytes)
      return reader.value()
    }
  }

  /// Reads a JSON text (RFC 8259).
  ///
  /// - Throws: `JSONSyntaxError` with line, column and reason.
  package init(parsing text: some StringProtocol) throws(JSONSyntaxError) {
    try self.init(parsing: Array(text.utf8))
  }
}

extension JSONValue: CustomStringConvertible {
  /// Returns the value as JSON text.
  ///
  /// By default, the text has no white space, and members are in their own order. With `pretty`,
  /// each member and element is on its own line, indented by two spaces. With `sortedKeys`, members
  /// are sorted by name.
  package func text(pretty: Bool = false, sortedKeys: Bool = false) -> String {
    String(decoding: bytes(pretty: pretty, sortedKeys: sortedKeys), as: UTF8.self)
  }

  /// Returns the value as JSON text in UTF-8; see ``text(pretty:sortedKeys:)``.
  package func data(pretty: Bool = false, sortedKeys: Bool = false) -> Data {
    Data(bytes(pretty: pretty, sortedKeys: sortedKeys))
  }

  /// The value as JSON text on one line.
  public var description: String { text() }

  private func bytes(pretty: Bool, sortedKeys: Bool) -> [UInt8] {
    var writer = JSONWriter(isPretty: pretty, sortsNames: sortedKeys)
    writer.write(self)
    return writer.bytes
  }
}

extension JSONValue {
  /// Creates the JSON encoding of a value; members are sorted by name, so that the result is
  /// always the same.
  ///
  /// - Throws: The errors of the encoder, such as `EncodingError` for infinite numbers.
  package init(
    encoding value: some Encodable, with encoder: JSONEncoder = JSONEncoder()
  ) throws {
    if let value = value as? JSONValue {
      self = value
    } else {
      let parsed = try JSONValue(parsing: try encoder.encode(value))
      self = parsed.sortingNames()
    }
  }

  /// Decodes a value from this JSON.
  ///
  /// - Throws: The `DecodingError` of the decoder.
  package func decode<Value: Decodable>(
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
  /// Decodes a value with any decoder, which loses the order of members and the text of numbers.
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
