extension TemplateHelper {
  /// The value of a JSON text; with a second argument it gets that name and prints nothing.
  static let parseJSON = TemplateHelper(
    "parseJSON", "parseJson", usage: "{{parseJSON text 'name'}}", arguments: 1...2, takesBody: true
  ) {
    let value = try $0.parsedJSON(0)
    if $0.arguments.count == 1 { return value }
    $0.assignment = ($0.text(1), value)
    return .null
  }
}
