extension TemplateHelper {
  /// The text in upper case.
  static let upper = TemplateHelper(
    "upper", "uppercase", usage: "{{upper text}}", arguments: 1...1, takesBody: true
  ) {
    .string($0.text(0).uppercased())
  }
}
