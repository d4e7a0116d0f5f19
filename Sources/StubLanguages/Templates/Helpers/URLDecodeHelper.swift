extension TemplateHelper {
  /// The text with percent-encoding and `+` resolved.
  static let urlDecode = TemplateHelper(
    "urlDecode", usage: "{{urlDecode text}}", arguments: 1...1, takesBody: true
  ) {
    .string(PercentEncoding.decode($0.text(0), plusIsSpace: true))
  }
}
