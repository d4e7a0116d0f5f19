import StubLanguages
import StubPlatform

extension UnmatchedDiff {
  /// An operator of WireMock with its operand.
  struct Condition {
    let name: String
    let value: String
    /// The operand of `equalToJson`.
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
      // A literal `nil` would be the JSON value `null`.
      json = name == "equalToJson" ? text ?? member.1 : Optional<JSONValue>.none
    }

    var isEqual: Bool { name == "equalTo" }
    /// The form of conditions on one value.
    var bracketed: String { name == "equalTo" ? value : "[\(name)] \(value)" }
    /// The form of conditions on bodies.
    var sentence: String { value }
  }
}
