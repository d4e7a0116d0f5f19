extension TemplateHelper {
  /// The value or, when it is missing, another one; with `assign` it gets a name and prints nothing.
  static let value = TemplateHelper(
    "val", usage: "{{val value or='fallback' assign='name'}}", arguments: 1...1,
    options: ["or", "assign"]
  ) {
    let value = $0[0] == .null ? $0.options["or"] ?? .null : $0[0]
    guard let name = $0.text(option: "assign") else { return value }
    $0.assignment = (name, value)
    return .null
  }
}
