import StubCassettes
import StubCore
package import StubDocuments

/// The way in which a condition's text is compared with a value.
package enum LiteralUse: Sendable {
  /// The text must equal the whole value.
  case whole
  /// The text must equal the start of the value.
  case start
  /// The text must equal the end of the value.
  case end
  /// The text must equal any part of the value.
  case part
  /// The text is a glob that the whole value must match.
  case glob
  /// The text is a host name, which also stands for the hosts below it.
  case domain
}

/// A check for texts in conditions that can never match, because no value of the compared part has
/// such a text.
package struct LiteralCheck: Sendable {
  /// The expected kind of text, and the remedy.
  package struct Problem: Sendable {
    package let expected: String
    package let remedy: Remedy
  }

  /// Returns the problem with a text; `nil` if a value can match it.
  package let problem: @Sendable (_ text: String, _ use: LiteralUse) -> Problem?
}

extension LiteralCheck {
  /// Checks that a path begins with a slash and has no query.
  package static let path = LiteralCheck { text, use in
    let start: String? =
      switch use {
      case .whole: "/"
      case .start where !text.isEmpty: "/"
      case .glob: "/*?[{\\"
      case .start, .end, .part, .domain: nil
      }
    let expected =
      start == nil
      ? "part of a path, without query" : "a path that starts with \"/\", without query"
    let startsWrong =
      if let start { text.first.map { start.contains($0) } != true } else { false }
    if startsWrong, text.contains(bytesOf: "://") {
      return Problem(expected: expected, remedy: "use \"url\", or \"host\" for the host")
    }
    if use != .glob, text.utf8.contains(UInt8(ascii: "?")) {
      return Problem(expected: expected, remedy: "use \"url\", or \"query\" for the query")
    }
    guard startsWrong else { return nil }
    return Problem(expected: expected, remedy: "use \(Quotation.of("/\(text)"))")
  }

  /// Checks that a host is an ASCII name or an address, and nothing else.
  package static let host = LiteralCheck { text, use in
    let expected = "a host name without scheme, port and path"
    if text.utf8.contains(where: { $0 >= 0x80 }) {
      return Problem(
        expected: "a host name in ASCII", remedy: "use its form that starts with \"xn--\"")
    }
    if text.contains("/") { return Problem(expected: expected, remedy: "use \"url\" for it") }
    let sides = text.split(separator: ":", omittingEmptySubsequences: false)
    if sides.count == 2, use == .whole {
      return Problem(expected: expected, remedy: "use host: \(sides[0]), port: \(sides[1])")
    }
    if sides.count == 2, use == .domain || use == .glob, Int(sides[1]) != nil {
      return Problem(
        expected: expected, remedy: "use \(Quotation.of(String(sides[0]))) and port: \(sides[1])")
    }
    let name = String(text.drop { $0 == "*" || $0 == "." })
    if use == .domain, name != text {
      return Problem(
        expected: "a host name without dot or star before it",
        remedy: "use \(Quotation.of(name)), which includes all names below it")
    }
    if use == .whole, text.hasPrefix(".") {
      return Problem(expected: expected, remedy: "use { domain: \(Quotation.of(name)) }")
    }
    guard use != .glob, text.contains("*") else { return nil }
    return Problem(expected: expected, remedy: "use { glob: \(Quotation.of(text)) }")
  }

  /// Checks that a bearer token does not include the name of its scheme.
  static let bearer = LiteralCheck { text, use in
    guard use == .whole || use == .start || use == .glob,
      text.prefix(7).lowercasedASCII() == "bearer "
    else { return nil }
    return Problem(expected: "the token alone", remedy: "leave out \"\(text.prefix(7))\"")
  }

  /// Checks that a client's address is not a name or a range.
  package static let clientAddress = LiteralCheck { text, use in
    if text.contains("/") {
      return Problem(expected: "an IP address", remedy: "use { prefix: … } for a range: \"10.\"")
    }
    let isAddress = text.utf8.allSatisfy {
      $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    guard use == .whole, !isAddress, !text.contains(":") else { return nil }
    return Problem(expected: "an IP address", remedy: "use \"127.0.0.1\" or \"::1\"")
  }
}

extension Reader {
  /// Reads the text of a condition, and reports a text that no value can match.
  package func literal(_ value: Value, as use: LiteralUse, in draft: ValueDraft) -> String? {
    guard let text = text(value, from: draft.variables) else { return nil }
    guard let problem = draft.check?.problem(text, use) else { return text }
    return mismatch(value, expected: problem.expected, remedy: problem.remedy)
  }
}

/// A literal path that looks like a pattern, and the kind of this pattern.
package struct LiteralPattern {
  private enum Kind {
    /// A template, such as `/users/{id}` or `/users/:id`.
    case template
    /// A glob, such as `/users/*`.
    case glob
    /// A regular expression, such as `/users/\d+`.
    case regex
  }

  private let kind: Kind
  private let text: String

  /// Recognizes a pattern in a path or URL.
  ///
  /// - Returns: `nil` if there is no sign of a pattern.
  init?(_ text: String) {
    // Most paths have none of these characters; the full search would take most of the time for
    // loading a stub.
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

  /// Returns the remedy, which is the key and the value to write in place of the key `key`.
  package func remedy(for key: String) -> Remedy {
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

  /// The text as a URI template, with `{id}` in place of `:id`.
  private var template: String {
    text.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      segment.isVariable ? "{\(segment.dropFirst())}" : String(segment)
    }.joined(separator: "/")
  }

  /// Returns whether the segment has braces around a text, or a colon before a name.
  private static func hasVariable(_ segment: Substring) -> Bool {
    guard let open = segment.firstIndex(of: "{") else { return segment.isVariable }
    // In a rule file, `$${HOST}` means the text `${HOST}`.
    return segment[..<open].last != "$" && segment[open...].dropFirst(2).contains("}")
  }

  private static func hasExpression(_ segment: Substring) -> Bool {
    [".*", ".+", "\\d", "\\w", "[0-9]", "[a-z", "[^"].contains { segment.contains($0) }
  }
}

extension Substring {
  /// Whether the segment is a variable in the form that web frameworks use: `:id`.
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
