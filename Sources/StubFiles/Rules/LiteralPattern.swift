import StubCore

/// A literal path that looks like a pattern.
struct LiteralPattern {
  private enum Kind {
    /// `/users/{id}` and `/users/:id`.
    case template
    /// `/users/*`.
    case glob
    /// `/users/\d+`.
    case regex
  }

  private let kind: Kind
  private let text: String

  /// - Returns: `nil` for a path, or a URL with one, that has no sign of a pattern.
  init?(_ text: String) {
    // Most paths have none of these, and to look for whole signs takes most of the time to load a stub.
    guard text.utf8.contains(where: "{:*+[\\".utf8.contains) else { return nil }
    let path = text.prefix { $0 != "?" && $0 != "#" }
    let segments = (path.firstRange(of: "://").map { path[$0.upperBound...] } ?? path)
      .split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    if segments.contains(where: Self.hasVariable) {
      kind = .template
    } else if segments.contains(where: Self.hasExpression) {
      kind = .regex
    } else if segments.contains(where: { $0.contains("*") }) {
      kind = .glob
    } else {
      return nil
    }
    self.text = text
  }

  /// What to write in place of the key with that name.
  func remedy(for key: String) -> String {
    let path = RequestURL(text).path
    let pattern =
      switch kind {
      case .template: "uri: \(Quotation.of(template))"
      case .glob: "path: { glob: \(Quotation.of(path)) }"
      case .regex: "path: { regex: \(Quotation.of("^\(path)$")) }"
      }
    let literal = key == "path" ? ", or path: { equals: … } for the literal text" : ""
    return "use \(pattern)\(literal)"
  }

  /// The text as a URI template, in which `:id` is `{id}`.
  private var template: String {
    text.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      segment.isVariable ? "{\(segment.dropFirst())}" : String(segment)
    }.joined(separator: "/")
  }

  /// Whether braces enclose something, or a colon stands before a name.
  private static func hasVariable(_ segment: Substring) -> Bool {
    guard let open = segment.firstIndex(of: "{") else { return segment.isVariable }
    // `$${HOST}` is how a rule file writes `${HOST}`.
    return segment[..<open].last != "$" && segment[open...].dropFirst(2).contains("}")
  }

  private static func hasExpression(_ segment: Substring) -> Bool {
    [".*", ".+", "\\d", "\\w", "[0-9]", "[a-z", "[^"].contains { segment.contains($0) }
  }
}

extension Substring {
  /// Whether the segment is a variable as web frameworks write it: `:id`.
  fileprivate var isVariable: Bool {
    hasPrefix(":") && dropFirst().first?.isLetter ?? false
      && dropFirst().allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}

extension Reader {
  /// Warns about a literal text that looks like a pattern.
  func warnOfPattern(_ value: Value, in key: String) {
    guard let text = value.scalar?.text, let pattern = LiteralPattern(text) else { return }
    report(
      value, .warning,
      found: "\(Quotation.of(key)) matches only the literal text \(Quotation.of(text))",
      remedy: pattern.remedy(for: key))
  }
}
