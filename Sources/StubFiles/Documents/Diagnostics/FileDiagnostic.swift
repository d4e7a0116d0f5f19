/// Something wrong in a file: where, what was found, what was expected and what to try.
public struct FileDiagnostic: Error, Sendable, Hashable {
  public enum Severity: String, Sendable, Hashable {
    case error
    case warning
  }

  public let severity: Severity
  /// The path as the caller wrote it.
  public let file: String
  /// The place in the file; `nil` when the whole file is meant.
  ///
  /// Line and column are worked out only when somebody asks, because most findings of a badly
  /// broken file are counted and dropped.
  package let position: SourcePosition?
  /// The place in the document as a JSON Pointer (RFC 6901), where one is known.
  public let pointer: String?
  public let found: String
  public let expected: String?
  /// What to do about it, as a clause: `try …`, `did you mean …?`.
  public let remedy: String?
  /// Whether the line may be shown; not when it holds a secret.
  private let showsLine: Bool

  /// A finding at a place in a text.
  package init(
    _ severity: Severity = .error, at position: SourcePosition, path: DocumentPath? = nil,
    found: String, expected: String? = nil, remedy: String? = nil, showsLine: Bool = true
  ) {
    self.showsLine = showsLine
    self.severity = severity
    file = position.file
    self.position = position
    pointer = path?.pointer
    self.found = found
    self.expected = expected
    self.remedy = remedy
  }

  /// A finding about a file or folder as a whole.
  package init(
    _ severity: Severity = .error, file: String,
    found: String, expected: String? = nil, remedy: String? = nil
  ) {
    self.severity = severity
    self.file = file
    showsLine = true
    position = nil
    pointer = nil
    self.found = found
    self.expected = expected
    self.remedy = remedy
  }

  /// From 1; `nil` when the whole file is meant.
  public var line: Int? { position?.line }
  /// From 1, in characters.
  public var column: Int? { position?.column }
  /// The line with a caret; `nil` when the whole file is meant, or the line is empty or secret.
  public var excerpt: SourceExcerpt? { showsLine ? position.flatMap(SourceExcerpt.init) : nil }

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
    return (left.position?.offset ?? -1) < (right.position?.offset ?? -1)
  }
}
