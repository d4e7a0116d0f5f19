package import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
  private static let ownHeaders: Set<HTTPHeaderName> = [
    .host, .contentLength, .connection, .transferEncoding, .expect, "Keep-Alive",
    "Proxy-Connection", .upgrade, "TE", .trailer, "HTTP2-Settings",
  ]

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
