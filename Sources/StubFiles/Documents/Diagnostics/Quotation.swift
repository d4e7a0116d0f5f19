/// Text of a file as it appears inside a message: in quotes, on one line, not too long.
enum Quotation {
  private static let limit = 60

  static func of(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.prefix(limit).unicodeScalars {
      switch scalar {
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      default:
        if scalar.properties.generalCategory == .control {
          quoted += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
          quoted.unicodeScalars.append(scalar)
        }
      }
    }
    return quoted + (text.dropFirst(limit).isEmpty ? "\"" : "…\"")
  }

  /// `"a"`, or `one of "a", "b"` when there are several.
  static func oneOf(_ texts: [String]) -> String {
    let quoted = texts.map(of).joined(separator: ", ")
    return texts.count == 1 ? quoted : "one of \(quoted)"
  }
}
