extension TemplateHelper {
  /// The elements of a list, or all arguments but the last, with the last one between them.
  static let join = TemplateHelper(
    "join", "arrayJoin", usage: "{{join list ', '}}", arguments: 2...Int.max
  ) {
    var values = $0.arguments
    let separator = values.popLast()?.templateText ?? ""
    if values.count == 1, case .array(let elements) = values[0] { values = elements }
    return .string(values.map(\.templateText).joined(separator: separator))
  }
}
