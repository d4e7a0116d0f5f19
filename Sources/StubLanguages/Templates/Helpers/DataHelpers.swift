import StubPlatform

extension TemplateHelper {
  /// The value as JSON text, for inserting lists, objects and quoted texts into a JSON body.
  static let json = TemplateHelper(
    "json", "toJson", usage: "{{json value pretty=true}}", arguments: 1...1, options: ["pretty"]
  ) {
    .string($0[0].text(pretty: $0.flag("pretty")))
  }

  /// The values that a JSONPath (RFC 9535) selects in a value or in a JSON text.
  ///
  /// The result is the value itself for a path that can select only one, and otherwise a list. If
  /// nothing is selected, the result is `default`; without a default, it is null or an empty list.
  static let jsonPath = TemplateHelper(
    "jsonPath", usage: "{{jsonPath request.body '$.name' default='x'}}", arguments: 2...2,
    options: ["default"], acceptsMissing: true
  ) {
    let path = try paths.value(for: ScalarText($0.text(1))) { try JSONPath($0.text) }
    let fallback = $0.options["default"]
    let selected: [JSONValue]
    do {
      let value = $0[0] == "" ? .null : try $0.parsedJSON(0)
      selected = try path.values(in: value, &$0.steps)
    } catch {
      guard let fallback else { throw error }
      return fallback
    }
    if selected.isEmpty, let fallback { return fallback }
    return path.query.isSingular ? selected.first ?? .null : .array(selected)
  }

  private static let paths = CompilationCache<ScalarText, JSONPath>()

  /// The value of a JSON text.
  ///
  /// With a second argument, the value is assigned to this name, and nothing is printed.
  static let parseJSON = TemplateHelper(
    "parseJSON", "parseJson", usage: "{{parseJSON text 'name'}}", arguments: 1...2, takesBody: true,
    namesValue: true
  ) {
    let value = try $0.parsedJSON(0)
    if $0.arguments.count == 1 { return value }
    $0.assignment = ($0.text(1), value)
    return .null
  }

  /// The Base64 form of a text (RFC 4648 §4); with `decode=true`, the text of Base64 in either
  /// alphabet.
  static let base64 = TemplateHelper(
    "base64", usage: "{{base64 text decode=true padding=false}}", arguments: 1...1,
    options: ["decode", "padding"], takesBody: true
  ) {
    let text = $0.text(0)
    guard $0.flag("decode") else {
      let encoded = Data(text.utf8).base64EncodedString()
      let keepsPadding = $0.options["padding"]?.isTruthy ?? true
      return .string(keepsPadding ? encoded : String(encoded.prefix { $0 != "=" }))
    }
    let digits = text.trimmingWhitespace().replacing("-", with: "+").replacing("_", with: "/")
    let bare = digits.prefix { $0 != "=" }
    let padding = String(repeating: "=", count: (4 - bare.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: bare + padding) else {
      throw TemplateHelperError(
        expected: "Base64 text", found: $0[0].shown, remedy: "leave out decode=true to encode")
    }
    return .string(String(decoding: data, as: UTF8.self))
  }

  /// The percent-encoded text (RFC 3986 §2.1); with `decode=true`, the decoded text.
  static let urlEncode = TemplateHelper(
    "urlEncode", usage: "{{urlEncode text decode=true}}", arguments: 1...1, options: ["decode"],
    takesBody: true
  ) {
    let text = $0.text(0)
    return .string(
      $0.flag("decode")
        ? PercentEncoding.decode(text, plusIsSpace: true) : PercentEncoding.encode(text))
  }

  /// The text with percent-encoding and `+` decoded.
  static let urlDecode = TemplateHelper(
    "urlDecode", usage: "{{urlDecode text}}", arguments: 1...1, takesBody: true
  ) {
    .string(PercentEncoding.decode($0.text(0), plusIsSpace: true))
  }
}
