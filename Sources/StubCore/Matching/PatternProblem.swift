extension PatternError {
  /// The error on one line, for the line of a report.
  var summary: String { "`\(pattern)` is not \(expected): \(reason) at offset \(offset)" }
}

extension URITemplateError {
  /// The error on one line, for the line of a report.
  var summary: String { "`\(template)` is not a URI template: \(reason) at offset \(offset)" }
}

extension JSONPathError {
  /// The error on one line, for the line of a report.
  var summary: String { "`\(path)` is not a JSONPath query: \(reason) at offset \(offset)" }
}
