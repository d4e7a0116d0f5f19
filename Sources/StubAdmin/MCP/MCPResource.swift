import StubFiles
import StubLanguages

/// A document that a coding agent can read before it writes stubs.
struct MCPResource: Sendable {
  let uri: String
  let name: String
  let summary: String
  let type: String
  let text: @Sendable () -> String

  static let ruleSchema = MCPResource(
    uri: "stubber://schema/rules.json", name: "Schema of rule files",
    summary: "The JSON Schema of rule files: every key with its meaning and an example.",
    type: "application/schema+json", text: { RuleSchema.json.text() })

  /// All resources; to add one, write a static value and add its name to this list.
  static let all = [ruleSchema]

  /// The resource in the form of `resources/list`.
  var form: JSONValue {
    [
      "uri": .string(uri), "name": .string(name), "description": .string(summary),
      "mimeType": .string(type),
    ]
  }

  /// The resource with its text, in the form of `resources/read`.
  var contents: JSONValue {
    ["contents": [["uri": .string(uri), "mimeType": .string(type), "text": .string(text())]]]
  }
}
