/// What one of libyaml's complaints means to the writer of a file.
struct YAMLExplanation {
  let found: String
  let expected: String
  let remedy: String
  /// Whether it helps to say where the surrounding list, mapping or text began.
  let namesContext: Bool

  init(_ found: String, expected: String, remedy: String, namesContext: Bool = false) {
    self.found = found
    self.expected = expected
    self.remedy = remedy
    self.namesContext = namesContext
  }

  /// The meaning of libyaml's text, when `next` is the character at the place it names.
  static func of(_ problem: String, next: Character?) -> YAMLExplanation? {
    let character = next.map { $0.isNewline ? "the end of the line" : Quotation.of(String($0)) }
    let found = character ?? "the end of the file"
    switch problem {
    case "found character that cannot start any token":
      return YAMLExplanation(
        "\(found) at the start of a value", expected: "text, a list or a mapping",
        remedy: "try quotes around the value")
    case "mapping values are not allowed in this context":
      return YAMLExplanation(
        "a \":\" where no key can stand", expected: "one \"key: value\" to a line",
        remedy: "try quotes around the value, or the indentation of the line above")
    case "mapping keys are not allowed in this context":
      return YAMLExplanation(
        "a \"?\" where no key can stand", expected: "one \"key: value\" to a line",
        remedy: "try quotes around the value")
    case "block sequence entries are not allowed in this context":
      return YAMLExplanation(
        "a \"-\" where no list can start", expected: "a value",
        remedy: "try starting the list on a line of its own")
    case "could not find expected ':'":
      return YAMLExplanation(
        "a line that is neither a key nor a value", expected: "\"key: value\"",
        remedy: "try a \":\" and a space after the key, or quotes around a text of several lines")
    case "did not find expected key":
      return YAMLExplanation(
        "\(found) where a key should be", expected: "a key in the same column as the first one",
        remedy: "try checking the indentation and quotes", namesContext: true)
    case "did not find expected '-' indicator":
      return YAMLExplanation(
        "\(found) where \"- \" should be", expected: "\"- \" in the same column as the first one",
        remedy: "try checking the indentation", namesContext: true)
    case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
      let end = problem.hasSuffix("']'") ? "]" : "}"
      return YAMLExplanation(
        found, expected: "\",\" or \"\(end)\"",
        remedy: "try a comma between the values, or the closing \"\(end)\"", namesContext: true)
    case "found incompatible YAML document":
      return YAMLExplanation(
        "another version of YAML", expected: "%YAML 1.1 or %YAML 1.2",
        remedy: "try leaving the line out")
    case "found unknown escape character":
      return YAMLExplanation(
        "an unknown escape", expected: #"an escape such as \n, \t, \", \\ or \u00e9"#,
        remedy: #"try \\ for a backslash, or single quotes, which have no escapes"#)
    case "did not find expected hexdecimal number":
      return YAMLExplanation(
        "\(found) in an escape", expected: "a hexadecimal digit",
        remedy: #"try \u with four digits, or the character itself"#)
    case "did not find expected comment or line break":
      return YAMLExplanation(
        "\(found) where the line should end", expected: "the text on the lines below",
        remedy: "try starting the text on the next line, or quotes around it")
    case "control characters are not allowed":
      return YAMLExplanation(
        "a control character", expected: "printable text",
        remedy: #"try an escape such as "\x1b" in double quotes"#)
    case "did not find expected <document start>":
      return YAMLExplanation(
        "\(found) after the end of the document", expected: "\"---\" before the next document",
        remedy: "try the indentation of the first line, or a line with ---")
    case "did not find expected node content":
      return YAMLExplanation(
        "\(found) where a value should be", expected: "a value",
        remedy: "try quotes around the value")
    case "found undefined tag handle":
      return YAMLExplanation(
        "an unknown tag", expected: "no tag, or a standard one such as !!str",
        remedy: "try quotes if the \"!\" belongs to the text")
    case "did not find expected alphabetic or numeric character":
      return YAMLExplanation(
        "\(found) in the name of an anchor or alias", expected: "letters and digits",
        remedy: "try quotes if the \"*\" or \"&\" belongs to the text")
    default: return nil
    }
  }
}
