package import StubCore

/// A JSON Schema (draft-07), or a part of one.
struct Schema: Sendable, Hashable {
  let json: JSONObject

  init(_ json: JSONObject) { self.json = json }

  var value: JSONValue { .object(json) }

  /// Returns the schema with a description and an example for editors.
  func described(_ summary: String, example: JSONValue) -> Schema {
    Schema(
      JSONObject(
        [("description", .string(summary))] + json.members.map { ($0.name, $0.value) }
          + [("examples", [example])]))
  }

  /// Returns the schema with one more member.
  func adding(_ name: String, _ value: JSONValue) -> Schema {
    Schema(JSONObject(json.members.map { ($0.name, $0.value) } + [(name, value)]))
  }
}

extension Schema {
  /// Any value.
  static var any: Schema { Schema([:]) }
  static var boolean: Schema { Schema(["type": "boolean"]) }
  static var string: Schema { Schema(["type": "string"]) }
  static var number: Schema { Schema(["type": "number"]) }
  /// A number of 0 or more.
  static var amount: Schema { Schema(["type": "number", "minimum": 0]) }
  /// A number from 0 to 1.
  static var probability: Schema { Schema(["type": "number", "minimum": 0, "maximum": 1]) }
  static var integer: Schema { Schema(["type": "integer"]) }
  /// A text, or any other single value, which is read as text.
  static var text: Schema { Schema(["type": ["string", "number", "boolean"]]) }

  static func integer(in range: ClosedRange<Int>) -> Schema {
    Schema([
      "type": "integer", "minimum": .number(JSONNumber(range.lowerBound)),
      "maximum": .number(JSONNumber(range.upperBound)),
    ])
  }

  static func integer(from least: Int) -> Schema {
    Schema(["type": "integer", "minimum": .number(JSONNumber(least))])
  }

  static func oneOf(_ words: some Sequence<String>) -> Schema {
    Schema(["enum": .array(words.map { .string($0) })])
  }

  static func list(of element: Schema) -> Schema {
    Schema(["type": "array", "items": element.value])
  }

  static func oneOrMore(_ element: Schema) -> Schema { anyOf([element, .list(of: element)]) }

  static func anyOf(_ schemas: [Schema]) -> Schema {
    Schema(["anyOf": .array(schemas.map(\.value))])
  }

  /// Returns the schema of a mapping with arbitrary keys.
  static func mapping(to value: Schema) -> Schema {
    Schema(["type": "object", "additionalProperties": value.value])
  }

  /// Returns the schema of a mapping with these keys and no others.
  static func object(_ properties: [(String, Schema)], required: [String] = []) -> Schema {
    var members: [(String, JSONValue)] = [
      ("type", "object"),
      ("properties", .object(JSONObject(properties.map { ($0.0, $0.1.value) }))),
    ]
    if !required.isEmpty { members.append(("required", .array(required.map { .string($0) }))) }
    members.append(("additionalProperties", false))
    return Schema(JSONObject(members))
  }

  /// Returns the schema of a mapping with these keys, and possibly others.
  static func open(_ properties: [(String, Schema)], required: [String] = []) -> Schema {
    var members: [(String, JSONValue)] = [("type", "object")]
    if !required.isEmpty { members.append(("required", .array(required.map { .string($0) }))) }
    members.append(("properties", .object(JSONObject(properties.map { ($0.0, $0.1.value) }))))
    return Schema(JSONObject(members))
  }

  /// Returns a reference to a schema in the `definitions` of the whole schema.
  static func named(_ name: String) -> Schema {
    Schema(["$ref": .string("#/definitions/\(name)")])
  }
}

/// The JSON Schema (draft-07) of rule files, built from the lists of keys that the reader uses.
package enum RuleSchema {
  /// The published schema.
  package static var json: JSONValue {
    let file = Keys.file.schema
    return .object(
      JSONObject([
        ("$schema", "http://json-schema.org/draft-07/schema#"),
        ("title", "Rule file"),
        ("description", "Stubs for HTTP requests: what they match and what they answer."),
        (
          "anyOf",
          .array([
            file.value, Schema.list(of: .named("stub")).value, Schema.named("stub").value,
          ])
        ),
        ("definitions", .object(definitions)),
      ]))
  }

  private static var definitions: JSONObject {
    JSONObject([
      ("stub", Keys.stub.schema.adding("minProperties", 1).value),
      ("match", match.value),
      ("responses", Schema.script.value),
      ("response", response.value),
      ("webhook", Schema.webhook.value),
      ("value", Schema.value.value),
      ("host", Schema.host.value),
    ])
  }

  /// The schema of `match`, in which some keys require another one.
  private static var match: Schema {
    Keys.match.schema.adding(
      "dependencies", ["urlOptions": ["url"], "jsonOptions": ["json"], "namespaces": ["xpath"]])
  }

  /// The schema of a response, in which no two keys contradict each other.
  private static var response: Schema {
    let pairs = ResponseContradictions.pairs.map { first, second -> JSONValue in
      ["required": [.string(first), .string(second)]]
    }
    return Keys.response.schema.adding("not", ["anyOf": .array(pairs)]).adding(
      "dependencies", ["every": ["anyOf": [["required": ["chunks"]], ["required": ["events"]]]]])
  }
}
