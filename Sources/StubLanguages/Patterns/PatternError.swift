/// An invalid regular expression or glob, with the position, the reason and a remedy.
package struct PatternError: DescribedError, Sendable, Hashable {
  /// The original pattern.
  package let pattern: String
  /// The position of the error, in UTF-8 bytes from the start of the pattern.
  package let offset: Int
  /// The reason; for regular expressions, the message of PCRE2.
  package let reason: String
  /// The remedy.
  package let remedy: String
  /// The kind of pattern, such as `regular expression`.
  package let kind: String
  package var expected: String { "a \(kind)" }

  package init(
    pattern: String, offset: Int, reason: String, remedy: String, kind: String
  ) {
    self.pattern = pattern
    self.offset = offset
    self.reason = reason
    self.remedy = remedy
    self.kind = kind
  }

  package var description: String {
    """
    Invalid \(kind) `\(pattern)`: \(reason) at offset \(offset).
    \(CaretExcerpt(pattern, offset: offset))
    Try: \(remedy)
    """
  }
}

extension PatternError {
  /// Creates an error.
  ///
  /// If the pattern was rewritten, `offset` is the position in the original pattern.
  init(_ error: PatternSyntaxError, at offset: Int? = nil, in pattern: String) {
    self.init(
      pattern: pattern, offset: offset ?? error.offset, reason: error.reason,
      remedy: Self.remedy(for: error, in: pattern), kind: "regular expression")
  }

  /// Returns the remedy for an error number of PCRE2 (see pcre2_compile, from 101).
  private static func remedy(for error: PatternSyntaxError, in pattern: String) -> String {
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
    case 147:
      #"use a category or script such as `\p{Lu}` or `\p{Greek}`, or a range of characters."#
    case 150: #"put a `-` for itself last, or write `\-`."#
    case 125: "give the lookbehind alternatives of a fixed length."
    default: "escape characters that stand for themselves with a backslash."
    }
  }

  /// Returns the regular expression that means the same as a glob such as `*.json`; `nil` if the
  /// text does not look like a glob.
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

/// An excerpt of a pattern, with a caret (`^`) below the wrong character.
struct CaretExcerpt: CustomStringConvertible {
  /// The number of characters shown on each side of the error; `…` stands for the rest.
  private static let reach = 40

  let description: String

  /// Creates an excerpt around `offset`, which is counted in UTF-8 bytes from 0.
  ///
  /// `offset` may be the end of the text.
  init(_ text: String, offset: Int) {
    let bytes = Array(text.utf8)
    let position = min(max(offset, 0), bytes.count)
    let lineEnd = UInt8(ascii: "\n")
    let start = bytes[..<position].lastIndex(of: lineEnd).map { $0 + 1 } ?? 0
    let end = bytes[position...].firstIndex(of: lineEnd) ?? bytes.count
    let before = Array(String(decoding: bytes[start..<position], as: UTF8.self))
    let after = Array(String(decoding: bytes[position..<end], as: UTF8.self))
    var left = String(before.suffix(Self.reach))
    if before.count > Self.reach { left = "…" + left }
    var right = String(after.prefix(Self.reach))
    if after.count > Self.reach { right += "…" }
    let padding = String(left.map { $0 == "\t" ? "\t" : " " })
    description = "  \(left)\(right)\n  \(padding)^"
  }
}
