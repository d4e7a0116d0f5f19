import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// HTTP Archive 1.1 and 1.2 (W3C Web Performance Working Group draft, 2012).
///
/// As browsers, proxies and test tools write it, with what they add under names that begin with
/// `_`.
struct HARFormat: RecordingFormat {
  static let title = "HAR"
  static let listPath = ["log", "entries"]

  static func recognizes(_ document: DocumentNode) -> Bool {
    document["log"]?["entries"] != nil
  }

  mutating func read(_ element: inout ValueReader, into cassette: inout Cassette) {
    if let track = element.harTrack() { cassette.tracks.append(track) }
  }

  mutating func finish(_ document: inout ValueReader, into cassette: inout Cassette) {
    let log = document.recorded("log") { log in
      log.reportUnlessList("entries")
      return log.node
    }
    let creator = log?["creator"]
    let words = [creator?["name"], creator?["version"]].compactMap { $0?.givenText }
      .filter { !$0.isEmpty }
    cassette.recorder = words.isEmpty ? nil : words.joined(separator: " ")
    cassette.name = log?["_recordingName"]?.givenText
  }
}

extension ValueReader {
  /// An entry: a request with its response.
  fileprivate mutating func harTrack() -> Cassette.Track? {
    guard let request = needed("request", read: { $0.harRequest() }), isHARTraffic(request),
      let outcome = needed("response", read: { $0.harOutcome(of: request) })
    else { return nil }
    _ = recorded("_webSocketMessages") { messages in
      guard messages.node.elements?.isEmpty == false else { return true }
      messages.report(
        .warning, found: "WebSocket messages", expected: "a request and its response",
        remedy: "they are not played; only the handshake is")
      return true
    }
    return Cassette.Track(
      request, outcome, recordedAt: recorded("startedDateTime") { $0.harDate() },
      timing: harTiming(), origin: trackOrigin)
  }

  /// Whether the request went to a server; what a browser loads from itself is left out.
  private mutating func isHARTraffic(_ request: RecordedRequest) -> Bool {
    let scheme = request.url.prefix { $0 != ":" }.lowercasedASCII()
    let isLocal =
      ["about", "blob", "data", "file"].contains(scheme) || scheme.hasSuffix("-extension")
    guard isLocal else { return true }
    report(
      .warning, found: "a \(scheme): URL", expected: "a URL of HTTP",
      remedy: "the entry is left out, because no client asks a server for it")
    return false
  }

  /// When the entry began; some exports leave the text empty.
  private mutating func harDate() -> Date? {
    node.scalar?.isEmpty == true ? nil : recordedDate()
  }
}
