package import StubCore
import StubDocuments

/// The schemas of WireMock's mappings for the description of the admin API, in the form of
/// OpenAPI 3.0, made from the lists of keys.
package enum WireMockSchema {
  /// The schemas that other schemas refer to by name.
  package static var components: [(key: String, value: JSONValue)] {
    let schemas: KeyValuePairs<String, Schema> = [
      "NewMapping": WireMockStubDraft.keys.openSchema,
      "RequestPattern": WireMockRequestDraft.keys.openSchema,
      "Condition": Schema([
        "type": "object",
        "description": "One of WireMock's operators, such as equalTo, with its operand",
      ]),
      "Response": WireMockResponseDraft.keys.openSchema,
      "DelayDistribution": .wireMockDistribution,
      "Webhook": WireMockWebhook.keys.openSchema,
      "Settings": Keys.wireMockSettings.openSchema,
    ]
    return schemas.map { ($0.key, $0.value.value) }
  }
}

extension Schema {
  static var uuid: Schema { Schema(["type": "string", "format": "uuid"]) }
  static var always: Schema { Schema(["type": "boolean", "enum": [true]]) }
  /// An object with any members.
  static var anyObject: Schema { Schema(["type": "object"]) }
  /// A path, with or without a query.
  static var pathText: Schema { Schema(["type": "string", "pattern": "^/"]) }
  /// The URL of a web server, with a path or none.
  static var webURL: Schema {
    Schema(["type": "string", "pattern": "^https?://[a-z]+(/[a-z]*)?$"])
  }

  /// Conditions by the name of the header field or parameter.
  static var wireMockConditions: Schema { .mapping(to: .component("Condition")) }

  /// A text that is one of these words.
  static func word(in words: [String]) -> Schema {
    Schema(["type": "string", "enum": .array(words.map { .string($0) })])
  }

  /// A value that may also be `null`.
  static func nullable(_ schema: Schema) -> Schema {
    Schema(["nullable": true, "allOf": [schema.value]])
  }

  /// Returns a reference to a schema among the components of a description.
  static func component(_ name: String) -> Schema {
    Schema(["$ref": .string("#/components/schemas/\(name)")])
  }
}
