package import StubCore

/// A JSON Schema (draft-07), or a part of one.
package struct Schema: Sendable, Hashable {
  package let json: JSONObject

  package init(_ json: JSONObject) { self.json = json }

  package var value: JSONValue { .object(json) }

  /// Returns the schema with a description and an example for editors.
  package func described(_ summary: String, example: JSONValue) -> Schema {
    Schema(
      JSONObject(
        [("description", .string(summary))] + json.members.map { ($0.name, $0.value) }
          + [("examples", [example])]))
  }

  /// Returns the schema with one more member.
  package func adding(_ name: String, _ value: JSONValue) -> Schema {
    Schema(JSONObject(json.members.map { ($0.name, $0.value) } + [(name, value)]))
  }
}

extension Schema {
  /// Any value.
  package static var any: Schema { Schema([:]) }
  package static var boolean: Schema { Schema(["type": "boolean"]) }
  package static var string: Schema { Schema(["type": "string"]) }
  package static var number: Schema { Schema(["type": "number"]) }
  /// A number of 0 or more.
  package static var amount: Schema { Schema(["type": "number", "minimum": 0]) }
  /// A number from 0 to 1.
  package static var probability: Schema { Schema(["type": "number", "minimum": 0, "maximum": 1]) }
  package static var integer: Schema { Schema(["type": "integer"]) }
  /// A text, or any other single value, which is read as text.
  package static var text: Schema { Schema(["type": ["string", "number", "boolean"]]) }

  package static func integer(in range: ClosedRange<Int>) -> Schema {
    Schema([
      "type": "integer", "minimum": .number(JSONNumber(range.lowerBound)),
      "maximum": .number(JSONNumber(range.upperBound)),
    ])
  }

  package static func integer(from least: Int) -> Schema {
    Schema(["type": "integer", "minimum": .number(JSONNumber(least))])
  }

  package static func oneOf(_ words: some Sequence<String>) -> Schema {
    Schema(["enum": .array(words.map { .string($0) })])
  }

  package static func list(of element: Schema) -> Schema {
    Schema(["type": "array", "items": element.value])
  }

  package static func oneOrMore(_ element: Schema) -> Schema {
    anyOf([element, .list(of: element)])
  }

  package static func anyOf(_ schemas: [Schema]) -> Schema {
    Schema(["anyOf": .array(schemas.map(\.value))])
  }

  /// Returns the schema of a mapping with arbitrary keys.
  package static func mapping(to value: Schema) -> Schema {
    Schema(["type": "object", "additionalProperties": value.value])
  }

  /// Returns the schema of a mapping with these keys and no others.
  package static func object(_ properties: [(String, Schema)], required: [String] = []) -> Schema {
    var members: [(String, JSONValue)] = [
      ("type", "object"),
      ("properties", .object(JSONObject(properties.map { ($0.0, $0.1.value) }))),
    ]
    if !required.isEmpty { members.append(("required", .array(required.map { .string($0) }))) }
    members.append(("additionalProperties", false))
    return Schema(JSONObject(members))
  }

  /// Returns the schema of a mapping with these keys, and possibly others.
  package static func open(_ properties: [(String, Schema)], required: [String] = []) -> Schema {
    var members: [(String, JSONValue)] = [("type", "object")]
    if !required.isEmpty { members.append(("required", .array(required.map { .string($0) }))) }
    members.append(("properties", .object(JSONObject(properties.map { ($0.0, $0.1.value) }))))
    return Schema(JSONObject(members))
  }

  /// Returns a reference to a schema in the `definitions` of the whole schema.
  package static func named(_ name: String) -> Schema {
    Schema(["$ref": .string("#/definitions/\(name)")])
  }
}
