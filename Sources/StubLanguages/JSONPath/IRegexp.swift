/// A compiled I-Regexp (RFC 9485), the regular expressions of JSONPath.
struct IRegexp: Sendable {
  private let expression: RegularExpression

  /// Compiles a pattern.
  ///
  /// With `matchesWhole`, it must match the whole text; otherwise any part of it.
  ///
  /// - Throws: `IRegexpError` for a pattern that is not an I-Regexp.
  init(_ pattern: String, matchesWhole: Bool) throws(IRegexpError) {
    let translated = try IRegexpSyntax.translate(pattern)
    do {
      expression = try RegularExpression(translated, options: matchesWhole ? .fullMatch : [])
    } catch {
      throw IRegexpError(reason: error.reason, remedy: error.remedy)
    }
  }

  /// Returns whether the text matches.
  ///
  /// - Throws: `EvaluationLimitExceeded` if the search exceeds the limits of `RegularExpression`.
  func matches(_ text: String) throws(EvaluationLimitExceeded) -> Bool {
    switch expression.firstMatch(in: text) {
    case .matched: true
    case .notMatched: false
    case .gaveUp(let reason): throw EvaluationLimitExceeded(reason)
    }
  }
}

/// The reason why a text is not an I-Regexp.
struct IRegexpError: Error, Hashable {
  let reason: String
  let remedy: String?
}

/// Translates an I-Regexp (RFC 9485) into a regular expression for PCRE2.
///
/// There is one difference, because the conformance suite of JSONPath requires it: unescaped `^`
/// and `$` are anchors, not characters.
struct IRegexpSyntax {
  let scalars: [Unicode.Scalar]
  var index = 0
  var result = ""

  /// Returns the pattern for PCRE2, to be compiled with Unicode properties.
  static func translate(_ pattern: String) throws(IRegexpError) -> String {
    var syntax = IRegexpSyntax(pattern)
    try syntax.translateAll()
    return syntax.result
  }

  private init(_ pattern: String) { scalars = Array(pattern.unicodeScalars) }

  var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  mutating func take() -> Unicode.Scalar? {
    defer { index += 1 }
    return next
  }

  private mutating func translateAll() throws(IRegexpError) {
    var openGroups = 0
    var canRepeat = false
    while let scalar = take() {
      let couldRepeat = canRepeat
      canRepeat = true
      switch scalar {
      case ".": result += "[^\\n\\r]"
      case "^":
        result += "\\A"
        canRepeat = false
      case "$":
        result += "\\z"
        canRepeat = false
      case "\\": try translateEscape()
      case "[": try translateClass()
      case "|":
        result += "|"
        canRepeat = false
      case "(":
        openGroups += 1
        result += "(?:"
        canRepeat = false
      case ")":
        openGroups -= 1
        if openGroups < 0 { throw unexpected(scalar, remedy: "write \\) for a parenthesis") }
        result += ")"
      case "*", "+", "?":
        guard couldRepeat else { throw unexpected(scalar, remedy: remedy(forRepetition: scalar)) }
        result.unicodeScalars.append(scalar)
        canRepeat = false
      case "{":
        guard couldRepeat else { throw unexpected(scalar, remedy: "write \\{ for a brace") }
        try translateQuantity()
        canRepeat = false
      case "]", "}": throw unexpected(scalar, remedy: "write \\\(scalar)")
      default: append(literal: scalar)
      }
    }
    if openGroups > 0 { throw IRegexpError(reason: "a \"(\" without \")\"", remedy: nil) }
  }

  /// Reads a quantity such as `2}`, `2,}` or `2,3}`, after the opening brace.
  private mutating func translateQuantity() throws(IRegexpError) {
    let start = index
    while let scalar = next, scalar != "}" {
      guard ("0"..."9").contains(scalar) || scalar == "," else { break }
      index += 1
    }
    let parts = scalars[start..<index].split(separator: ",", omittingEmptySubsequences: false)
    guard take() == "}", parts.count <= 2, parts.first?.isEmpty == false else {
      throw IRegexpError(
        reason: "a malformed repetition", remedy: "write {2}, {2,} or {2,3}; \\{ for a brace")
    }
    result +=
      "{" + parts.map { part in part.map(String.init).joined() }.joined(separator: ",") + "}"
  }

  mutating func append(literal scalar: Unicode.Scalar) {
    let isPunctuation =
      scalar.isASCII && !scalar.properties.isAlphabetic
      && !("0"..."9").contains(scalar) && scalar.value > 0x20 && scalar.value < 0x7F
    if isPunctuation { result += "\\" }
    result.unicodeScalars.append(scalar)
  }

  func unexpected(
    _ scalars: Unicode.Scalar?..., remedy: String
  ) -> IRegexpError {
    let text = scalars.compactMap { $0.map(String.init) }.joined()
    return IRegexpError(reason: "\"\(text)\" at \(index - scalars.count)", remedy: remedy)
  }

  private func remedy(forRepetition scalar: Unicode.Scalar) -> String {
    "write \\\(scalar) for the character; there are no lazy or possessive repetitions"
  }
}

extension IRegexpSyntax {
  /// Reads a class after its opening bracket.
  mutating func translateClass() throws(IRegexpError) {
    result += "["
    if next == "^" {
      index += 1
      result += "^"
    }
    let start = index
    while let scalar = take() {
      let isFirst = index - 1 == start
      if scalar == "]", !isFirst {
        result += "]"
        return
      }
      if scalar == "-", isFirst || next == "]" {
        append(literal: scalar)
        continue
      }
      guard try translateClassItem(scalar), isAtRange else { continue }
      index += 1
      result += "-"
      guard let last = take(), try translateClassItem(last) else {
        throw IRegexpError(reason: "a range without an end", remedy: "write \\- for a hyphen")
      }
    }
    throw IRegexpError(reason: "a \"[\" without \"]\"", remedy: "write \\[ for a bracket")
  }

  /// Whether the next character is a hyphen between two characters of a range, and not at the end
  /// of the class.
  private var isAtRange: Bool {
    next == "-" && index + 1 < scalars.count && scalars[index + 1] != "]"
  }

  /// Translates an item of a character class that begins with `scalar`: a character, or a category
  /// such as `\p{Lu}`.
  ///
  /// - Returns: whether it was a character.
  private mutating func translateClassItem(_ scalar: Unicode.Scalar) throws(IRegexpError) -> Bool {
    switch scalar {
    case "\\": return try translateEscape()
    case "[", "]", "-": throw unexpected(scalar, remedy: "write \\\(scalar) in a class")
    default:
      append(literal: scalar)
      return true
    }
  }
}

extension IRegexpSyntax {
  /// Reads an escape after its backslash.
  ///
  /// - Returns: whether it stands for one character.
  @discardableResult
  mutating func translateEscape() throws(IRegexpError) -> Bool {
    let scalar = take()
    switch scalar {
    case "n": result += "\\n"
    case "r": result += "\\r"
    case "t": result += "\\t"
    case "p", "P":
      try translateCategory(isNegated: scalar == "P")
      return false
    case let scalar? where Self.escapable.contains(scalar): append(literal: scalar)
    case "d", "D", "w", "W", "s", "S":
      throw unexpected("\\", scalar, remedy: "write a class such as [0-9], [A-Za-z0-9_] or [ \\t]")
    default: throw unexpected("\\", scalar, remedy: "write \\\\ for a backslash")
    }
    return true
  }

  private static let escapable = Set("()*+-.?[\\]^{|}".unicodeScalars)

  /// Reads a category such as `{Lu}` after `\p` or `\P` (`IsCategory` in RFC 9485 §4).
  private mutating func translateCategory(isNegated: Bool) throws(IRegexpError) {
    let rest = scalars[index...].prefix(5)
    let name = String(String.UnicodeScalarView(rest.dropFirst().prefix { $0 != "}" }))
    guard rest.first == "{", rest.dropFirst(1 + name.unicodeScalars.count).first == "}",
      Self.categories.contains(name)
    else {
      throw IRegexpError(
        reason: "an unknown category",
        remedy: "write a general category of Unicode, such as \\p{Lu}")
    }
    index += name.unicodeScalars.count + 2
    result += "\\\(isNegated ? "P" : "p"){\(name)}"
  }

  private static let categories: Set<String> = [
    "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N", "Nd", "Nl", "No", "P", "Pc",
    "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "Z", "Zl", "Zp", "Zs", "S", "Sc", "Sk", "Sm", "So", "C",
    "Cc", "Cf", "Cn", "Co",
  ]
}
