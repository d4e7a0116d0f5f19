import StubCore

/// Looks for secrets in recordings; the findings do not show them.
struct RecordedSecretCheck {
  /// Warns of every track and place that holds what looks like a secret.
  ///
  /// - Returns: bodies that could not be searched.
  static func run(_ cassettes: [Cassette], _ diagnostics: inout DiagnosticList) -> [UnsearchedBody]
  {
    var unsearched: [UnsearchedBody] = []
    var sources: [String: SourceText] = [:]
    for track in cassettes.lazy.flatMap(\.tracks) {
      var places: [SecretPlace] = []
      var walk = SecretWalk(.usual) { secret, _, place in
        if isTelling(secret, in: place), !places.contains(place) { places.append(place) }
        return nil
      }
      var visited = track
      if PackedBody(unpacking: &visited) == nil, let body = UnsearchedBody(track) {
        unsearched.append(body)
      }
      walk.visit(&visited)
      if places.isEmpty { continue }
      let file = track.origin?.file ?? ""
      let source = sources[file] ?? (try? SourceText(path: file))
      sources[file] = source
      for place in places { diagnostics.append(finding(place, track, source)) }
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
    _ place: SecretPlace, _ track: Cassette.Track, _ source: SourceText?
  ) -> FileDiagnostic {
    let side = place.isOfRequest ? "request" : "response"
    let found =
      "what looks like a secret in the \(side) \(track.request.method) "
      + "\(RequestURL(track.request.url).path): \(place)"
    let remedy = "try recording it again, with secrets redacted, or an invented value"
    guard let origin = track.origin, let source else {
      return FileDiagnostic(
        .warning, file: track.origin?.file ?? "", found: found, remedy: remedy)
    }
    return FileDiagnostic(
      .warning, at: SourcePosition(source: source, offset: source.offset(ofLine: origin.line)),
      found: found, remedy: remedy, showsLine: false)
  }
}
