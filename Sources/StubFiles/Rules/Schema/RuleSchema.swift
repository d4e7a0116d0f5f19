package import StubCore

/// The JSON Schema (draft-07) of rule files, made from the lists of keys that the reader uses.
package enum RuleSchema {
  /// The schema as it is published.
  package static var json: JSONValue {
    let file = RuleKeys.file.schema
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
      ("stub", RuleKeys.stub.schema.adding("minProperties", 1).value),
      ("match", match.value),
      ("responses", Schema.script.value),
      ("response", response.value),
      ("value", Schema.value.value),
    ])
  }

  /// A mapping of match keys, in which some need another one.
  private static var match: Schema {
    RuleKeys.match.schema.adding(
      "dependencies", ["options": ["url"], "jsonOptions": ["json"], "namespaces": ["xpath"]])
  }

  /// A mapping of response keys, without pairs that contradict each other.
  private static var response: Schema {
    let pairs = ResponseContradictions.pairs.map { first, second -> JSONValue in
      ["required": [.string(first), .string(second)]]
    }
    return RuleKeys.response.schema.adding("not", ["anyOf": .array(pairs)])
  }
}
