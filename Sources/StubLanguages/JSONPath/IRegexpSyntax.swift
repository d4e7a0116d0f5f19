/// Reads an I-Regexp (RFC 9485) and writes it as a regular expression for PCRE2.
///
/// One deviation, which the conformance suite of JSONPath asks for: unescaped `^` and `$` are
/// anchors rather than characters.
struct IRegexpSyntax {
  let scalars: [Unicode.Scalar]
  var index = 0
  var result = ""

  /// The pattern for PCRE2, to be used with Unicode properties by code point.
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

  /// Reads `{2}`, `{2,}` or `{2,3}` from after the brace.
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
