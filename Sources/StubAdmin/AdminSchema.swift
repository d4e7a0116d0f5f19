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
  static let any = AdminSchema([:])
  static let object = AdminSchema(["type": "object"])

  static func list(_ element: AdminSchema) -> AdminSchema {
    AdminSchema(["type": "array", "items": element.value])
  }

  /// An object that has at least these members.
  static func object(_ members: KeyValuePairs<String, AdminSchema>) -> AdminSchema {
    AdminSchema([
      "type": "object", "required": .array(members.map { .string($0.key) }),
      "properties": .object(JSONObject(members.map { ($0.key, $0.value.value) })),
    ])
  }

  /// An object that may have these members.
  static func optional(_ members: KeyValuePairs<String, AdminSchema>) -> AdminSchema {
    AdminSchema([
      "type": "object",
      "properties": .object(JSONObject(members.map { ($0.key, $0.value.value) })),
    ])
  }

  static func named(_ name: String) -> AdminSchema {
    AdminSchema(["$ref": .string("#/components/schemas/\(name)")])
  }

  /// The schemas that others refer to by name.
  static let components: KeyValuePairs<String, AdminSchema> = [
    "Errors": .object([
      "errors": .list(.object(["code": .count, "title": .text]))
    ]),
    "Mapping": .object(["id": .uuid, "uuid": .uuid]),
    "Mappings": .object([
      "mappings": .list(.named("Mapping")), "meta": .object(["total": .count]),
    ]),
    "LoggedRequest": .object(["url": .text, "method": .text]),
    "ServeEvent": .object([
      "id": .uuid, "request": .named("LoggedRequest"), "wasMatched": .flag,
    ]),
  ]
}
