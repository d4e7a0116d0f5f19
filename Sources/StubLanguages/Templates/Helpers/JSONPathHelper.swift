extension TemplateHelper {
  /// What a JSONPath (RFC 9535) selects in a value or in a JSON text.
  ///
  /// A path that can select one value only gives that value, any other a list. When nothing is
  /// selected the answer is `default`, or null and an empty list.
  static let jsonPath = TemplateHelper(
    "jsonPath", usage: "{{jsonPath request.body '$.name' default='x'}}", arguments: 2...2,
    options: ["default"], acceptsMissing: true
  ) {
    let path = try paths.value(for: $0.text(1)) { try JSONPath($0) }
    let fallback = $0.options["default"]
    let selected: [JSONValue]
    do {
      selected = path.select(from: $0[0] == "" ? .null : try $0.parsedJSON(0))
    } catch {
      guard let fallback else { throw error }
      return fallback
    }
    if selected.isEmpty, let fallback { return fallback }
    return path.query.isSingular ? selected.first ?? .null : .array(selected)
  }

  private static let paths = TemplateCache<JSONPath>()
}
