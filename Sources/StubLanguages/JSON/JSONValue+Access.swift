extension JSONValue {
  /// The member of that name when this is an object that has one.
  public subscript(name: String) -> JSONValue? { object?[name] }

  /// The element at that place when this is an array that has one.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The text when this is a string; a number is not turned into one.
  public var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  public var number: JSONNumber? {
    guard case .number(let number) = self else { return nil }
    return number
  }

  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  public var array: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  public var object: JSONObject? {
    guard case .object(let object) = self else { return nil }
    return object
  }

  public var isNull: Bool { self == .null }

  /// What messages call the kind of value, such as `string`.
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
