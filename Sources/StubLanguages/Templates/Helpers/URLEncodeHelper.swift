extension TemplateHelper {
  /// The text with percent-encoding (RFC 3986 §2.1), or without it for `decode=true`.
  static let urlEncode = TemplateHelper(
    "urlEncode", usage: "{{urlEncode text decode=true}}", arguments: 1...1, options: ["decode"],
    takesBody: true
  ) {
    let text = $0.text(0)
    return .string(
      $0.flag("decode")
        ? PercentEncoding.decode(text, plusIsSpace: true) : PercentEncoding.encode(text))
  }
}
