import StubCore

extension DocumentCheck {
  /// Finds credentials and tokens in plain text; the findings do not show them.
  static let secrets = DocumentCheck { document, diagnostics in
    visit(document, key: nil, &diagnostics)
  }

  private static func visit(
    _ node: Value, key: String?, _ diagnostics: inout DiagnosticList
  ) {
    for element in node.eachElement { visit(element, key: key, &diagnostics) }
    for member in node.members ?? [] { visit(member.value, key: member.key, &diagnostics) }
    guard let text = node.scalar?.text else { return }
    let isToken = key == "bearer" && SecretShape.isRandom(text)
    guard let name = SecretShape.of(text)?.name ?? (isToken ? "a bearer token" : nil)
    else { return }
    diagnostics.append(
      FileDiagnostic(
        .warning, at: node.position, found: "this looks like \(name)",
        remedy: "use a made-up value, or a condition such as { present: true }",
        showsLine: false))
  }
}

/// Looks for secrets in recordings; the findings do not show them.
struct RecordedSecretCheck {
  /// Warns of every interaction and place that holds what looks like a secret.
  ///
  /// - Returns: bodies that could not be searched.
  static func run(_ cassettes: [Cassette], _ diagnostics: inout DiagnosticList) -> [UnsearchedBody]
  {
    var unsearched: [UnsearchedBody] = []
    var sources: [String: SourceText] = [:]
    for interaction in cassettes.lazy.flatMap(\.interactions) {
      var places: [SecretPlace] = []
      var walk = SecretWalk(.usual) { secret, _, place in
        if isTelling(secret, in: place), !places.contains(place) { places.append(place) }
        return nil
      }
      var visited = interaction
      if PackedBody(unpacking: &visited) == nil, let body = UnsearchedBody(interaction) {
        unsearched.append(body)
      }
      walk.visit(&visited)
      if places.isEmpty { continue }
      let file = interaction.origin?.file ?? ""
      let source = sources[file] ?? (try? SourceText(path: file))
      sources[file] = source
      for place in places { diagnostics.append(finding(place, interaction, source)) }
    }
    return unsearched
  }

  /// Whether the value is likely to be a secret, not one that somebody has made up or hidden.
  private static func isTelling(_ secret: String, in place: SecretPlace) -> Bool {
    guard Redactor.isSecret(secret), secret.utf8.count >= 8, Set(secret).count >= 5,
      !secret.contains(where: { "<>{}*".contains($0) })
    else { return false }
    let isFilled = ["redacted", "filtered", "example", "placeholder", "dummy", "secret"]
      .contains { secret.lowercased().contains($0) }
    if isFilled { return false }
    return place.kind != "cookie" || SecretShape.isRandom(secret)
  }

  private static func finding(
    _ place: SecretPlace, _ interaction: Interaction, _ source: SourceText?
  ) -> FileDiagnostic {
    let side = place.isOfRequest ? "request" : "response"
    let found =
      "this looks like a secret in the \(side) \(interaction.request.method) "
      + "\(RequestURL(interaction.request.url).path): \(place)"
    let remedy = "record it again with secrets hidden, or use a made-up value"
    guard let origin = interaction.origin, let source else {
      return FileDiagnostic(
        .warning, file: interaction.origin?.file ?? "", found: found, remedy: remedy)
    }
    return FileDiagnostic(
      .warning, at: SourcePosition(source: source, offset: source.offset(ofLine: origin.line)),
      found: found, remedy: remedy, showsLine: false)
  }
}

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
