import StubLanguages

/// Why an expansion does not tell which variables it came from.
enum URITemplateAmbiguity: String, Hashable, CaseIterable {
  case cutOff = "a length (`:3`) leaves only the start of the value"
  case objectAsList = "without `*` an object's names and values look like a list's members"
  case reservedCommas = "in `{+x}` and `{#x}` a comma may be the text's own"
  case listOfOne = "a list of one text looks like the text"
  case emptyOrUndefined = "an empty value without a delimiter leaves as little as an undefined one"
  case whichVariable = "the text may belong to either of two variables"
  case absoluteOrPath = "the same URL is given by an absolute base and by its path alone"

  private static let templates: [URITemplateAmbiguity: Set<String>] = [
    .cutOff: [
      "{var:3}", "X{.var:3}", "{?var:3}", "{&var:3}", "{;hello:5}", "{+path:6}/here",
      "{#path:6}/here", "{/list*,path:4}", "{greek:1}", "{greek:2}", "{+greek:2}", "{currency:1}",
      "{?currency:1}", "{clef:1}",
    ],
    .objectAsList: ["{keys}", "X{.keys}", "{/keys}", "{;keys}", "{?keys}", "{&keys}"],
    .reservedCommas: ["{+list}", "{#list}", "{+keys}", "{#keys}", "{+keys*}", "{#keys*}"],
    .emptyOrUndefined: ["O{empty}X", "O{+empty}X"],
    .whichVariable: ["?{undef,y}", "up{+path}{var}/here"],
    .absoluteOrPath: ["{+base}index"],
  ]

  /// The reason for which a test of the suite is ambiguous, if it is.
  static func known(_ template: String, _ group: String) -> URITemplateAmbiguity? {
    // The variable `id` is a text in this group only.
    if group.hasPrefix("Additional Examples 1"), template.hasPrefix("{/id*}") { return .listOfOne }
    return templates.first { $0.value.contains(template) }?.key
  }

  /// Numbers leave nothing but their text.
  static func asText(_ value: JSONValue) -> JSONValue {
    if case .number(let number) = value { .string(number.text) } else { value }
  }

  static func isUndefined(_ value: JSONValue) -> Bool {
    value == .null || value == .array([]) || value == .object(JSONObject())
  }
}
