extension TemplateHelper {
  /// The first argument that is neither missing nor empty.
  static let fallback = TemplateHelper(
    "default", "defaultIfEmpty", usage: "{{default value 'fallback'}}", arguments: 2...Int.max
  ) {
    $0.arguments.first { $0 != .null && $0 != "" && $0 != [] } ?? .null
  }
}
