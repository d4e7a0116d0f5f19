import StubCore

/// What was redacted, place by place.
package struct RedactionReport: Sendable, Hashable {
  /// How often a secret was found in a place that secrets are expected in, by place.
  package private(set) var counts: [String: Int] = [:]
  /// How often such a secret occurred anywhere else.
  package var elsewhere = 0
  /// Bodies that secrets were not looked for in.
  package var unsearched: [UnsearchedBody] = []

  package init() {}

  mutating func count(_ place: SecretPlace) { counts[place.description, default: 0] += 1 }

  package var isEmpty: Bool { counts.isEmpty }

  /// Lines such as `header Authorization: 3 times`, in the order of the places.
  package var lines: [String] {
    var lines = counts.sorted { $0.key < $1.key }.map { "\($0.key): \(Self.times($0.value))" }
    if elsewhere > 0 { lines.append("the same secrets elsewhere: \(Self.times(elsewhere))") }
    return lines
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}

/// Where a secret was found, as reports name it: `header Authorization`.
package struct SecretPlace: Sendable, Hashable, CustomStringConvertible {
  /// What kind of place, such as `header`.
  package let kind: String
  package let name: String
  /// Whether it is of the request, not of the response.
  package let isOfRequest: Bool

  package var description: String { name.isEmpty ? kind : "\(kind) \(name)" }
}

/// A recorded body in a coding that is not decoded here, so that no secrets were looked for in it.
package struct UnsearchedBody: Sendable, Hashable {
  /// More of them say no more to people; they are counted.
  private static let lineLimit = 5

  /// Such as `GET http://host/path`, without its query, which may hold secrets of its own.
  package let request: String
  /// Such as `br`; empty for a large body in a file.
  package let coding: String
  /// Whether it is the body of the request, not of the response.
  package let isOfRequest: Bool

  /// The bodies of an interaction that are still packed when the others have been unpacked.
  static func all(in interaction: Interaction, _ bodies: PackedBodies) -> [UnsearchedBody] {
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

  /// A sentence for each of the first, and the number of the others.
  package static func lines(_ bodies: [UnsearchedBody]) -> [String] {
    let others = bodies.count - lineLimit
    return bodies.prefix(lineLimit).map(\.description)
      + (others > 0 ? ["and \(others) more bodies were not searched"] : [])
  }
}
