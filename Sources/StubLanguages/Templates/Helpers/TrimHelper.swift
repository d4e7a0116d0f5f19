extension TemplateHelper {
  /// The text without white space at its ends.
  static let trim = TemplateHelper(
    "trim", usage: "{{trim text}}", arguments: 1...1, takesBody: true
  ) {
    .string($0.text(0).trimmingWhitespace())
  }
}
