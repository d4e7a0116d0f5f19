import StubCore
import StubDocuments

extension DocumentCheck {
  /// The check for regular expressions that exceed the step limit in texts that cause much
  /// backtracking.
  static let patterns = DocumentCheck { document, diagnostics in
    visit(document, &diagnostics)
  }

  /// The keys whose values are mappings with arbitrary names, such as names of query parameters.
  private static let keysOfNames: Set<String> = [
    "cookies", "form", "formEquals", "headers", "jsonPath", "namespaces", "query", "queryEquals",
    "xpath",
  ]

  private static func visit(_ node: Value, _ diagnostics: inout DiagnosticList) {
    for element in node.eachElement where !element.isNumber { visit(element, &diagnostics) }
    // Bodies and responses contain no patterns.
    for member in node.members ?? [] where member.key != "json" && member.key != "respond" {
      if member.key == "regex" || member.key == "urlRegex" {
        check(member.value, &diagnostics)
      } else if keysOfNames.contains(member.key), let named = member.value.members {
        for value in named.map(\.value) { visit(value, &diagnostics) }
      } else {
        visit(member.value, &diagnostics)
      }
    }
  }

  /// Checks a pattern, unless the list of findings is full, because checking a slow pattern takes
  /// milliseconds.
  private static func check(_ node: Value, _ diagnostics: inout DiagnosticList) {
    guard !diagnostics.isFull, let regex = Reader().regularExpression(node),
      let reason = PatternProbe.danger(of: regex)
    else { return }
    diagnostics.append(
      FileDiagnostic(
        .warning, at: (node["pattern"] ?? node).position,
        found: "slow regular expression: a search in some texts \(reason)",
        remedy: "avoid nested repetition, or use [^/]+ instead of .+"))
  }
}

/// The search in texts that show whether a pattern has too much backtracking.
enum PatternProbe {
  private static let repetitions = 48

  /// Returns the reason why a search was stopped; `nil` if none was.
  static func danger(of regex: RegularExpression) -> String? {
    for text in texts(for: regex.pattern) {
      if case .gaveUp(let reason) = regex.firstMatch(in: text) { return reason }
    }
    return nil
  }

  /// Returns texts that repeat one character, and end with a mismatch.
  ///
  /// For each character, there is one text with the literal start of the pattern before it, and one
  /// without. A third text contains the pattern itself, because a search may end at once in a text
  /// without the pattern's characters.
  private static func texts(for pattern: String) -> [String] {
    let start = literalStart(of: pattern)
    var characters: [Character] = ["a", "0", " ", "/", "A", "-", "."]
    for character in pattern where !characters.contains(character) && characters.count < 20 {
      if character.isLetter || character.isNumber || "=&%_:,;@#".contains(character) {
        characters.append(character)
      }
    }
    return characters.flatMap { character in
      let run = String(repeating: character, count: repetitions)
      return ["\(start)\(run)\u{1}", "\(run)\u{1}", "\(start)\(run)\u{1}\(pattern)"]
    }
  }

  /// Returns the characters at the start of the pattern that match themselves.
  private static func literalStart(of pattern: String) -> String {
    var start = ""
    var rest = pattern.drop { $0 == "^" }
    while let character = rest.first {
      if character == "\\", let next = rest.dropFirst().first, !next.isLetter, !next.isNumber {
        start.append(next)
        rest = rest.dropFirst(2)
      } else if "\\([{.*+?|$".contains(character) {
        break
      } else {
        start.append(character)
        rest = rest.dropFirst()
      }
    }
    return start
  }
}
