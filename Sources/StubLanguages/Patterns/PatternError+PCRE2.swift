extension PatternError {
  init(_ error: PCRE2Program.SyntaxError, in pattern: String) {
    self.init(
      pattern: pattern, offset: error.offset, reason: error.reason,
      remedy: Self.remedy(for: error, in: pattern), expected: "a regular expression")
  }

  /// What to write instead, by PCRE2's error number (pcre2_compile's own list, from 101).
  private static func remedy(for error: PCRE2Program.SyntaxError, in pattern: String) -> String {
    if let meant = regularExpression(meantByGlob: pattern) {
      return "this looks like a glob; as a regular expression it is `\(meant)`."
    }
    return switch error.code {
    case 101: #"write `\\` for a backslash, or complete the escape."#
    case 103, 137: #"write a character as `\x{hhhh}`, and `\\` for a backslash."#
    case 104, 105: "give the smaller count first, and none above 65535."
    case 106: #"close the class with `]`, or write `\[` for a bracket."#
    case 108: "give the range from the lower to the higher character, or put `-` last."
    case 109: "put what repeats before the quantifier, or escape it: `\\*`, `\\+`, `\\?`."
    case 114: #"close the group with `)`, or write `\(` for a parenthesis."#
    case 115: "refer to a group that the pattern has."
    case 122: #"open a group with `(` before, or write `\)` for a parenthesis."#
    case 125: "give the lookbehind alternatives of a fixed length."
    default: "escape characters that stand for themselves with a backslash."
    }
  }

  /// The regular expression that a glob such as `*.json` means, when the text looks like one.
  private static func regularExpression(meantByGlob text: String) -> String? {
    let unlikely = #"\^$+|()"#
    guard text.contains("*"), !text.contains(where: unlikely.contains) else { return nil }
    var meant = "^"
    var previous: Character?
    for character in text {
      switch character {
      case "*": if previous != "*" { meant += ".*" }
      case "?": meant += "."
      case ".": meant += #"\."#
      default: meant.append(character)
      }
      previous = character
    }
    return meant + "$"
  }
}
