import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The cassettes of Swift's DVR, in JSON.
struct DVRFormat: RecordingFormat {
  static let title = "DVR"
  static let listPath = ["interactions"]

  static func recognizes(_ document: DocumentNode) -> Bool {
    guard let interactions = document["interactions"], document["version"] == nil else {
      return false
    }
    guard let first = interactions.elements?.first else {
      return document["name"] != nil && document["recorded_with"] == nil
    }
    return first["request"]?["url"] != nil && first["recorded_at"] != nil
  }

  mutating func read(_ element: inout ValueReader, into cassette: inout Cassette) {
    guard let request = element.needed("request", read: { $0.dvrRequest() }) else { return }
    let response = element.needed("response") { $0.dvrResponse(to: request) }
    let date = element.needed("recorded_at") { $0.recordedEpoch() }
    guard let response else { return }
    cassette.tracks.append(
      Cassette.Track(
        request, .response(response), recordedAt: date, origin: element.trackOrigin))
  }

  mutating func finish(_ document: inout ValueReader, into cassette: inout Cassette) {
    document.reportUnlessList("interactions")
    cassette.name = document.recorded("name") { $0.recordedText() }
  }
}

extension ValueReader {
  fileprivate mutating func dvrRequest() -> RecordedRequest? {
    let method = needed("method") { $0.recordedMethod() }
    let url = needed("url") { $0.recordedURL() }
    let headers = recorded("headers") { $0.recordedHeaders() }
    let body = recorded("body") {
      $0.recordedBody(of: headers?[.contentType], isTextWithoutType: false)
    }
    guard let method, let url else { return nil }
    return RecordedRequest(reading: method, url, headers: headers, body: body)
  }

  fileprivate mutating func dvrResponse(to request: RecordedRequest) -> RecordedResponse? {
    let status = needed("status") { $0.recordedStatus() }
    let url = recorded("url") { $0.recordedURL() }
    let headers = recorded("headers") { $0.recordedHeaders() }
    let body = recorded("body") {
      $0.recordedBody(of: headers?[.contentType], isTextWithoutType: false)
    }
    guard let status else { return nil }
    return RecordedResponse(
      reading: RecordedStatus(code: status), headers: headers, body: body, url: url, of: request)
  }
}
