import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The cassettes of grdsdev's swift-vcr, in JSON; its bodies are always base64.
struct SwiftVCRFormat: RecordingFormat {
  static let title = "swift-vcr"
  static let listPath = ["interactions"]

  static func recognizes(_ document: DocumentNode) -> Bool {
    guard let first = document["interactions"]?.elements?.first else { return false }
    return first["recordedAt"] != nil && first["response"]?["statusCode"] != nil
  }

  mutating func read(_ element: inout ValueReader, into cassette: inout Cassette) {
    let request = element.needed("request") { request -> RecordedRequest? in
      let method = request.needed("method") { $0.recordedMethod() }
      let url = request.needed("url") { $0.recordedURL() }
      let headers = request.recorded("headers") { $0.recordedHeaders() }
      let body = request.recorded("body") { $0.recordedBase64() }
      guard let method, let url else { return nil }
      return RecordedRequest(reading: method, url, headers: headers, body: body)
    }
    guard let request else { return }
    let response = element.needed("response") { response -> RecordedResponse? in
      let status = response.needed("statusCode") { $0.recordedStatus() }
      let headers = response.recorded("headers") { $0.recordedHeaders() }
      let body = response.recorded("body") { $0.recordedBase64() }
      return status.map {
        RecordedResponse(
          reading: RecordedStatus(code: $0), headers: headers, body: body, of: request)
      }
    }
    let date = element.recorded("recordedAt") { $0.recordedDate() }
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
