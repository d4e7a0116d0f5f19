import StubCassettes
import StubCore
import StubDocuments

/// A search for credentials and tokens in stub files, whose findings do not show them.
struct SecretCheck {
  /// The first position in a file of each kind of token or name of a value, with the number of
  /// further ones.
  private(set) var found = DiagnosticList()
  /// The number of values that look like secrets.
  private(set) var count = 0
  /// The bodies of recordings that could not be searched.
  private(set) var unsearched: [UnsearchedBody] = []
  private var places: [Place: Int] = [:]
  private let names: SecretNames

  private struct Place: Hashable {
    let file: ScalarText
    let kind: ScalarText
  }

  /// Creates a check that ignores values with these names.
  init(keeping names: [String] = []) {
    var all = SecretNames.usual
    all.formUnion(SecretNames(names, of: nil, .kept))
    self.names = all
  }

  private mutating func add(_ kind: String, in file: String, _ finding: () -> FileDiagnostic) {
    count += 1
    let place = Place(file: ScalarText(file), kind: ScalarText(kind))
    if let known = places[place] { return found.countAgain(at: known) }
    if !found.isFull { places[place] = found.keptCount }
    found.append(.warning, finding())
  }

  // Rule files.

  /// Checks all texts of a rule file, or of a stub file of another tool.
  mutating func run(_ document: Value) { visit(document, key: nil) }

  private mutating func visit(_ node: Value, key: String?) {
    // Numbers cannot be tokens, and lists may have millions of them.
    for element in node.eachElement where !element.isNumber { visit(element, key: key) }
    for member in node.members ?? [] { visit(member.value, key: member.key) }
    guard let text = node.scalar?.text else { return }
    let isToken = key == "bearer" && SecretStrength.isOpaque(text)
    guard let kind = SecretShape.first(in: text)?.name ?? (isToken ? "a bearer token" : nil)
    else { return }
    add(kind, in: node.position.file) {
      FileDiagnostic(
        .warning, at: node.position, found: "this looks like \(kind)",
        remedy: "use a made-up value, or a condition such as { present: true }",
        showsLine: false)
    }
  }

  // Recordings.

  mutating func run(_ cassettes: [Cassette]) {
    var sources: [ScalarText: SourceText] = [:]
    for interaction in cassettes.lazy.flatMap(\.interactions) {
      var telling: [SecretPlace] = []
      var walk = SecretWalk(names) { secret in
        if !secret.isPartOfOther, Self.isTelling(secret) { telling.append(secret.place) }
        // A placeholder replaces the secret, so that it is not found twice.
        return Redactor.isSecret(secret.text) ? SecretPlaceholder.text(label: "", number: 0) : nil
      }
      var visited = interaction
      let bodies = PackedBodies(unpacking: &visited)
      unsearched += UnsearchedBody.all(in: visited, bodies)
      walk.visit(&visited)
      if telling.isEmpty { continue }
      let file = interaction.origin?.file ?? ""
      let source = sources[ScalarText(file)] ?? (try? SourceText(path: file))
      sources[ScalarText(file)] = source
      for place in telling {
        add(place.description, in: file) { Self.finding(place, interaction, source) }
      }
    }
  }

  /// Returns whether the value is probably a real secret, and not an invented or hidden one.
  private static func isTelling(_ secret: FoundSecret) -> Bool {
    let text = secret.text
    guard Redactor.isSecret(text), text.utf8.count >= 8, Set(text).count >= 5,
      !text.contains(where: { "<>{}*".contains($0) })
    else { return false }
    let isFilled = ["redacted", "filtered", "example", "placeholder", "dummy", "secret"]
      .contains { text.lowercased().contains($0) }
    if isFilled { return false }
    return secret.place.kind != NamedPart.cookie.rawValue || SecretStrength.isOpaque(text)
  }

  private static func finding(
    _ place: SecretPlace, _ interaction: Interaction, _ source: SourceText?
  ) -> FileDiagnostic {
    let side = place.isOfRequest ? "request" : "response"
    let found =
      "this looks like a secret in the \(side) \(interaction.request.method) "
      + "\(RequestURL(interaction.request.url).path): \(place)"
    let remedy: Remedy = "record it again with secrets hidden, or use a made-up value"
    guard let origin = interaction.origin, let source else {
      return FileDiagnostic(
        .warning, file: interaction.origin?.file ?? "", found: found, remedy: remedy)
    }
    return FileDiagnostic(
      .warning, at: SourcePosition(source: source, offset: source.offset(ofLine: origin.line)),
      found: found, remedy: remedy, showsLine: false)
  }
}
