extension IRegexpSyntax {
  /// Reads an escape from after the backslash; whether it stands for one character.
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

  /// Reads `{Lu}` after `\p` or `\P` (RFC 9485 §4, IsCategory).
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
