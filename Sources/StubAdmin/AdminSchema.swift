import StubCore
import StubFiles

/// The schema of a JSON value in the admin API, in the form of OpenAPI 3.0.
struct AdminSchema: Sendable {
  let value: JSONValue

  init(_ value: JSONValue) { self.value = value }

  static let text = AdminSchema(["type": "string"])
  static let uuid = AdminSchema(["type": "string", "format": "uuid"])
  static let date = AdminSchema(["type": "string", "format": "date-time"])
  static let flag = AdminSchema(["type": "boolean"])
  static let count = AdminSchema(["type": "integer", "minimum": 0])
  /// Returns the schema of a number of items, from 0 to `most`.
  static func count(upTo most: Int) -> AdminSchema {
    AdminSchema([
      "type": "integer", "minimum": 0, "maximum": .number(JSONNumber(most)),
    ])
  }

  static let any = AdminSchema([:])
  static let object = AdminSchema(["type": "object"])

  static let integer = AdminSchema(["type": "integer"])
  /// The schema of a duration in milliseconds, or of another number of 0 or more.
  static let amount = AdminSchema(["type": "number", "minimum": 0])

  static func list(_ element: AdminSchema) -> AdminSchema {
    AdminSchema(["type": "array", "items": element.value])
  }

  /// Returns the schema of a whole number in a range.
  static func range(_ least: Int, _ most: Int) -> AdminSchema {
    AdminSchema([
      "type": "integer", "minimum": .number(JSONNumber(least)),
      "maximum": .number(JSONNumber(most)),
    ])
  }

  /// Returns the schema of a text that is one of the words.
  static func choice(_ words: [String]) -> AdminSchema {
    AdminSchema(["type": "string", "enum": .array(words.map { .string($0) })])
  }

  /// Returns the schema of a value that may also be `null`.
  static func nullable(_ schema: AdminSchema) -> AdminSchema {
    AdminSchema(["nullable": true, "allOf": [schema.value]])
  }

  /// Returns the schema of an object that has these members, and may have others.
  static func object(
    _ members: KeyValuePairs<String, AdminSchema>,
    optional: KeyValuePairs<String, AdminSchema> = [:]
  ) -> AdminSchema {
    object(members.map(\.self), optional: optional.map(\.self))
  }

  /// Returns the schema of an object that may have these members.
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

/// The schemas of bodies, with their names in WireMock's own OpenAPI document if they have one.
extension AdminSchema {
  /// The schemas to which other schemas refer by name.
  static let components: Members =
    WireMockSchema.components.map { ($0.key, AdminSchema($0.value)) } + own.map(\.self)

  /// The schemas of bodies that are no mappings of WireMock.
  private static let own: KeyValuePairs<String, AdminSchema> = [
    "Errors": .object([
      "errors": .list(
        .object(
          ["code": .count, "title": .text],
          optional: ["detail": .text, "source": .optional(["pointer": .text])]))
    ]),
    "Mapping": .object(
      ["id": .uuid, "uuid": .uuid], optional: ["name": .text, "metadata": .object]),
    "Mappings": .object([
      "mappings": .list(.named("Mapping")), "meta": .object(["total": .count]),
    ]),
    "Import": .object(
      ["mappings": .list(.named("NewMapping"))],
      optional: [
        "importOptions": .optional([
          "duplicatePolicy": .choice(["OVERWRITE", "IGNORE"]), "deleteAllNotInImport": .any,
        ])
      ]),
    // Other members are ignored, whatever their type is.
    "RequestDescription": .optional([
      "url": .nullable(.text), "absoluteUrl": .nullable(.text), "method": .nullable(.text),
      "headers": .nullable(.object), "body": .nullable(.text), "bodyAsBase64": .nullable(.text),
    ]),
    "LoggedRequest": .optional([
      "url": .text, "absoluteUrl": .text, "method": .text, "headers": .object, "body": .text,
      "bodyAsBase64": .text, "cookies": .object, "queryParams": .object,
      "browserProxyRequest": .flag, "clientIp": .text, "protocol": .text, "scheme": .text,
      "host": .text, "port": .integer, "loggedDate": .integer, "loggedDateString": .text,
      "bodyIsCut": .flag, "bodyBytes": .count,
    ]),
    "LoggedRequests": .object([
      "requests": .list(.named("LoggedRequest")), "requestJournalDisabled": .flag,
    ]),
    "ServeEvent": .object(
      ["id": .uuid, "request": .named("LoggedRequest"), "wasMatched": .flag],
      optional: [
        "responseDefinition": .object, "response": .object, "stubMapping": .object,
        "timing": .object, "subEvents": .list(.object),
      ]),
    "ServeEvents": .object([
      "requests": .list(.named("ServeEvent")), "meta": .object(["total": .count]),
      "requestJournalDisabled": .flag,
    ]),
    "RemovedEvents": .object(["serveEvents": .list(.named("ServeEvent"))]),
    "NearMisses": .object([
      "nearMisses": .list(
        .object(
          ["request": .object, "matchResult": .object(["distance": .amount])],
          optional: ["stubMapping": .object, "requestPattern": .object]))
    ]),
    "Scenario": .object([
      "id": .text, "name": .text, "state": .text, "possibleStates": .list(.text),
      "mappings": .list(.object),
    ]),
    "Session": .object([
      "name": .text, "stubs": .count, "requests": .count, "idleSeconds": .count,
    ]),
    "Clock": .object(["held": .flag, "aheadMilliseconds": .integer, "date": .date]),
    "StubSet": .object(["name": .text, "stubs": .count, "on": .count]),
    "Recording": .optional([
      "targetBaseUrl": .any, "filters": .any, "captureHeaders": .any, "requestBodyPattern": .any,
      "extractBodyCriteria": .any, "outputFormat": .any, "persist": .any,
      "repeatsAsScenarios": .any, "transformers": .any, "transformerParameters": .any,
    ]),
    "Recorded": .optional([
      "mappings": .list(.named("Mapping")), "ids": .list(.uuid), "leftOut": .list(.object),
    ]),
    "Stub": .object(
      [
        "id": .uuid, "title": .text, "priority": .integer, "methods": .list(.text),
        "conditions": .list(.text), "isAdded": .flag, "answered": .count,
        "file": .text, "line": .integer, "isOn": .flag, "answers": .list(.object),
      ], optional: ["name": .text, "limit": .count, "format": .text, "rule": .any, "mapping": .any]),
  ]
}
