package import StubCore
import StubDocuments

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
      ("value", Schema.ofValue.value),
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
