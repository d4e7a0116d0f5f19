extension TemplateHelper {
  /// The characters from one place up to another, counted from 0; places outside are moved in.
  static let substring = TemplateHelper(
    "substring", usage: "{{substring text start end}}", arguments: 2...3, takesBody: true
  ) {
    let text = $0.text(0)
    let count = text.count
    let start = min(max(try $0.integer(1), 0), count)
    let end = min(max($0.arguments.count > 2 ? try $0.integer(2) : count, start), count)
    return .string(String(text.dropFirst(start).prefix(end - start)))
  }
}
