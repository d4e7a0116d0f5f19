import StubCore

/// What a kind of secret looks like.
struct SecretShape: Sendable {
  /// Completes "what looks like …".
  let name: String
  private let regex: RegularExpression?

  init(_ name: String, _ pattern: String) {
    self.name = name
    regex = try? RegularExpression(pattern)
  }

  /// All shapes; a new one is a line here.
  static let all: [SecretShape] = [
    SecretShape("a GitHub token", #"\b(gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})"#),
    SecretShape("a GitLab token", #"\bglpat-[A-Za-z0-9_-]{20,}"#),
    SecretShape("an AWS access key", #"\b(AKIA|ASIA)[0-9A-Z]{16}\b"#),
    SecretShape("a Stripe key", #"\b[sr]k_live_[A-Za-z0-9]{16,}"#),
    SecretShape("a Slack token", #"\bxox[abeprs]-[A-Za-z0-9-]{10,}"#),
    SecretShape("a Google API key", #"\bAIza[A-Za-z0-9_-]{35}"#),
    SecretShape("an npm token", #"\bnpm_[A-Za-z0-9]{36}\b"#),
    SecretShape("a private key", "-----BEGIN [A-Z ]*PRIVATE KEY-----"),
    SecretShape(
      "a JSON Web Token", #"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{16,}"#),
    SecretShape("a bearer token", #"^(?i:bearer) +[A-Za-z0-9._~+/-]{20,}=*$"#),
    SecretShape("basic credentials", #"^(?i:basic) +[A-Za-z0-9+/]{20,}=*$"#),
  ]

  /// The shape the text has; `nil` for texts that are short or too plain to be a secret.
  static func of(_ text: String) -> SecretShape? {
    guard text.utf8.count >= shortest else { return nil }
    return all.first { $0.fits(text) }
  }

  /// Whether the text could be a token: long, without blanks, of many different characters.
  static func isRandom(_ text: String) -> Bool {
    text.utf8.count >= shortest && Set(text).count >= fewestCharacters
      && text.contains(where: \.isNumber)
      && !text.contains { $0.isWhitespace || "{}$".contains($0) }
  }

  /// The parts of the text that have the shape, each once.
  func occurrences(in text: String) -> [String] {
    var found: [String] = []
    var rest = text[...]
    while rest.utf8.count >= Self.shortest,
      case .matched(let match)? = regex?.firstMatch(in: String(rest)), !match.text.isEmpty,
      let place = rest.firstRange(of: match.text)
    {
      if Set(match.text).count >= Self.fewestCharacters, !found.contains(match.text) {
        found.append(match.text)
      }
      rest = rest[place.upperBound...]
    }
    return found
  }

  private static let shortest = 20
  private static let fewestCharacters = 10

  private func fits(_ text: String) -> Bool {
    guard case .matched(let match)? = regex?.firstMatch(in: text) else { return false }
    return Set(match.text).count >= Self.fewestCharacters
  }
}
