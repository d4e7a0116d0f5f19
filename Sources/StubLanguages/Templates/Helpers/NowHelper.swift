extension TemplateHelper {
  /// The time; in ISO 8601 and UTC unless `format`, `offset` and `timezone` say otherwise.
  static let now = TemplateHelper(
    "now", usage: "{{now offset='3 days' timezone='Europe/Rome' format='yyyy-MM-dd'}}",
    arguments: 0...0, options: ["format", "offset", "timezone"]
  ) {
    try $0.formatted($0.environment.now())
  }
}
