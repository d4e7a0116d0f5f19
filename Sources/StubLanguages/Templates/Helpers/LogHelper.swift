extension TemplateHelper {
  /// Renders as nothing and writes nowhere: a library prints nothing.
  static let log = TemplateHelper(
    "log", usage: "{{log value …}}", arguments: 0...Int.max, options: ["level"]
  ) { _ in
    .null
  }
}
