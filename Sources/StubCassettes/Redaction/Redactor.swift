package import StubCore
import StubPlatform

/// The replacement of the secrets of a cassette by placeholders.
///
/// A secret is replaced in the place where it was found. Equal texts elsewhere are also replaced if
/// they are certainly the same secret: see ``SecretStrength``.
package struct Redactor {
  private let names: SecretNames
  private var placeholders = Placeholders()
  private var known = KnownNames()

  /// The placeholders of the secrets found so far.
  private struct Placeholders {
    var bySecret: [ScalarText: String] = [:]
    /// The secrets that are credentials, whose other occurrences are also replaced.
    var credentials: Set<ScalarText> = []
    var lastNumber = 0

    mutating func placeholder(for secret: FoundSecret) -> String {
      if secret.isCredential { credentials.insert(ScalarText(secret.text)) }
      return placeholder(for: secret.text, secret.label)
    }

    mutating func placeholder(for text: String, _ label: String) -> String {
      if let known = bySecret[ScalarText(text)] { return known }
      lastNumber += 1
      let new = SecretPlaceholder.text(label: label, number: lastNumber)
      bySecret[ScalarText(text)] = new
      return new
    }
  }

  /// Creates a redactor for these names.
  ///
  /// The numbers of its placeholders follow those in earlier interactions.
  package init(_ names: SecretNames, after earlier: [Interaction] = []) {
    self.names = names
    placeholders.lastNumber = earlier.lazy.map(\.highestPlaceholder).max() ?? 0
  }

  /// Hides the secrets of interactions; an equal secret has the same placeholder in all calls.
  package mutating func redact(_ interactions: inout [Interaction]) -> RedactionReport {
    var report = RedactionReport()
    let packed = interactions.indices.map { search(&interactions[$0], &report) }
    let replacements = replacements(requestURLs: interactions.map(\.request.url))
    for (index, bodies) in packed.enumerated() {
      report.elsewhere += replacements.apply(to: &interactions[index])
      bodies?.pack(&interactions[index])
    }
    return report
  }

  /// Hides the secrets of an interaction in the places where they are found.
  ///
  /// - Returns: the interaction's compressed bodies, to be compressed again after
  ///   ``replacements(requestURLs:)``; `nil` if it has none.
  mutating func search(
    _ interaction: inout Interaction, _ report: inout RedactionReport
  ) -> PackedBodies? {
    if names == .none { return nil }
    let bodies = PackedBodies(unpacking: &interaction)
    report.unsearched += UnsearchedBody.all(in: interaction, bodies)
    var (placeholders, found) = (placeholders, report)
    // Emptied during the search, so that the local variable is the only reference and is changed
    // without a copy.
    self.placeholders = Placeholders()
    var walk = SecretWalk(names) { secret in
      // A text chosen by the user replaces every value, even one that reveals nothing, such as
      // `true`.
      let isHidden =
        secret.replacement.map { !$0.hasSameScalars(as: secret.text) }
        ?? Self.isSecret(secret.text)
      guard isHidden else { return nil }
      if !secret.isPartOfOther { found.count(secret.place) }
      return secret.replacement ?? placeholders.placeholder(for: secret)
    }
    swap(&walk.known, &known)
    walk.visit(&interaction)
    swap(&walk.known, &known)
    (self.placeholders, report) = (placeholders, found)
    return bodies.isEmpty ? nil : bodies
  }

  /// Returns whether the text must be hidden.
  ///
  /// It need not if it is a placeholder, or reveals nothing, as `true` or `***`.
  package static func isSecret(_ text: String) -> Bool {
    !text.isEmpty && !sayingNothing.contains(text)
      && !text.allSatisfy { "*•xX ".contains($0) } && !SecretPlaceholder.occurs(in: text)
  }

  private static let sayingNothing: Set = [
    "true", "false", "null", "none", "0", "1", "yes", "no", "on", "off", "read", "write", "deleted",
    "basic", "bearer", "digest", "include",
    "omit",
    "same-origin", "required", "optional", "enabled", "disabled", "unknown", "undefined", "[]",
    "{}",
  ]

  /// Returns the replacements for other occurrences of the credentials found, where they are
  /// certainly the same.
  ///
  /// `requestURLs` are the URLs of all requests after ``search(_:_:)``.
  mutating func replacements(requestURLs: [String]) -> InteractionReplacements {
    var anywhere: [ByteReplacements.Pair] = []
    var outsideOfPaths: [ByteReplacements.Pair] = []
    func add(_ text: String, _ new: String, keepsPathSegments: Bool) {
      for form in Self.forms(of: text) {
        let pair = ByteReplacements.Pair(form, new, keepsPathSegments: keepsPathSegments)
        outsideOfPaths.append(pair)
        if !keepsPathSegments { anywhere.append(pair) }
      }
    }
    for secret in placeholders.credentials {
      let strength = SecretStrength(secret.text)
      guard strength != .plain, let new = placeholders.bySecret[secret] else { continue }
      add(secret.text, new, keepsPathSegments: strength != .token)
    }
    for (secret, treatment) in names.texts {
      let text = secret.text
      switch treatment {
      case .kept: continue
      case .replaced(let new): add(text, new, keepsPathSegments: false)
      case .hidden:
        add(text, placeholders.placeholder(for: text, "secret"), keepsPathSegments: false)
      }
    }
    return InteractionReplacements(
      certain: ByteReplacements(anywhere), all: ByteReplacements(outsideOfPaths),
      requestURLs: requestURLs)
  }

  /// Returns the forms of a secret in plain text, URLs, forms, JSON and Base64.
  private static func forms(of secret: String) -> Set<String> {
    let encoded = PercentEncoding.encode(secret)
    let json = JSONValue.string(secret).text().dropFirst().dropLast()
    return [
      secret, encoded, encoded.replacing("%20", with: "+"), String(json),
      String(json).replacingBytes(of: "/", with: "\\/"), Data(secret.utf8).base64EncodedString(),
    ]
  }
}

extension Interaction {
  /// The highest number of a placeholder in any part.
  fileprivate var highestPlaceholder: Int {
    var texts: [[UInt8]] = []
    for request in [request, originalRequest].compactMap({ $0 }) {
      texts += [Array(request.url.utf8), Array(request.body ?? Data())]
      texts += request.headers.fields.map { Array($0.value.utf8) }
    }
    if let response {
      texts.append(Array(response.body))
      texts += response.headers.fields.map { Array($0.value.utf8) }
      texts.append(Array((response.url ?? "").utf8))
    }
    return texts.lazy.map { SecretPlaceholder.highestNumber(in: $0) }.max() ?? 0
  }
}

/// The hidden values, counted by their places.
package struct RedactionReport: Sendable, Hashable {
  /// The number of secrets in each place where secrets are usual.
  private var counts: [ScalarText: Int] = [:]
  /// The number of secrets outside these places.
  package var elsewhere = 0
  /// The bodies that were not searched for secrets.
  package var unsearched: [UnsearchedBody] = []

  package init() {}

  package mutating func count(_ place: SecretPlace) {
    counts[ScalarText(place.description), default: 0] += 1
  }

  package var isEmpty: Bool { counts.isEmpty }

  /// Lines such as `header Authorization: 3 times`, in the order of the places.
  package var lines: [String] {
    var lines = counts.sorted { $0.key < $1.key }.map { "\($0.key.text): \(Self.times($0.value))" }
    if elsewhere > 0 { lines.append("the same secrets elsewhere: \(Self.times(elsewhere))") }
    return lines
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}

/// The place of a secret, in words such as `header Authorization`.
package struct SecretPlace: Sendable, Hashable, CustomStringConvertible {
  /// The kind of place, such as `header`.
  package let kind: String
  package let name: String
  /// Whether the secret is in the request, and not in the response.
  package let isOfRequest: Bool

  package var description: String { name.isEmpty ? kind : "\(kind) \(name)" }
}

/// A recorded body that was not searched for secrets.
///
/// Its coding cannot be decoded, or it is in a separate file.
package struct UnsearchedBody: Sendable, Hashable {
  /// The largest number of bodies that are listed; further ones are only counted.
  private static let lineLimit = 5

  /// The request, such as `GET http://host/path`; the query is left out, because it may contain
  /// secrets.
  package let request: String
  /// The coding, such as `br`; empty for a large body in a file.
  package let coding: String
  /// Whether the body is that of the request, and not that of the response.
  package let isOfRequest: Bool

  /// Returns the bodies of an interaction that could not be searched.
  package static func all(in interaction: Interaction, _ bodies: PackedBodies) -> [UnsearchedBody] {
    var codings = bodies.codings(of: interaction)
    if interaction.response?.bodyFile != nil { codings.response = "" }
    if codings == (nil, nil) { return [] }
    let url = RequestURL(interaction.request.url)
    let site = url.authority.map { "\(url.scheme ?? "http")://\($0)" } ?? ""
    let request = "\(interaction.request.method) \(site)\(url.path)"
    return [(codings.request, true), (codings.response, false)].compactMap { coding, isOfRequest in
      coding.map { UnsearchedBody(request: request, coding: $0, isOfRequest: isOfRequest) }
    }
  }

  package var description: String {
    let reason = coding.isEmpty ? "in a file of its own" : "\(coding)-encoded"
    return "the \(isOfRequest ? "request body" : "body") of \(request) is \(reason) and was not "
      + "searched for secrets"
  }

  /// Returns a sentence for each of the first bodies, and one with the number of the others.
  package static func lines(_ bodies: [UnsearchedBody]) -> [String] {
    let others = bodies.count - lineLimit
    return bodies.prefix(lineLimit).map(\.description)
      + (others > 0 ? ["and \(others) more bodies were not searched"] : [])
  }
}
