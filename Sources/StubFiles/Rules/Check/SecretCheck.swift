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
    let isToken = key == "bearer" && SecretStrength.isOpaque(text)
    guard let name = SecretShape.first(in: text)?.name ?? (isToken ? "a bearer token" : nil)
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
      var walk = SecretWalk(.usual) { secret in
        let place = secret.place
        if isTelling(secret.text, in: place), !places.contains(place) { places.append(place) }
        return nil
      }
      var visited = interaction
      unsearched += UnsearchedBody.all(in: visited, PackedBodies(unpacking: &visited))
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
    return place.kind != "cookie" || SecretStrength.isOpaque(secret)
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
