extension TemplateHelper {
  /// The text with every occurrence of one text replaced by another.
  static let replace = TemplateHelper(
    "replace", usage: "{{replace text 'old' 'new'}}", arguments: 3...3, takesBody: true
  ) {
    let (text, old, new) = ($0.text(0), $0.text(1), $0.text(2))
    return .string(old.isEmpty ? text : text.replacing(old, with: new))
  }
}
