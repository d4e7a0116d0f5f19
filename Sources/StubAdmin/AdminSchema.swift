import StubCore

/// What a JSON value of the admin API looks like, in the terms of OpenAPI 3.0.
struct AdminSchema: Sendable {
  let value: JSONValue

  init(_ value: JSONValue) { self.value = value }

  static let text = AdminSchema(["type": "string"])
  static let uuid = AdminSchema(["type": "string", "format": "uuid"])
  static let date = AdminSchema(["type": "string", "format": "date-time"])
  static let flag = AdminSchema(["type": "boolean"])
  static let count = AdminSchema(["type": "integer", "minimum": 0])
  /// A count of what is listed or passed over.
  static func count(upTo most: Int) -> AdminSchema {
    AdminSchema([
      "type": "integer", "minimum": 0, "maximum": .number(JSONNumber(most)),
    ])
  }

  static let any = AdminSchema([:])
  static let object = AdminSchema(["type": "object"])

  static let integer = AdminSchema(["type": "integer"])
  /// A time in milliseconds or another number that is not negative.
  static let amount = AdminSchema(["type": "number", "minimum": 0])
  /// A path, with or without query.
  static let path = AdminSchema(["type": "string", "pattern": "^/"])

  static func list(_ element: AdminSchema) -> AdminSchema {
    AdminSchema(["type": "array", "items": element.value])
  }

  /// A whole number in a range.
  static func range(_ least: Int, _ most: Int) -> AdminSchema {
    AdminSchema([
      "type": "integer", "minimum": .number(JSONNumber(least)),
      "maximum": .number(JSONNumber(most)),
    ])
  }

  /// One of these words.
  static func choice(_ words: [String]) -> AdminSchema {
    AdminSchema(["type": "string", "enum": .array(words.map { .string($0) })])
  }

  /// What a schema says, or `null`.
  static func nullable(_ schema: AdminSchema) -> AdminSchema {
    AdminSchema(["nullable": true, "allOf": [schema.value]])
  }

  /// An object of which only words can say more.
  static func described(_ summary: String) -> AdminSchema {
    AdminSchema(["type": "object", "description": .string(summary)])
  }

  /// An object that has at least these members, and may have others.
  static func object(
    _ members: KeyValuePairs<String, AdminSchema>,
    optional: KeyValuePairs<String, AdminSchema> = [:]
  ) -> AdminSchema {
    object(members.map(\.self), optional: optional.map(\.self))
  }

  /// An object that may have these members.
  static func optional(_ members: KeyValuePairs<String, AdminSchema>) -> AdminSchema {
    object([], optional: members.map(\.self))
  }

  typealias Members = [(key: String, value: AdminSchema)]

  static func object(_ members: Members, optional: Members) -> AdminSchema {
    var schema = JSONObject([("type", "object")])
    if !members.isEmpty { schema["required"] = .array(members.map { .string($0.key) }) }
    let all = (members + optional).map { ($0.key, $0.value.value) }
    schema["properties"] = .object(JSONObject(all))
    return AdminSchema(.object(schema))
  }

  static func named(_ name: String) -> AdminSchema {
    AdminSchema(["$ref": .string("#/components/schemas/\(name)")])
  }
}
