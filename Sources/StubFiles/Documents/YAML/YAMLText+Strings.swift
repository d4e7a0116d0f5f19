/// Texts for readers of YAML 1.1, which take many plain words for something else.
extension YAMLText {
  /// What such readers take for a truth value or for nothing (YAML 1.1 types, 2005).
  private static let words: Set = [
    "y", "yes", "n", "no", "true", "false", "on", "off", "null",
  ]

  /// The text on one line: as it is where nobody takes it for anything else, otherwise in quotes.
  static func string(_ text: String) -> String {
    let plain = inline(text)
    let first = text.utf8.first ?? 0
    let isWord = (0x41...0x5A).contains(first) || (0x61...0x7A).contains(first)
    if plain == text, isWord, !words.contains(text.lowercased()) { return text }
    guard text.unicodeScalars.allSatisfy({ isPrintable($0) && $0 != "\t" }) else {
      return quoted(text)
    }
    return "'\(text.replacing("'", with: "''"))'"
  }

  /// The text as what follows a key: indented block lines where that is safe, otherwise one line.
  static func stringValue(_ text: String, indent: Int) -> String {
    text.utf8.contains(UInt8(ascii: "\n")) ? value(text, indent: indent) : string(text)
  }
}
