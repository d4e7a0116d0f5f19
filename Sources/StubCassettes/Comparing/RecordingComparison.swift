package import StubCore
import StubPlatform

/// The comparison of a server's response with the recorded one.
///
/// Both responses are compared as a client sees them. A placeholder for a secret matches any text.
package struct RecordingComparison: Sendable {
  /// The header fields that are not compared.
  package var ignoredHeaders: Set<HTTPHeaderName>

  /// The header fields that depend on the time, the machine or the request, or that follow from the
  /// body.
  package static let volatileHeaders: Set<HTTPHeaderName> = [
    .date, .contentLength, .setCookie, "Age", "Alt-Svc", "CF-Ray", "Expires", "NEL", "Report-To",
    "Server-Timing", "Via", "X-Amz-Cf-Id", "X-Amzn-Trace-Id", "X-Cache", "X-Correlation-Id",
    "X-Request-Id", "X-Response-Time", "X-Runtime", "X-Served-By", "X-Timer", "X-Trace-Id",
  ]

  package init(ignoring headers: some Sequence<HTTPHeaderName> = []) {
    ignoredHeaders = Self.volatileHeaders.union(headers)
  }

  /// Returns the changes from the recorded response to the new one; empty if there are none.
  package func changes(from recorded: Interaction, to found: Interaction) -> [RecordingChange] {
    switch (recorded.failure, found.failure) {
    case (nil, nil):
      guard let old = recorded.response, let new = found.response else { return [] }
      let method = recorded.request.method
      return changes(old.played(for: method), new.played(for: method))
    case (let old?, let new?):
      if old.domain == new.domain, old.code == new.code { return [] }
      return [RecordingChange("error", recorded: old.inWords, found: new.inWords)]
    default:
      return [RecordingChange("response", recorded: recorded.inWords, found: found.inWords)]
    }
  }

  private func changes(
    _ recorded: RecordedResponse, _ found: RecordedResponse
  ) -> [RecordingChange] {
    var changes: [RecordingChange] = []
    if recorded.status != found.status {
      changes.append(
        RecordingChange(
          "status", recorded: "\(recorded.status.rawValue)", found: "\(found.status.rawValue)"))
    }
    changes += headerChanges(recorded.headers, found.headers)
    return changes
      + BodyComparison(
        (try? recorded.wholeBody()) ?? recorded.body, found.body
      ).changes
  }

  private func headerChanges(
    _ recorded: HTTPHeaders, _ found: HTTPHeaders
  ) -> [RecordingChange] {
    var names: [HTTPHeaderName] = []
    for field in recorded.fields + found.fields
    where !ignoredHeaders.contains(field.name) && !names.contains(field.name) {
      names.append(field.name)
    }
    return names.compactMap { name in
      let (old, new) = (recorded.values(of: name), found.values(of: name))
      let isSame =
        old.count == new.count
        && zip(old, new).allSatisfy { SecretPlaceholder.matches(recorded: $0, $1) }
      if isSame { return nil }
      return RecordingChange(
        "header \(name.rawName)", recorded: Self.words(old), found: Self.words(new))
    }
  }

  private static func words(_ values: [String]) -> String {
    values.isEmpty
      ? RecordingChange.nothing
      : values.map { RecordingChange.summary($0) }.joined(separator: " and ")
  }
}

extension Interaction {
  fileprivate var inWords: String {
    failure?.inWords ?? response.map { "status \($0.status.rawValue)" } ?? RecordingChange.nothing
  }
}

extension RecordedFailure {
  fileprivate var inWords: String {
    message.map { "the error \(RecordingChange.summary($0))" } ?? "the error \(domain) \(code)"
  }
}

/// A difference between a server's response and the recorded one.
package struct RecordingChange: Sendable, Hashable {
  /// The place of the difference, such as `status`, `header ETag` or `body at /users/0/name`.
  package var part: String
  /// A short form of the recorded value.
  package var recorded: String
  /// A short form of the new value.
  package var found: String

  package init(_ part: String, recorded: String, found: String) {
    self.part = part
    self.recorded = recorded
    self.found = found
  }

  /// The largest number of differences that are listed for one body.
  ///
  /// If there are more, a last entry says so.
  package static let limit = 20
  static let nothing = "nothing"

  /// Returns the text on one line, shortened if it is long.
  package static func summary(_ text: String) -> String {
    let line = JSONValue.string(text).text()
    return line.count <= 80 ? line : line.prefix(79) + "…"
  }
}

/// A recorded request that is sent again, so that the new response can be compared with the
/// recorded one.
package struct ComparedInteraction: Sendable {
  package let interaction: Interaction
  /// The request to send; `nil` if its URL or body contains a placeholder for a secret.
  package let request: ReceivedRequest?
  /// The header fields that are not sent, because their recorded values contain placeholders for
  /// secrets.
  package let missingHeaders: [HTTPHeaderName]
  /// Whether the recorded body is still compressed, so that the new body must be compressed too.
  package let isEncoded: Bool

  /// Prepares the request for a server other than the recorded one.
  ///
  /// - Parameters:
  ///   - interaction: The recorded interaction.
  ///   - server: The base URL, whose path comes before any path that does not begin with it.
  ///   - headers: Fields to send in place of recorded fields with the same names.
  package init(_ interaction: Interaction, at server: RequestURL, headers: HTTPHeaders) {
    self.interaction = interaction
    isEncoded = Self.isEncoded(interaction)
    let given = Set(headers.fields.map(\.name))
    var kept: [HTTPHeaders.Field] = []
    var missing: [HTTPHeaderName] = []
    for field in interaction.request.headers.fields
    where !Self.ownHeaders.contains(field.name) && !given.contains(field.name) {
      if SecretPlaceholder.occurs(in: field.value) {
        missing.append(field.name)
      } else {
        kept.append(field)
      }
    }
    missingHeaders = missing
    let target = RequestURL(interaction.request.url)
    let body = interaction.request.body
    let isHidden =
      SecretPlaceholder.occurs(in: interaction.request.url)
      || body.map {
        SecretPlaceholder.occurs(in: $0) || SecretPlaceholder.containsNumberPlaceholder(in: $0)
      }
        ?? false
    request =
      isHidden
      ? nil
      : ReceivedRequest(
        method: interaction.request.method,
        target: RequestURL(
          scheme: server.scheme, host: server.host, port: server.port,
          path: Self.path(target.path, below: server.path), query: target.query,
          userInfo: server.userInfo),
        headers: HTTPHeaders(
          [HTTPHeaders.Field(name: .host, value: server.authority ?? "")] + kept + headers.fields),
        body: RequestBody(body))
  }

  /// The fields that the client sets itself for each request, so that their recorded values are not
  /// sent.
  private static let ownHeaders: Set<HTTPHeaderName> = [
    .host, .contentLength, .connection, .transferEncoding, .expect, "Keep-Alive",
    "Proxy-Connection", .upgrade, "TE", .trailer, "HTTP2-Settings",
  ]

  private static func path(_ path: String, below base: String) -> String {
    let base = base.hasSuffix("/") ? String(base.dropLast()) : base
    let isBelow = path.hasSameScalars(as: base) || path.hasBytes(of: base + "/")
    return base.isEmpty || isBelow ? path : base + path
  }

  private static func isEncoded(_ interaction: Interaction) -> Bool {
    guard interaction.failure == nil, let response = interaction.response else { return false }
    return response.played(for: interaction.request.method).headers.contains(.contentEncoding)
  }

  /// Returns the changes from the recorded interaction to the new one.
  package func changes(
    in found: Interaction, by comparison: RecordingComparison
  ) -> [RecordingChange] {
    comparison.changes(from: interaction, to: found)
  }
}
