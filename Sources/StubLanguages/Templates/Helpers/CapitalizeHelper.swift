extension TemplateHelper {
  /// Every word with an upper-case first letter.
  static let capitalize = TemplateHelper(
    "capitalize", usage: "{{capitalize text}}", arguments: 1...1, takesBody: true
  ) {
    var isStart = true
    let text = $0.text(0).map { character in
      defer { isStart = character.isWhitespace }
      return isStart ? character.uppercased() : String(character)
    }
    return .string(text.joined())
  }
}
