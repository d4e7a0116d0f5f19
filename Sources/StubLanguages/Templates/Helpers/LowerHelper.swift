extension TemplateHelper {
  /// The text in lower case.
  static let lower = TemplateHelper(
    "lower", "lowercase", usage: "{{lower text}}", arguments: 1...1, takesBody: true
  ) {
    .string($0.text(0).lowercased())
  }
}
