import StubLanguages
import StubPlatform

extension UnmatchedDiff {
  /// A condition in WireMock's form, which is an operator and its operand.
  struct Condition {
    let name: String
    let value: String
    /// The operand of `equalToJson`; `nil` for any other operator.
    let json: JSONValue?

    init(_ object: JSONObject) {
      let options: Set = [
        "caseInsensitive", "ignoreArrayOrder", "ignoreExtraElements", "xPathNamespaces",
      ]
      let member = object.members.first { !options.contains($0.0) } ?? ("anything", "anything")
      name = member.0
      switch name {
      case "absent": value = "(absent)"
      case "or", "and":
        let conditions = (member.1.array ?? []).map { Self($0.object ?? JSONObject()) }
        value = conditions.map { "\($0.name) \($0.value)" }
          .joined(separator: " \(name.uppercased()) ")
      case "matchesJsonPath", "matchesXPath":
        let inner = member.1.object.map { object in
          var rest = object
          let expression = object["expression"]?.string ?? ""
          rest["expression"] = nil
          return rest.members.isEmpty ? expression : "\(expression) \(Self(rest).bracketed)"
        }
        value = inner ?? member.1.string ?? member.1.text()
      default: value = member.1.string ?? member.1.text()
      }
      let text = member.1.string.flatMap { try? JSONValue(parsing: Data($0.utf8)) }
      // A literal `nil` would become the JSON value `null`.
      json = name == "equalToJson" ? text ?? member.1 : Optional<JSONValue>.none
    }

    var isEqual: Bool { name == "equalTo" }
    /// The text for a condition on a single value.
    var bracketed: String { name == "equalTo" ? value : "[\(name)] \(value)" }
  }
}
