/// A text in an expected JSON value that stands for other values, such as
/// `${json-unit.any-string}` of JsonUnit.
package enum JSONPlaceholder: Sendable {
  /// Any value.
  case anything
  /// Any value, or a missing one.
  case anythingOrNothing
  case string
  case number
  case boolean
  /// A text that the expression matches as a whole.
  case pattern(RegularExpression)

  private static let patterns = CompilationCache<ScalarText, RegularExpression>()

  /// Creates a placeholder; `nil` if the text is not a valid placeholder, and so stands for itself.
  init?(_ text: String) {
    guard let word = Self.word(text) else { return nil }
    switch word {
    case "ignore}": self = .anything
    case "ignore-element}": self = .anythingOrNothing
    case "any-string}": self = .string
    case "any-number}": self = .number
    case "any-boolean}": self = .boolean
    default:
      guard let source = Self.regex(word), let pattern = try? Self.pattern(source) else {
        return nil
      }
      self = .pattern(pattern)
    }
  }

  /// Returns the problem of a text that looks like a placeholder but is invalid; `nil` for any
  /// other text.
  package static func problem(_ text: String) -> String? {
    guard let word = word(text), JSONPlaceholder(text) == nil else { return nil }
    guard let source = regex(word) else {
      return "\(text.quoted) is none of the placeholders ignore, ignore-element, any-string, "
        + "any-number, any-boolean and regex"
    }
    do throws(PatternError) {
      _ = try pattern(source)
      return nil
    } catch {
      return "invalid regular expression in \(text.quoted): \(error)"
    }
  }

  /// Returns the text that follows the start of a placeholder; `nil` for other texts.
  private static func word(_ text: String) -> Substring? {
    guard let mark = text.utf8.first, mark == UInt8(ascii: "$") || mark == UInt8(ascii: "#"),
      text.dropFirst().hasPrefix("{json-unit.")
    else { return nil }
    return text.dropFirst(12)
  }

  private static func regex(_ word: Substring) -> String? {
    word.hasPrefix("regex}") ? String(word.dropFirst(6)) : nil
  }

  private static func pattern(_ source: String) throws(PatternError) -> RegularExpression {
    try patterns.value(for: ScalarText(source)) { source throws(PatternError) in
      try RegularExpression(source.text, options: [.java, .fullMatch])
    }
  }

  func accepts(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.anything, _), (.anythingOrNothing, _), (.string, .string), (.number, .number),
      (.boolean, .bool):
      return true
    case (.pattern(let pattern), .string(let text)):
      if case .matched = pattern.firstMatch(in: text) { return true }
      return false
    default: return false
    }
  }
}

extension JSONValue {
  /// The placeholder for which the value stands; `nil` if it is an ordinary value.
  var placeholder: JSONPlaceholder? {
    if case .string(let text) = self { JSONPlaceholder(text) } else { nil }
  }

  /// The value without the object members whose values are placeholders.
  ///
  /// `nil` if the value itself, or an element of an array in it, is a placeholder.
  package var withoutPlaceholders: JSONValue? {
    switch self {
    case .string:
      // A plain `nil` could mean a JSON null here.
      if placeholder != nil { return .none }
      return self
    case .object(let object):
      return .object(
        JSONObject(
          object.members.compactMap { member in
            member.value.withoutPlaceholders.map { (member.name, $0) }
          }))
    case .array(let elements):
      let left = elements.compactMap(\.withoutPlaceholders)
      if left.count < elements.count { return .none }
      return .array(left)
    case .null, .bool, .number: return self
    }
  }

  /// The problem of a text in the value that looks like a placeholder but is invalid; `nil` if
  /// there is none.
  package var placeholderProblem: String? {
    switch self {
    case .string(let text): JSONPlaceholder.problem(text)
    case .array(let elements): elements.lazy.compactMap(\.placeholderProblem).first
    case .object(let object): object.members.lazy.compactMap(\.value.placeholderProblem).first
    case .null, .bool, .number: nil
    }
  }
}
