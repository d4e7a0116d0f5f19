import StubCore

/// Why an expansion does not tell which variables it came from.
enum URITemplateAmbiguity: String, Hashable, CaseIterable {
  case todo

  static func known(_ template: String, _ group: String) -> URITemplateAmbiguity? { nil }

  /// Numbers and Booleans leave nothing but their text.
  static func asText(_ value: JSONValue) -> JSONValue {
    if case .number(let number) = value { .string(number.text) } else { value }
  }

  static func isUndefined(_ value: JSONValue) -> Bool {
    value == .null || value == .array([]) || value == .object(JSONObject())
  }
}
