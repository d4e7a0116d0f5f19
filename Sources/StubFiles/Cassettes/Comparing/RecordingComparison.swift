package import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Compares what came from a server with what was recorded of it.
///
/// Both are compared as a client sees them. A placeholder of a secret stands for any text.
package struct RecordingComparison: Sendable {
  /// Header fields that are not compared.
  package var ignoredHeaders: Set<HTTPHeaderName>

  /// Fields that say when, by which machine or for which request a response was made, and those that
  /// the body says.
  package static let volatileHeaders: Set<HTTPHeaderName> = [
    .date, .contentLength, .setCookie, "Age", "Alt-Svc", "CF-Ray", "Expires", "NEL", "Report-To",
    "Server-Timing", "Via", "X-Amz-Cf-Id", "X-Amzn-Trace-Id", "X-Cache", "X-Correlation-Id",
    "X-Request-Id", "X-Response-Time", "X-Runtime", "X-Served-By", "X-Timer", "X-Trace-Id",
  ]

  package init(ignoring headers: some Sequence<HTTPHeaderName> = []) {
    ignoredHeaders = Self.volatileHeaders.union(headers)
  }

  /// What has changed; empty when the answer is as recorded.
  package func changes(
    from recorded: RecordedOutcome, to found: RecordedOutcome, for method: HTTPMethod
  ) -> [RecordingChange] {
    switch (recorded, found) {
    case (.response(let recorded), .response(let found)):
      return changes(recorded.played(for: method), found.played(for: method))
    case (.failure(let recorded, _), .failure(let found, _)):
      if recorded.domain == found.domain, recorded.code == found.code { return [] }
      return [
        RecordingChange("error", recorded: recorded.inWords, found: found.inWords)
      ]
    case (.response(let response), .failure(let failure, _)):
      return [
        RecordingChange("answer", recorded: response.inWords, found: failure.inWords)
      ]
    case (.failure(let failure, _), .response(let response)):
      return [
        RecordingChange("answer", recorded: failure.inWords, found: response.inWords)
      ]
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
    return changes + BodyComparison(recorded.body, found.body).changes
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

extension RecordedResponse {
  fileprivate var inWords: String { "status \(status.rawValue)" }
}

extension RecordedFailure {
  fileprivate var inWords: String {
    message.map { "the error \(RecordingChange.summary($0))" } ?? "the error \(domain) \(code)"
  }
}

/// One thing in which a server's answer is no longer what was recorded.
package struct RecordingChange: Sendable, Hashable {
  /// Where, such as `status`, `header ETag` or `body at /users/0/name`.
  package var part: String
  /// What was recorded, in few words.
  package var recorded: String
  /// What came now, in few words.
  package var found: String

  package init(_ part: String, recorded: String, found: String) {
    self.part = part
    self.recorded = recorded
    self.found = found
  }

  /// At most so many differences of one body are told apart; one more stands for the rest.
  static let limit = 20
  static let nothing = "nothing"

  /// A text in few words, on one line.
  static func summary(_ text: String) -> String {
    let line = JSONValue.string(text).text()
    return line.count <= 80 ? line : line.prefix(79) + "…"
  }
}

/// A recorded request as it is sent again to see whether the server still answers it so.
package struct ComparedTrack: Sendable {
  package let track: Cassette.Track
  /// The request to send; `nil` when a placeholder stands where the secret is needed.
  package let request: ReceivedRequest?
  /// Header fields that are not sent, because only placeholders of their values were recorded.
  package let missingHeaders: [HTTPHeaderName]
  /// Whether the recorded body is still compressed, so that the new one must be, too.
  package let isEncoded: Bool

  /// The request for a server in the place of the recorded one.
  ///
  /// - Parameters:
  ///   - track: What was recorded.
  ///   - server: The base URL; its path is put before one that does not begin with it.
  ///   - headers: Fields to send in the place of recorded ones of the same names.
  package init(_ track: Cassette.Track, at server: RequestURL, headers: HTTPHeaders) {
    self.track = track
    isEncoded = Self.isEncoded(track)
    let given = Set(headers.fields.map(\.name))
    var kept: [HTTPHeaders.Field] = []
    var missing: [HTTPHeaderName] = []
    for field in track.request.headers.fields
    where !Self.ownHeaders.contains(field.name) && !given.contains(field.name) {
      if SecretPlaceholder.occurs(in: field.value) {
        missing.append(field.name)
      } else {
        kept.append(field)
      }
    }
    missingHeaders = missing
    let target = RequestURL(track.request.url)
    let body = track.request.body
    let isHidden =
      SecretPlaceholder.occurs(in: track.request.url)
      || body.map { SecretPlaceholder.occurs(in: $0) }
        ?? false
    request =
      isHidden
      ? nil
      : ReceivedRequest(
        method: track.request.method,
        target: RequestURL(
          scheme: server.scheme, host: server.host, port: server.port,
          path: Self.path(target.path, below: server.path), query: target.query,
          userInfo: server.userInfo),
        headers: HTTPHeaders(
          [HTTPHeaders.Field(name: .host, value: server.authority ?? "")] + kept + headers.fields),
        body: RequestBody(body))
  }

  /// Fields that are made anew for each request.
  private static let ownHeaders = HTTPHeaderName.hopByHop.union([.host, .contentLength, .expect])

  private static func path(_ path: String, below base: String) -> String {
    let base = base.hasSuffix("/") ? String(base.dropLast()) : base
    return base.isEmpty || path == base || path.hasPrefix(base + "/") ? path : base + path
  }

  private static func isEncoded(_ track: Cassette.Track) -> Bool {
    guard case .response(let response) = track.outcome else { return false }
    return response.played(for: track.request.method).headers.contains(.contentEncoding)
  }

  /// What has changed, as the exchange shows it.
  package func changes(
    in exchange: LoadedExchange, by comparison: RecordingComparison
  ) -> [RecordingChange] {
    let found = Cassette.Track(exchange, keepsTiming: false).outcome
    return comparison.changes(from: track.outcome, to: found, for: track.request.method)
  }
}
