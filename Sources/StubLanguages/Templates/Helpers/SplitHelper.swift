extension TemplateHelper {
  /// The parts of a text between separators; its characters for an empty separator.
  static let split = TemplateHelper("split", usage: "{{split text ','}}", arguments: 2...2) {
    let (text, separator) = ($0.text(0), $0.text(1))
    if text.isEmpty { return [] }
    if separator.isEmpty { return .array(text.map { .string(String($0)) }) }
    return .array(
      text.split(separator: separator, omittingEmptySubsequences: false).map {
        .string(String($0))
      })
  }
}
