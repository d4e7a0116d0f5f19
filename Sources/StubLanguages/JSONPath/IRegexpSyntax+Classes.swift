extension IRegexpSyntax {
  /// Reads a class from after its opening bracket.
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

  /// Whether a hyphen comes next that has an end of a range after it.
  private var isAtRange: Bool {
    next == "-" && index + 1 < scalars.count && scalars[index + 1] != "]"
  }

  /// Reads one character or category of a class; whether it was a character.
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
