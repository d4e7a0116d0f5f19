import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The tracks of Swift's Vinyl, in JSON.
struct VinylFormat: RecordingFormat {
  static let title = "Vinyl"
  static let listPath: [String] = []

  static func recognizes(_ document: DocumentNode) -> Bool {
    guard let first = document.elements?.first, let response = first["response"] else {
      return false
    }
    let hasStatus = response["status"]?.scalar != nil && response["url"] != nil
    // Of an error Vinyl writes nothing but an empty response.
    return hasStatus || (response.members?.isEmpty ?? false && first["request"]?["url"] != nil)
  }

  mutating func read(_ element: inout ValueReader, into cassette: inout Cassette) {
    guard element.node["response"]?.members?.isEmpty != true else {
      return element.report(
        found: "a track without a response, which is how Vinyl saves an error",
        expected: "a response", remedy: "try removing the track, or recording it again")
    }
    // A track may be of a response alone, which answers the URL it came from.
    let request =
      element.node.hasValue("request")
      ? element.recorded("request") { $0.vinylRequest() }
      : element.needed("response") { response in
        response.needed("url") { $0.recordedURL() }.map { RecordedRequest(.get, $0) }
      }
    guard let request else { return }
    let response = element.needed("response") { $0.vinylResponse(to: request) }
    guard let response else { return }
    cassette.tracks.append(
      Cassette.Track(request, .response(response), origin: element.trackOrigin))
  }
}

extension ValueReader {
  fileprivate mutating func vinylRequest() -> RecordedRequest? {
    let url = needed("url") { $0.recordedURL() }
    let method = node.hasValue("method") ? recorded("method") { $0.recordedMethod() } : .get
    let headers = recorded("headers") { $0.recordedHeaders() }
    let body = recorded("body") {
      $0.recordedBody(of: headers?[.contentType], isTextWithoutType: true)
    }
    guard let url, let method else { return nil }
    return RecordedRequest(reading: method, url, headers: headers, body: body)
  }

  fileprivate mutating func vinylResponse(to request: RecordedRequest) -> RecordedResponse? {
    let status = needed("status") { $0.recordedStatus() }
    let url = recorded("url") { $0.recordedURL() }
    let headers = recorded("headers") { $0.recordedHeaders() }
    let body = recorded("body") {
      $0.recordedBody(of: headers?[.contentType], isTextWithoutType: true)
    }
    guard let status else { return nil }
    return RecordedResponse(
      reading: RecordedStatus(code: status), headers: headers, body: body, url: url, of: request)
  }
}
