/// Where and why a text is not a JSONPath query.
public struct JSONPathError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The whole query.
  public let path: String
  /// Place of the offending character, from 0.
  public let offset: Int
  /// What was expected and what was found.
  public let reason: String
  /// What to try, where that is known.
  public let remedy: String?

  /// The error with the query and, below it, a caret at the place.
  public var description: String {
    let line = String(path.map { $0.isWhitespace ? " " : $0 })
    let caret = String(repeating: " ", count: offset) + "^"
    let advice = remedy.map { "; \($0)" } ?? ""
    return "JSONPath, offset \(offset): \(reason)\(advice)\n  \(line)\n  \(caret)"
  }
}
