/// Something wrong in a file: where, what was found, what was expected and what to try.
public struct FileDiagnostic: Error, Sendable, Hashable {
  public enum Severity: String, Sendable, Hashable {
    case error
    case warning
  }

  public let severity: Severity
  /// The path as the caller wrote it.
  public let file: String
  /// From 1; `nil` when the whole file is meant.
  public let line: Int?
  /// From 1, in characters.
  public let column: Int?
  /// The place in the document as a JSON Pointer (RFC 6901), where one is known.
  public let pointer: String?
  public let found: String
  public let expected: String?
  /// What to do about it, as a clause: `try …`, `did you mean …?`.
  public let remedy: String?
  public let excerpt: SourceExcerpt?

  /// A finding at a place in a text.
  package init(
    _ severity: Severity = .error, at position: SourcePosition, path: DocumentPath? = nil,
    found: String, expected: String? = nil, remedy: String? = nil
  ) {
    self.severity = severity
    file = position.file
    line = position.line
    column = position.column
    pointer = path?.pointer
    self.found = found
    self.expected = expected
    self.remedy = remedy
    excerpt = SourceExcerpt(at: position)
  }

  /// A finding about a file or folder as a whole.
  package init(
    _ severity: Severity = .error, file: String,
    found: String, expected: String? = nil, remedy: String? = nil
  ) {
    self.severity = severity
    self.file = file
    line = nil
    column = nil
    pointer = nil
    self.found = found
    self.expected = expected
    self.remedy = remedy
    excerpt = nil
  }

  /// What was found, expected and can be done, without the place.
  public var message: String {
    var parts = [found]
    if let expected { parts.append("expected \(expected)") }
    if let remedy { parts.append(remedy) }
    return parts.joined(separator: "; ")
  }
}

extension FileDiagnostic: CustomStringConvertible {
  /// The form compilers print: `file:line:column: error: message`, the line, a caret.
  public var description: String {
    var place = file
    if let line { place += ":\(line)" }
    if let column { place += ":\(column)" }
    var text = "\(place): \(severity.rawValue): \(message)"
    if let excerpt { text += "\n\(excerpt.line)\n\(excerpt.caret)" }
    return text
  }
}

extension FileDiagnostic: Comparable {
  /// By file, then by place; findings about a whole file come first.
  public static func < (left: FileDiagnostic, right: FileDiagnostic) -> Bool {
    if left.file != right.file { return left.file < right.file }
    return (left.line ?? 0, left.column ?? 0) < (right.line ?? 0, right.column ?? 0)
  }
}
